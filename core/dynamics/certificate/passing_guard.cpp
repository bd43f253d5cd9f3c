#include "dynamics/certificate/passing_guard.h"

#include <tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <set>

#include "base/damaged_snapshot.h"
#include "base/parallel.h"
#include "dynamics/body/body_loop.h"
#include "dynamics/body/slowing.h"
#include "dynamics/certificate/surface_check.h"
#include "dynamics/field/moving_system.h"
#include "geometry/mesh/union_find.h"

namespace talus {

namespace {

// Where a body is held back, a wall may use up this share of the allowed approach: the body, which gives way
// at its nearest point, may still turn towards the wall by as much and more elsewhere.
constexpr double wallShare = 0.25;

}  // namespace

struct PassingGuard::Workers {
  tbb::enumerable_thread_specific<GapFinder> finders;
  tbb::enumerable_thread_specific<SurfaceCheck> checks;
};

PassingGuard::PassingGuard(const ContactLibrary& library, const BodyInertia& inertia,
                           std::vector<GuardedBody> bodies)
    : near_(library, inertia, std::move(bodies)), inertia_(&inertia), workers_(std::make_unique<Workers>()) {}

PassingGuard::~PassingGuard() = default;

void PassingGuard::begin(const BodyState& state) {
  if (samePlaces(state, checked_))
    near_.proceed(state);
  else
    near_.begin(state);
  checked_ = state;
  forgetTrial();
}

void PassingGuard::forgetTrial() {
  parts_.assign(near_.size(), 1.0);
  stopped_.assign(near_.size(), 0.0);
  heldPairs_.clear();
  blocked_.reset();
  heldNow_ = 0;
  lost_ = 0;
  workNow_ = 0;
}

void PassingGuard::forget() {
  near_.forget();
  caught_.clear();
  held_ = 0;
}

void PassingGuard::load(ByteReader& bytes) {
  dissipated_ = bytes.value<double>();
  wallWork_ = bytes.value<double>();
  if (!std::isfinite(dissipated_) || !std::isfinite(wallWork_)) throw damagedSnapshot();
  forget();
  near_.begin({});
}

void PassingGuard::accept(const BodyState& /*state*/, double /*time*/) {
  held_ += heldNow_;
  dissipated_ += lost_;
  wallWork_ += workNow_;
  caught_.clear();
}

void PassingGuard::confine(BodyState& state, double time) {
  if (near_.before().size() != state.size()) return;  // no step has begun
  if (samePlaces(state, checked_)) return;
  forgetTrial();
  // Pairs that blocked a step must be found again after a step of half the length.
  near_.lookAheadOfWalls(caught_.empty() ? 1 : 2 / (wallShare * ClosingPair::share));
  const auto closing = near_.findClosing(state, time);
  holdAll(closing);
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    if (parts_[i] == 1) continue;
    ++heldNow_;
    takePart(near_.before(), near_.motion(static_cast<Index>(i)), parts_[i], i, state);
  }
  for (const std::size_t n : closing)
    if (const ClosingPair& pair = near_.pairs()[n]; pair.held || isCaught(pair)) stop(pair, state);
  checked_ = state;
}

bool PassingGuard::tooClose(const ClosingPair& pair) const {
  const auto a = static_cast<std::size_t>(pair.bodies.first),
             b = static_cast<std::size_t>(pair.bodies.second);
  return pair.closes(near_.motion(pair.bodies.first), near_.motion(pair.bodies.second), parts_[a], parts_[b]);
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
  heldPairs_.push_back(pair.bodies);
  const auto a = static_cast<std::size_t>(pair.bodies.first),
             b = static_cast<std::size_t>(pair.bodies.second);
  const StepMotion &ofA = near_.motion(pair.bodies.first), &ofB = near_.motion(pair.bodies.second);
  const double closingA = pair.closingOfA(ofA), closingB = pair.closingOfB(ofB);
  const double walls = (inertia_->isWall(a) ? closingA : 0) + (inertia_->isWall(b) ? closingB : 0);
  const double left = pair.allowed(ofA, ofB) - walls;
  if (walls > wallShare * pair.allowed(ofA, ofB)) block(pair.bodies);
  const double part = belowRounding * std::max(0.0, left) / (closingA + closingB - walls);
  for (const auto& [i, closing] : {std::pair(a, closingA), std::pair(b, closingB)})
    if (!inertia_->isWall(i) && closing > 0) parts_[i] = std::min(parts_[i], part);
}

void PassingGuard::block(const BodyPair& pair) {
  blocked_ = pair;
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
  const double carriedOut = isCaught(pair) ? 0 : std::min(parts_[a], parts_[b]);
  const auto leverOf = [&](std::size_t i) { return Vec3(pair.gap.point - state.position[i]); };
  const auto velocityOf = [&](std::size_t i) {
    return Vec3(state.velocity[i] + inertia_->angularVelocity(i, state).cross(leverOf(i)));
  };
  const double approach = (velocityOf(a) - velocityOf(b)).dot(normal);
  if (!(approach > 0)) return;
  const double inverseMass =
      inverseMassAt(a, state, leverOf(a), normal) + inverseMassAt(b, state, leverOf(b), normal);
  const double impulse = (1 - carriedOut) * approach / inverseMass;
  for (const auto& [i, sign] : {std::pair(a, -1.0), std::pair(b, 1.0)}) {
    const Vec3 push = sign * impulse * normal;
    if (inertia_->isWall(i)) {
      workNow_ -= push.dot(velocityOf(i));
      continue;
    }
    const double before = kineticEnergyOf(i, state, *inertia_);
    kick(state, i, *inertia_, push, leverOf(i).cross(push), 1);
    stopped_[i] += kineticEnergyOf(i, state, *inertia_) - before;
  }
  lost_ += impulse * (approach - 0.5 * impulse * inverseMass);
}

// Forces have acted during the whole step, but bodies that were held back have moved for a part of it. What
// forces did beyond that would be energy from nowhere.
void PassingGuard::settle(BodyState& state, const std::function<double(std::size_t)>& damping) {
  for (const auto& [first, group] : heldGroups()) {
    double excess = 0;
    for (const std::size_t i : group.bodies)
      excess += (1 - parts_[i]) * (workOfForces(i, state) + damping(i));
    double left = std::max(0.0, excess);
    for (const Kept kept : {Kept::Motion, Kept::MeanVelocity, Kept::Nothing})
      if (kept == Kept::Nothing || !group.meetsWall) left -= slow(group.bodies, kept, left, state, *inertia_);
    dissipated_ += std::max(0.0, -excess) - left;
  }
}

// By their first bodies.
std::map<Index, PassingGuard::Group> PassingGuard::heldGroups() const {
  const auto isWall = [this](Index i) { return inertia_->isWall(static_cast<std::size_t>(i)); };
  UnionFind sets(heldPairs_.empty() ? 0 : near_.size());
  std::set<Index> bodies;
  for (const auto& [a, b] : heldPairs_) {
    if (!isWall(a)) bodies.insert(a);
    if (!isWall(b)) bodies.insert(b);
    if (!isWall(a) && !isWall(b)) sets.unite(a, b);
  }
  std::map<Index, Group> groups;
  for (const Index body : bodies) groups[sets.find(body)].bodies.push_back(static_cast<std::size_t>(body));
  for (const auto& [a, b] : heldPairs_)
    if (isWall(a) || isWall(b)) groups[sets.find(isWall(a) ? b : a)].meetsWall = true;
  return groups;
}

// In the whole step, J.
double PassingGuard::workOfForces(std::size_t i, const BodyState& state) const {
  return kineticEnergyOf(i, state, *inertia_) - kineticEnergyOf(i, near_.before(), *inertia_) - stopped_[i];
}

double PassingGuard::inverseMassAt(std::size_t i, const BodyState& state, const Vec3& lever,
                                   const Vec3& normal) const {
  if (inertia_->isWall(i)) return 0;
  const Vec3 arm = lever.cross(normal);
  return inertia_->inverseMass(i) + arm.dot(inertia_->angularVelocity(i, state.orientation[i], arm));
}

Certificate PassingGuard::certify(const BodyState& state, double time, double range) {
  BoxArrays boxes;
  boxes.resize(near_.size());
  std::int64_t dynamic = 0, walls = 0;
  for (std::size_t i = 0; i < near_.size(); ++i) {
    boxes.set(i, Box());
    if (!near_.isPresent(i, time)) continue;
    ++(inertia_->isWall(i) ? walls : dynamic);
    boxes.set(i, grown(near_.box(state, i), 0.5 * range));
  }
  const std::span<const BodyPair> pairs = near_.overlapping(boxes);
  std::vector<double> gaps(pairs.size());
  std::vector<std::uint8_t> meeting(pairs.size());
  std::atomic<double> least = range;  // so far: longer gaps need not be known
  DividedWork::Item item;
  item.compute = [&](std::size_t n) {
    const CertifiedBody a = near_.certified(state, pairs[n].first);
    const CertifiedBody b = near_.certified(state, pairs[n].second);
    GapFinder& finder = workers_->finders.local();
    std::optional<FeaturePair> features;
    gaps[n] = finder.mayBeWithin(least, a, b) ? finder.find(a, b, features).length : range;
    for (double before = least; gaps[n] < before && !least.compare_exchange_weak(before, gaps[n]);) continue;
    meeting[n] = workers_->checks.local().meet(*a.geometry, a.pose, *b.geometry, b.pose) ? 1 : 0;
  };
  item.write = [&](std::size_t n, ByteWriter& to) {
    to.value(gaps[n]);
    to.value(meeting[n]);
  };
  item.read = [&](std::size_t n, ByteReader& from) {
    gaps[n] = from.value<double>();
    meeting[n] = from.value<std::uint8_t>();
  };
  near_.compute(pairs, sizeof(double) + 1, item);
  Certificate found;
  found.leastGap = range;
  for (std::size_t n = 0; n < pairs.size(); ++n) {
    found.leastGap = std::min(found.leastGap, gaps[n]);
    found.meeting += meeting[n];
    if (gaps[n] > 0) continue;
    if (found.unproven++ == 0) found.first = pairs[n];
  }
  found.proven = dynamic * (dynamic - 1) / 2 + dynamic * walls - found.unproven;
  return found;
}

}  // namespace talus
