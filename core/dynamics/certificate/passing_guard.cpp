#include "dynamics/certificate/passing_guard.h"

#include <algorithm>
#include <cmath>

#include "base/damaged_snapshot.h"
#include "dynamics/body/body_loop.h"
#include "dynamics/body/slowing.h"
#include "dynamics/certificate/held_groups.h"
#include "dynamics/field/moving_system.h"

namespace talus {

namespace {

// Where a body is held back, a wall may use up this share of the allowed approach: the body, which gives way
// at its nearest point, may still turn towards the wall by as much and more elsewhere.
constexpr double wallShare = 0.25;

// The reciprocal of the effective mass of body i for an impulse at a lever, 1/kg; 0 for a wall.
double inverseMassAt(const BodyInertia& inertia, std::size_t i, const BodyState& state, const Vec3& lever,
                     const Vec3& normal) {
  if (inertia.isWall(i)) return 0;
  const Vec3 arm = lever.cross(normal);
  return inertia.inverseMass(i) + arm.dot(inertia.angularVelocity(i, state.orientation[i], arm));
}

}  // namespace

PassingGuard::PassingGuard(const ContactLibrary& library, const BodyInertia& inertia,
                           std::vector<GuardedBody> bodies)
    : near_(library, inertia, std::move(bodies)), inertia_(&inertia) {}

void PassingGuard::Trial::begin(std::size_t bodies) {
  parts.assign(bodies, 1.0);
  given.assign(bodies, 0.0);
  held.clear();
  blocked.reset();
  count = 0;
  lost = wallWork = 0;
}

void PassingGuard::begin(const BodyState& state) {
  if (samePlaces(state, checked_))
    near_.proceed(state);
  else
    near_.begin(state);
  checked_ = state;
  trial_.begin(near_.size());
}

void PassingGuard::forget() {
  near_.forget();
  caught_.clear();
  held_ = 0;
}

void PassingGuard::load(ByteReader& bytes) {
  bytes.all(dissipated_, wallWork_);
  if (!std::isfinite(dissipated_) || !std::isfinite(wallWork_)) throw damagedSnapshot();
  forget();
  near_.begin({});
}

void PassingGuard::accept(const BodyState& /*state*/, double /*time*/) {
  held_ += trial_.count;
  dissipated_ += trial_.lost;
  wallWork_ += trial_.wallWork;
  caught_.clear();
}

void PassingGuard::confine(BodyState& state, double time) {
  if (near_.before().size() != state.size()) return;  // no step has begun
  if (samePlaces(state, checked_)) return;
  trial_.begin(near_.size());
  // Pairs that blocked a step must be found again after a step of half the length.
  near_.lookAheadOfWalls(caught_.empty() ? 1 : 2 / (wallShare * ClosingPair::share));
  const auto closing = near_.findClosing(state, time);
  holdAll(closing);
  for (std::size_t i = 0; i < trial_.parts.size(); ++i) {
    if (trial_.parts[i] == 1) continue;
    ++trial_.count;
    takePart(near_.before(), near_.motion(static_cast<Index>(i)), trial_.parts[i], i, state);
  }
  for (const std::size_t n : closing)
    if (const ClosingPair& pair = near_.pairs()[n]; pair.held || isCaught(pair)) stop(pair, state);
  checked_ = state;
}

bool PassingGuard::tooClose(const ClosingPair& pair) const {
  const auto a = static_cast<std::size_t>(pair.bodies.first),
             b = static_cast<std::size_t>(pair.bodies.second);
  return pair.closes(near_.motion(pair.bodies.first), near_.motion(pair.bodies.second), trial_.parts[a],
                     trial_.parts[b]);
}

// Holding a body back may let another come too close to it. A held pair stays apart whatever other bodies do.
void PassingGuard::holdAll(std::span<const std::size_t> pairs) {
  for (bool found = true; found;) {
    found = false;
    for (const std::size_t n : pairs) {
      ClosingPair& pair = near_.pairs()[n];
      if (pair.held || !tooClose(pair)) continue;
      hold(pair);
      found = true;
    }
  }
}

void PassingGuard::hold(ClosingPair& pair) {
  constexpr double belowRounding = 1 - 1e-9;
  pair.held = true;
  trial_.held.push_back(pair.bodies);
  const auto a = static_cast<std::size_t>(pair.bodies.first),
             b = static_cast<std::size_t>(pair.bodies.second);
  const StepMotion &ofA = near_.motion(pair.bodies.first), &ofB = near_.motion(pair.bodies.second);
  const double closingA = pair.closingOfA(ofA), closingB = pair.closingOfB(ofB);
  const double walls = (inertia_->isWall(a) ? closingA : 0) + (inertia_->isWall(b) ? closingB : 0);
  const double left = pair.allowed(ofA, ofB) - walls;
  if (walls > wallShare * pair.allowed(ofA, ofB)) block(pair.bodies);
  const double part = belowRounding * std::max(0.0, left) / (closingA + closingB - walls);
  for (const auto& [i, closing] : {std::pair(a, closingA), std::pair(b, closingB)})
    if (!inertia_->isWall(i) && closing > 0) trial_.parts[i] = std::min(trial_.parts[i], part);
}

void PassingGuard::block(const BodyPair& pair) {
  trial_.blocked = pair;
  const auto place = std::lower_bound(caught_.begin(), caught_.end(), pair);
  if (place == caught_.end() || *place != pair) caught_.insert(place, pair);
}

bool PassingGuard::isCaught(const ClosingPair& pair) const {
  return std::binary_search(caught_.begin(), caught_.end(), pair.bodies);
}

// Removes the part of the approach velocity that was not carried out; of a pair that was caught, all of it.
void PassingGuard::stop(const ClosingPair& pair, BodyState& state) {
  const auto a = static_cast<std::size_t>(pair.bodies.first),
             b = static_cast<std::size_t>(pair.bodies.second);
  const Vec3& normal = pair.gap.normal;
  const double carriedOut = isCaught(pair) ? 0 : std::min(trial_.parts[a], trial_.parts[b]);
  const auto leverOf = [&](std::size_t i) { return Vec3(pair.gap.point - state.position[i]); };
  const auto velocityOf = [&](std::size_t i) {
    return Vec3(state.velocity[i] + inertia_->angularVelocity(i, state).cross(leverOf(i)));
  };
  const double approach = (velocityOf(a) - velocityOf(b)).dot(normal);
  if (!(approach > 0)) return;
  const double inverseMass = inverseMassAt(*inertia_, a, state, leverOf(a), normal) +
                             inverseMassAt(*inertia_, b, state, leverOf(b), normal);
  const double impulse = (1 - carriedOut) * approach / inverseMass;
  for (const auto& [i, sign] : {std::pair(a, -1.0), std::pair(b, 1.0)}) {
    const Vec3 push = sign * impulse * normal;
    if (inertia_->isWall(i)) {
      trial_.wallWork -= push.dot(velocityOf(i));
      continue;
    }
    const double before = kineticEnergyOf(i, state, *inertia_);
    kick(state, i, *inertia_, push, leverOf(i).cross(push), 1);
    trial_.given[i] += kineticEnergyOf(i, state, *inertia_) - before;
  }
  trial_.lost += impulse * (approach - 0.5 * impulse * inverseMass);
}

// Forces have acted during the whole step, but bodies that were held back have moved for a part of it. What
// forces did beyond that would be energy from nowhere.
void PassingGuard::settle(BodyState& state, const std::function<double(std::size_t)>& damping) {
  const auto workOfForces = [&](std::size_t i) {  // in the whole step, J
    return kineticEnergyOf(i, state, *inertia_) - kineticEnergyOf(i, near_.before(), *inertia_) -
           trial_.given[i];
  };
  for (const auto& [first, group] : heldGroups(trial_.held, *inertia_, near_.size())) {
    double excess = 0;
    for (const std::size_t i : group.bodies) excess += (1 - trial_.parts[i]) * (workOfForces(i) + damping(i));
    double left = std::max(0.0, excess);
    for (const Kept kept : {Kept::Motion, Kept::MeanVelocity, Kept::Nothing})
      if (kept == Kept::Nothing || !group.meetsWall) left -= slow(group.bodies, kept, left, state, *inertia_);
    dissipated_ += std::max(0.0, -excess) - left;
  }
}

}  // namespace talus
