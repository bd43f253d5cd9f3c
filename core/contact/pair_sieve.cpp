#include "contact/pair_sieve.h"

#include <cmath>

namespace talus {

void PairSieve::begin(PairFrame& frame, Wanted wanted, const SieveRule& rule,
                      std::vector<TriangleContact>& contacts) {
  frame_ = &frame;
  contacts_ = &contacts;
  wanted_ = wanted;
  rule_ = rule;
  done_ = false;
  iterations_ = fallbacks_ = 0;
  mapFloat_ = frame.aToB.map<float>();
  mapDouble_ = frame.aToB.map<double>();
  floats_.size = doubles_.size = 0;
}

void PairSieve::push(Index triangleA, Index triangleB) {
  if (rule_.method == TrianglePairMethod::Comparison) return pushDouble(triangleA, triangleB);
  const std::size_t i = floats_.size++;
  floatIds_.a[i] = triangleA;
  floatIds_.b[i] = triangleB;
  floats_.set(i, frame_->a->corners(triangleA), frame_->b->corners(triangleB));
  if (floats_.size == PairBatch<float>::capacity) judgeInFloat();
}

void PairSieve::flush() {
  judgeInFloat();
  judgeInDouble();
}

void PairSieve::judgeInFloat() {
  if (floats_.size == 0) return;
  floats_.pad();
  placeFirst(mapFloat_, floats_);
  const double reach = frame_->reachInB();
  if (rule_.method == TrianglePairMethod::Certified) {
    comparePairs(floats_, squared_);
    const double most = (reach + frame_->margin) * (reach + frame_->margin);
    for (std::size_t i = 0; i < floats_.size; ++i)
      if (squared_[i] <= most) pushDouble(floatIds_.a[i], floatIds_.b[i]);
  } else {
    iteratePairs(floats_, iterates_);
    iterations_ += static_cast<std::int64_t>(floats_.size);
    const double unit = frame_->toWorld.ratio;
    const double tolerance = rule_.iterationTolerance * 0.5 * frame_->reach / (unit * unit);
    for (std::size_t i = 0; i < floats_.size; ++i)
      if (staysAfterIteration(i, 0.5 * reach * reach, tolerance)) pushDouble(floatIds_.a[i], floatIds_.b[i]);
  }
  floats_.size = 0;
}

// Algorithm 4: a contact, none, or (Hybrid) not terminated, which is compared.
bool PairSieve::staysAfterIteration(std::size_t i, double halfSquaredReach, double tolerance) {
  if (rule_.method == TrianglePairMethod::Hybrid && iterates_.change[i] > tolerance) {
    ++fallbacks_;
    return true;
  }
  return iterates_.functional[i] <= halfSquaredReach;
}

void PairSieve::pushDouble(Index triangleA, Index triangleB) {
  const std::size_t i = doubles_.size++;
  doubleIds_.a[i] = triangleA;
  doubleIds_.b[i] = triangleB;
  doubles_.set(i, frame_->a->corners(triangleA), frame_->b->corners(triangleB));
  if (doubles_.size == PairBatch<double>::capacity) judgeInDouble();
}

void PairSieve::judgeInDouble() {
  if (doubles_.size == 0) return;
  doubles_.pad();
  placeFirst(mapDouble_, doubles_);
  comparePairs(doubles_, distances_);
  const double unit = frame_->toWorld.ratio;
  for (std::size_t i = 0; i < doubles_.size; ++i) {
    if (distances_.pierced[i] == 0 && std::sqrt(distances_.squared[i]) * unit > frame_->reach) continue;
    const TrianglePairDistance distance = resolvePair(doubles_, distances_, i);
    if (distance.gap * unit <= frame_->reach) keep(doubleIds_.a[i], doubleIds_.b[i], distance);
  }
  doubles_.size = 0;
}

void PairSieve::keep(Index triangleA, Index triangleB, const TrianglePairDistance& distance) {
  if (wanted_ == Wanted::Nearest) {
    if (!contacts_->empty() && distance.gap * frame_->toWorld.ratio >= contacts_->front().gap) return;
    contacts_->clear();
  }
  const double gap = distance.gap * frame_->toWorld.ratio;
  contacts_->push_back({triangleA, triangleB, distance.featureA, distance.featureB, distance.intersecting,
                        gap, normalOf(triangleA, triangleB, distance), frame_->toWorld(distance.pointA),
                        frame_->toWorld(distance.pointB)});
  if (wanted_ == Wanted::Nearest) frame_->reach = gap;
  done_ = wanted_ == Wanted::Any || (wanted_ == Wanted::Nearest && gap == 0);
}

Vec3 PairSieve::normalOf(Index triangleA, Index triangleB, const TrianglePairDistance& distance) const {
  const Vec3 between = distance.pointB - distance.pointA;
  const double length = between.norm();
  if (distance.gap > 0 && length > 0) return frame_->rotation * (between / length);
  const auto outward = [](const Corners& t) { return (t[1] - t[0]).cross(t[2] - t[0]).stableNormalized(); };
  const Vec3 ofA = frame_->aToB.linear * outward(frame_->a->corners(triangleA)) / frame_->aToB.ratio;
  const Vec3 ofB = outward(frame_->b->corners(triangleB));
  const Vec3 difference = ofA - ofB;
  if (difference.squaredNorm() > 0) return frame_->rotation * difference.normalized();
  return frame_->rotation * (ofA.squaredNorm() > 0 ? ofA : Vec3(Vec3::UnitX()));
}

}  // namespace talus
