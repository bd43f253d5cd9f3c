#include "dynamics/run/unseen_passages.h"

#include <algorithm>
#include <cmath>

#include "dynamics/body/body_loop.h"
#include "dynamics/certificate/near_bodies.h"

namespace talus {

namespace {

constexpr double unseen = 0.5;  // motion of two bodies beside each other over the thickness

std::size_t row(Index body) {
  return static_cast<std::size_t>(body);
}

}  // namespace

bool UnseenPassages::areImpossible(double way) const {
  return !(2 * way > unseen * contacts_->bodies().thinnest());
}

std::vector<BodyPair> UnseenPassages::find(const BodyState& before, const BodyState& after, double time) {
  before_ = &before;
  findMotions(before, after);
  std::vector<BodyPair> found;
  for (const BodyPair& pair : nearPairs(time))
    if (motionOf(pair) > unseen * thicknessOf(pair) && contacts_->bodies().counts(pair) && pass(pair))
      found.push_back(pair);
  return found;
}

void UnseenPassages::findMotions(const BodyState& before, const BodyState& after) {
  motions_.resize(after.size());
  forEachBody(after.size(), [&](std::size_t i) {
    motions_[i] = stepMotion(before, after, i, contacts_->bodies()[i].extent);
  });
}

// Bodies that met, and did not leave their halos in the step, have boxes that overlap.
std::span<const BodyPair> UnseenPassages::nearPairs(double time) {
  const ForceBodies& bodies = contacts_->bodies();
  const auto leaves = [&](const StepMotion& motion) { return motion.length() > bodies.margin(); };
  if (std::ranges::none_of(motions_, leaves)) return contacts_->pairs().pairs();
  if (!swept_) {
    BroadPhaseOptions options;
    options.wanted = [&bodies](Index i, Index j) { return bodies[i].isMoved() || bodies[j].isMoved(); };
    swept_ = makeBroadPhase(options);
  }
  BoxArrays boxes;
  boxes.resize(motions_.size());
  forEachBody(motions_.size(), [&](std::size_t i) {
    boxes.set(i, time < bodies[i].removed ? sweptBox(static_cast<Index>(i)) : Box());
  });
  swept_->update(boxes);
  return swept_->pairs();
}

Box UnseenPassages::sweptBox(Index body) const {
  const ForceBodies& bodies = contacts_->bodies();
  const Box start = bodies.library().box(bodies[body].number, poseOf(body, 0));
  const StepMotion& motion = motions_[row(body)];
  return grown(start.merged(start.translated(motion.way)), motion.turn);
}

// After a part of the step.
Pose UnseenPassages::poseOf(Index body, double part) const {
  const std::size_t i = row(body);
  const StepMotion& motion = motions_[i];
  const Quaternion turned = rotationBy(part * motion.angle) * before_->orientation[i];
  return {before_->position[i] + part * motion.way, turned.normalised().matrix(),
          contacts_->bodies()[body].scale};
}

// Of the two bodies relative to each other, m, at most.
double UnseenPassages::motionOf(const BodyPair& pair) const {
  const StepMotion &a = motions_[row(pair.first)], &b = motions_[row(pair.second)];
  return (b.way - a.way).norm() + a.turn + b.turn;
}

double UnseenPassages::thicknessOf(const BodyPair& pair) const {
  return std::min(contacts_->bodies()[pair.first].thickness, contacts_->bodies()[pair.second].thickness);
}

// Whether the gap at the start surely exceeds the motion. False for bodies that overlap there.
bool UnseenPassages::stayApart(const BodyPair& pair) {
  if (!sweptBox(pair.first).intersects(sweptBox(pair.second))) return true;
  const auto certified = [&](Index body) {
    const ForceBody& its = contacts_->bodies()[body];
    return CertifiedBody{its.shape->geometry, poseOf(body, 0), its.extent};
  };
  std::optional<FeaturePair> features;
  ClosingPair closing;
  closing.gap = gaps_.find(certified(pair.first), certified(pair.second), features);
  return closing.gap.length > 0 &&
         closing.closing(motions_[row(pair.first)], motions_[row(pair.second)], 1, 1) < closing.gap.length;
}

bool UnseenPassages::meet(const BodyPair& pair, double part) {
  const ForceBodies& bodies = contacts_->bodies();
  return check_.meet(*bodies[pair.first].shape->geometry, poseOf(pair.first, part),
                     *bodies[pair.second].shape->geometry, poseOf(pair.second, part));
}

// Bodies that a law sees overlap at the end are judged by their depth there. It sees all convex ones. Others
// may pierce each other with contacts that tell nothing of it.
bool UnseenPassages::pass(const BodyPair& pair) {
  constexpr double most = 1000;
  if (stayApart(pair)) return false;
  const bool pierced = meet(pair, 1);
  if (pierced &&
      (contacts_->pairs().accepted().overlapOf(pair) != Overlap::None || contacts_->bodies().areConvex(pair)))
    return false;
  if (meet(pair, 0)) return pierced;
  const double motion = motionOf(pair), thickness = thicknessOf(pair);
  const double places = std::min(most, std::ceil(2 * motion / (unseen * thickness)));
  const double last =
      pierced ? 1 - unseen * thickness / motion : 1;  // if they meet later, they hardly do yet
  for (double k = 1; k < last * places; ++k)
    if (meet(pair, k / places)) return true;
  return false;
}

}  // namespace talus
