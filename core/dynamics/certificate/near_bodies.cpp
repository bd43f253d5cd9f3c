#include "dynamics/certificate/near_bodies.h"

#include <cmath>

#include "dynamics/body/body_loop.h"

namespace talus {

namespace {

// A bound on how far a point of B has moved since, seen from A, m.
double motionSince(const Pose& seen, const Pose& now, const CertifiedBody& a, const CertifiedBody& b) {
  const double shift = a.pose.scale * (now.position - seen.position).norm();
  const double turn = std::sqrt(0.5) * (now.rotation - seen.rotation).norm() * b.extent;
  return (1 + 1e-12) * (shift + turn) + roundingOf(a, b);
}

}  // namespace

NearBodies::NearBodies(const ContactLibrary& library, const BodyInertia& inertia,
                       std::vector<GuardedBody> bodies)
    : library_(&library), inertia_(&inertia), bodies_(std::move(bodies)) {
  BroadPhaseOptions options;
  options.expectedBoxes = bodies_.size();
  options.wanted = [this](Index i, Index j) {
    return !(inertia_->isWall(static_cast<std::size_t>(i)) && inertia_->isWall(static_cast<std::size_t>(j)));
  };
  phase_ = makeBroadPhase(options);
}

NearBodies::~NearBodies() = default;

CertifiedBody NearBodies::certified(const BodyState& state, Index i) const {
  const auto k = static_cast<std::size_t>(i);
  return {&library_->geometry(bodies_[k].shape),
          {state.position[k], state.orientation[k].matrix(), bodies_[k].scale},
          bodies_[k].extent};
}

Box NearBodies::box(const BodyState& state, std::size_t i) const {
  return library_->box(bodies_[i].shape, certified(state, static_cast<Index>(i)).pose);
}

std::span<const BodyPair> NearBodies::overlapping(const BoxArrays& boxes) {
  phase_->update(boxes);
  return phase_->pairs();
}

// Bodies whose swept boxes do not overlap stay apart during the whole motion.
void NearBodies::find(const BodyState& target, double time) {
  motions_.resize(size());
  boxes_.resize(size());
  forEachBody(size(), [&](std::size_t i) {
    motions_[i] = stepMotion(before_, target, i, bodies_[i].extent);
    Box swept;
    if (isPresent(i, time)) {
      swept = box(before_, i);
      swept = grown(swept.merged(swept.translated(motions_[i].way)), motions_[i].turn);
    }
    boxes_.set(i, swept);
  });
  carryOver(overlapping(boxes_));
  forEachPair(pairs_.size(), [this](std::size_t n) { boundGap(pairs_[n]); });
}

// Both lists are sorted.
void NearBodies::carryOver(std::span<const BodyPair> pairs) {
  std::swap(pairs_, earlier_);
  pairs_.assign(pairs.size(), {});
  auto known = earlier_.begin();
  for (std::size_t n = 0; n < pairs.size(); ++n) {
    while (known != earlier_.end() && known->bodies < pairs[n]) ++known;
    if (known != earlier_.end() && known->bodies == pairs[n]) pairs_[n] = *known;
    pairs_[n].bodies = pairs[n];
    pairs_[n].held = false;
  }
}

// Tries the stored values first and searches again if they do not suffice.
void NearBodies::boundGap(Pair& pair) {
  const CertifiedBody a = certified(before_, pair.bodies.first);
  const CertifiedBody b = certified(before_, pair.bodies.second);
  pair.rounding = roundingOf(a, b);
  const Pose now = a.pose.relative(b.pose);
  if (pair.searched.length > 0) {
    pair.gap = pair.searched;
    pair.gap.length = pair.gap.divided ? gapAcross(a, b, pair.gap.normal)
                                       : pair.searched.length - motionSince(pair.seen, now, a, b);
    // Planes that no longer separate prove nothing.
    if (pair.gap.length > 0 && !pair.closes(motion(pair.bodies.first), motion(pair.bodies.second), 1, 1))
      return;
  }
  pair.gap = pair.searched = finders_.local().find(a, b, pair.features);
  pair.seen = now;
}

}  // namespace talus
