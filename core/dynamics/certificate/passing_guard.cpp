#include "dynamics/certificate/passing_guard.h"

#include <tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "dynamics/body/body_loop.h"
#include "dynamics/certificate/surface_check.h"
#include "dynamics/field/moving_system.h"

namespace talus {

// A pair, with stored values that may save a new search for its gap.
struct PassingGuard::Near : ClosingPair {
  std::optional<FeaturePair> features;  // of convex bodies: where the last search ended
  CertifiedGap searched;                // the last one; of length 0: none
  Pose seen;                            // pose of B in A's frame in that search
};

struct PassingGuard::Workers {
  tbb::enumerable_thread_specific<GapFinder> finders;
  tbb::enumerable_thread_specific<SurfaceCheck> checks;
};

namespace {

constexpr std::size_t pairsAtATime = 64;

Box grown(const Box& box, double by) {
  return {box.min() - Vec3::Constant(by), box.max() + Vec3::Constant(by)};
}

// A bound on how far a point of B has moved since, seen from A, m.
double motionSince(const Pose& seen, const Pose& now, const CertifiedBody& a, const CertifiedBody& b) {
  const double shift = a.pose.scale * (now.position - seen.position).norm();
  const double turn = std::sqrt(0.5) * (now.rotation - seen.rotation).norm() * b.extent;
  return (1 + 1e-12) * (shift + turn) + roundingOf(a, b);
}

}  // namespace

PassingGuard::PassingGuard(const ContactLibrary& library, const BodyInertia& inertia,
                           std::vector<GuardedBody> bodies)
    : library_(&library),
      inertia_(&inertia),
      bodies_(std::move(bodies)),
      workers_(std::make_unique<Workers>()) {
  BroadPhaseOptions options;
  options.expectedBoxes = bodies_.size();
  options.wanted = [this](Index i, Index j) {
    return !(inertia_->isWall(static_cast<std::size_t>(i)) && inertia_->isWall(static_cast<std::size_t>(j)));
  };
  phase_ = makeBroadPhase(options);
}

PassingGuard::~PassingGuard() = default;

void PassingGuard::begin(const BodyState& state, double time) {
  before_ = checked_ = state;
  time_ = time;
  blocked_.reset();
  heldNow_ = 0;
  lost_ = 0;
}

void PassingGuard::forget() {
  near_.clear();
  held_ = 0;
}

void PassingGuard::load(ByteReader& bytes) {
  dissipated_ = bytes.value<double>();
  forget();
  before_.resize(0);
}

void PassingGuard::accept(const BodyState& /*state*/, double /*time*/) {
  held_ += heldNow_;
  dissipated_ += lost_;
}

void PassingGuard::confine(BodyState& state, double time) {
  if (before_.size() != state.size()) return;  // no step has begun
  if (state.position == checked_.position && state.orientation == checked_.orientation) return;
  measureMotions(state);
  findNear(time);
  holdAll();
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    if (parts_[i] == 1) continue;
    ++heldNow_;
    takePart(before_, motions_[i], parts_[i], i, state);
  }
  for (const Near& near : near_)
    if (near.held) stop(near, state);
  checked_ = state;
}

void PassingGuard::measureMotions(const BodyState& state) {
  blocked_.reset();
  heldNow_ = 0;
  lost_ = 0;
  motions_.resize(bodies_.size());
  parts_.assign(bodies_.size(), 1.0);
  forEachBody(bodies_.size(),
              [&](std::size_t i) { motions_[i] = stepMotion(before_, state, i, bodies_[i].extent); });
}

// Bodies whose swept boxes do not overlap stay apart during the whole step.
void PassingGuard::findNear(double time) {
  boxes_.resize(bodies_.size());
  forEachBody(bodies_.size(), [&](std::size_t i) {
    Box box;
    if (isPresent(i, time)) {
      box = library_->box(bodies_[i].shape, poseOf(before_, i));
      box = grown(box.merged(box.translated(motions_[i].way)), motions_[i].turn);
    }
    boxes_.set(i, box);
  });
  carryOver(pairsOf(boxes_));
  Context context;
  parallelChunks(near_.size(), pairsAtATime, context, [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n) boundGap(near_[n]);
  });
}

// Both lists are sorted.
void PassingGuard::carryOver(std::span<const BodyPair> pairs) {
  std::swap(near_, earlier_);
  near_.assign(pairs.size(), {});
  auto known = earlier_.begin();
  for (std::size_t n = 0; n < pairs.size(); ++n) {
    while (known != earlier_.end() && known->bodies < pairs[n]) ++known;
    if (known != earlier_.end() && known->bodies == pairs[n]) near_[n] = *known;
    near_[n].bodies = pairs[n];
    near_[n].held = false;
  }
}

// Tries the stored values first and searches again if they do not suffice.
void PassingGuard::boundGap(Near& near) {
  const CertifiedBody a = certified(before_, static_cast<std::size_t>(near.bodies.first));
  const CertifiedBody b = certified(before_, static_cast<std::size_t>(near.bodies.second));
  near.rounding = roundingOf(a, b);
  const Pose now = a.pose.relative(b.pose);
  if (near.searched.length > 0) {
    near.gap = near.searched;
    near.gap.length = near.gap.divided ? gapAcross(a, b, near.gap.normal)
                                       : near.searched.length - motionSince(near.seen, now, a, b);
    if (near.gap.length > 0 && !tooClose(near)) return;  // planes that no longer separate prove nothing
  }
  near.gap = near.searched = workers_->finders.local().find(a, b, near.features);
  near.seen = now;
}

bool PassingGuard::tooClose(const ClosingPair& pair) const {
  const auto a = static_cast<std::size_t>(pair.bodies.first),
             b = static_cast<std::size_t>(pair.bodies.second);
  return pair.closing(motions_[a], motions_[b], parts_[a], parts_[b]) >
         pair.allowed(motions_[a], motions_[b]);
}

// Holding a body back may let another come too close to it. A held pair stays apart whatever other bodies do.
void PassingGuard::holdAll() {
  for (bool found = true; found;) {
    found = false;
    for (Near& near : near_) {
      if (near.held || !tooClose(near)) continue;
      hold(near);
      found = true;
    }
  }
}

void PassingGuard::hold(ClosingPair& pair) {
  constexpr double belowRounding = 1 - 1e-9;
  pair.held = true;
  const auto a = static_cast<std::size_t>(pair.bodies.first),
             b = static_cast<std::size_t>(pair.bodies.second);
  const double closingA = pair.closingOfA(motions_[a]), closingB = pair.closingOfB(motions_[b]);
  const double walls = (inertia_->isWall(a) ? closingA : 0) + (inertia_->isWall(b) ? closingB : 0);
  const double left = pair.allowed(motions_[a], motions_[b]) - walls;
  if (left < 0) blocked_ = pair.bodies;
  const double part = belowRounding * std::max(0.0, left) / (closingA + closingB - walls);
  for (const auto& [i, closing] : {std::pair(a, closingA), std::pair(b, closingB)})
    if (!inertia_->isWall(i) && closing > 0) parts_[i] = std::min(parts_[i], part);
}

// Removes the part of the approach velocity that was not carried out.
void PassingGuard::stop(const ClosingPair& pair, BodyState& state) {
  const auto a = static_cast<std::size_t>(pair.bodies.first),
             b = static_cast<std::size_t>(pair.bodies.second);
  const Vec3& normal = pair.gap.normal;
  const double gone = std::min(parts_[a], parts_[b]);
  const auto leverOf = [&](std::size_t i) { return Vec3(pair.gap.point - state.position[i]); };
  const auto velocityOf = [&](std::size_t i) {
    return Vec3(state.velocity[i] + inertia_->angularVelocity(i, state).cross(leverOf(i)));
  };
  const double approach = (velocityOf(a) - velocityOf(b)).dot(normal);
  if (!(approach > 0)) return;
  const double inverseMass =
      inverseMassAt(a, state, leverOf(a), normal) + inverseMassAt(b, state, leverOf(b), normal);
  const double impulse = (1 - gone) * approach / inverseMass;
  for (const auto& [i, sign] : {std::pair(a, -1.0), std::pair(b, 1.0)}) {
    if (inertia_->isWall(i)) continue;
    kick(state, i, *inertia_, sign * impulse * normal, leverOf(i).cross(Vec3(sign * impulse * normal)), 1);
  }
  lost_ += impulse * (approach - 0.5 * impulse * inverseMass);
}

double PassingGuard::inverseMassAt(std::size_t i, const BodyState& state, const Vec3& lever,
                                   const Vec3& normal) const {
  if (inertia_->isWall(i)) return 0;
  const Vec3 arm = lever.cross(normal);
  return inertia_->inverseMass(i) + arm.dot(inertia_->angularVelocity(i, state.orientation[i], arm));
}

Certificate PassingGuard::certify(const BodyState& state, double time, double range) {
  boxes_.resize(bodies_.size());
  std::int64_t dynamic = 0, walls = 0;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    boxes_.set(i, Box());
    if (!isPresent(i, time)) continue;
    ++(inertia_->isWall(i) ? walls : dynamic);
    boxes_.set(i, grown(library_->box(bodies_[i].shape, poseOf(state, i)), 0.5 * range));
  }
  const std::span<const BodyPair> pairs = pairsOf(boxes_);
  std::vector<double> gaps(pairs.size());
  std::vector<std::uint8_t> meeting(pairs.size());
  Context context;
  parallelChunks(pairs.size(), pairsAtATime, context, [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n) {
      const CertifiedBody a = certified(state, static_cast<std::size_t>(pairs[n].first));
      const CertifiedBody b = certified(state, static_cast<std::size_t>(pairs[n].second));
      std::optional<FeaturePair> features;
      gaps[n] = workers_->finders.local().find(a, b, features).length;
      meeting[n] = workers_->checks.local().meet(*a.geometry, a.pose, *b.geometry, b.pose) ? 1 : 0;
    }
  });
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

Pose PassingGuard::poseOf(const BodyState& state, std::size_t i) const {
  return {state.position[i], state.orientation[i].matrix(), bodies_[i].scale};
}

CertifiedBody PassingGuard::certified(const BodyState& state, std::size_t i) const {
  return {&library_->geometry(bodies_[i].shape), poseOf(state, i), bodies_[i].extent};
}

}  // namespace talus
