#include "dynamics/certificate/guarded_bodies.h"

#include <algorithm>
#include <utility>

namespace talus {

GuardedBodies::GuardedBodies(const ContactLibrary& library, const BodyInertia& inertia,
                             std::vector<GuardedBody> bodies)
    : library_(&library), inertia_(&inertia), bodies_(std::move(bodies)) {
  BroadPhaseOptions options;
  options.expectedBoxes = bodies_.size();
  options.wanted = [&inertia](Index i, Index j) {
    return !(inertia.isWall(static_cast<std::size_t>(i)) && inertia.isWall(static_cast<std::size_t>(j)));
  };
  phase_ = makeBroadPhase(options);
}

SamePresence GuardedBodies::samePresence(double time) const {
  SamePresence same{-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  for (const GuardedBody& body : bodies_) {
    if (body.removed > time)
      same.end = std::min(same.end, body.removed);
    else
      same.begin = std::max(same.begin, body.removed);
  }
  return same;
}

CertifiedBody GuardedBodies::certified(const BodyState& state, Index i) const {
  const auto k = static_cast<std::size_t>(i);
  return {&library_->geometry(bodies_[k].shape),
          {state.position[k], state.orientation[k].matrix(), bodies_[k].scale},
          bodies_[k].extent};
}

Box GuardedBodies::box(const BodyState& state, std::size_t i) const {
  return library_->box(bodies_[i].shape, certified(state, static_cast<Index>(i)).pose);
}

std::span<const BodyPair> GuardedBodies::overlapping(const BoxArrays& boxes) {
  phase_->update(boxes);
  return phase_->pairs();
}

void GuardedBodies::compute(std::span<const BodyPair> pairs, std::int64_t bytes,
                            DividedWork::Item item) const {
  item.grain = pairsAtATime;
  if (ranks_ == nullptr) return forEachPair(pairs.size(), item.compute);
  constexpr std::int64_t convex = 500, other = 20'000;  // ns
  const auto isConvex = [this](Index i) { return library_->geometry(body(i).shape).convex() != nullptr; };
  std::vector<std::int64_t> costs;
  for (const auto& [a, b] : pairs) costs.push_back(isConvex(a) && isConvex(b) ? convex : other);
  ranks_->compute(costs, bytes * static_cast<std::int64_t>(pairs.size()), item);
}

}  // namespace talus
