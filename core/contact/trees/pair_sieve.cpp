#include "contact/trees/pair_sieve.h"

#include <algorithm>
#include <cmath>

namespace talus {

namespace {

// A feature of a triangle with cyclically permuted corners, in terms of the original corners.
TriangleFeature turnedBack(double feature, unsigned turn) {
  const auto f = static_cast<unsigned>(feature);
  if (f >= 6) return TriangleFeature::Face;
  return static_cast<TriangleFeature>(f / 3 * 3 + (f + turn) % 3);
}

AffineMap<double> linearMap(const Eigen::Matrix3d& matrix) {
  return RelativePlacement{matrix, Vec3::Zero(), 1}.map<double>();
}

}  // namespace

void PairSieve::begin(PairFrame& frame, Wanted wanted, const SieveRule& rule,
                      std::vector<TriangleContact>& contacts) {
  frame_ = &frame;
  contacts_ = &contacts;
  distances_ = nullptr;
  wanted_ = wanted;
  rule_ = rule;
  done_ = false;
  iterations_ = fallbacks_ = 0;
  const bool added =
      rule.method != TrianglePairMethod::Certified && rule.method != TrianglePairMethod::Comparison;
  if (added && method_ == nullptr) method_ = addedTriangleMethods().at(rule.method)();
  mapFloat_ = frame.aToB.map<float>();
  mapDouble_ = frame.aToB.map<double>();
  toWorld_ = {frame.toWorld.map<double>(), linearMap(frame.rotation), frame.toWorld.ratio};
  waitingForFloat_.size = 0;
  for (PairSlots& waiting : waiting_) waiting.size = 0;
}

void PairSieve::push(Index slotA, Index slotB) {
  if (rule_.method == TrianglePairMethod::Comparison) return wait(All, slotA, slotB);
  waitingForFloat_.push(slotA, slotB);
  if (waitingForFloat_.full()) judgeInFloat();
}

void PairSieve::flush() {
  judgeInFloat();
  for (const Queue queue : {Edges, CornerOfB, CornerOfA, All}) judge(queue);
}

void PairSieve::judgeInFloat() {
  if (waitingForFloat_.size == 0) return;
  packPairs(*frame_->a, mapFloat_, *frame_->b, waitingForFloat_, floats_);
  waitingForFloat_.size = 0;
  if (rule_.method != TrianglePairMethod::Certified) return judgeByMethod();
  comparePairs(floats_, estimates_);
  for (std::size_t i = 0; distances_ != nullptr && i < floats_.size; ++i)
    distances_->push_back(std::sqrt(estimates_.squared[i]));
  const double maximum = frame_->reachInB() + frame_->margin;
  const auto squaredMaximum = static_cast<float>(maximum * maximum * (1 + 1e-6));
  for (std::size_t i = 0; i < floats_.size; ++i) {
    if (!(estimates_.squared[i] <= squaredMaximum)) continue;
    if (wanted_ == Wanted::Candidates)
      add(waitingForFloat_, i).gap =
          std::max(0.0, std::sqrt(estimates_.squared[i]) - frame_->margin) * frame_->toWorld.ratio;
    else
      route(waitingForFloat_.a[i], waitingForFloat_.b[i], static_cast<int>(estimates_.nearest[i]));
  }
}

void PairSieve::judgeByMethod() {
  PairBits chosen;
  fallbacks_ += method_->choose(*frame_, rule_, floats_, chosen);
  iterations_ += static_cast<std::int64_t>(floats_.size);
  for (std::size_t i = 0; i < floats_.size; ++i)
    if ((chosen[i / 8] >> (i % 8) & 1) != 0) wait(All, waitingForFloat_.a[i], waitingForFloat_.b[i]);
}

// Selects the queue by PairEstimates::nearest.
void PairSieve::route(Index slotA, Index slotB, int nearest) {
  const auto k = static_cast<std::size_t>(nearest);
  if (k < 9) return wait(Edges, slotA, slotB, k / 3, k % 3);
  if (k < 12) return wait(CornerOfB, slotA, slotB, 0, k - 9);
  if (k < 15) return wait(CornerOfA, slotA, slotB, k - 12, 0);
  wait(All, slotA, slotB);
}

void PairSieve::wait(Queue queue, Index slotA, Index slotB, std::size_t turnA, std::size_t turnB) {
  PairSlots& waiting = waiting_[queue];
  waiting.push(slotA, slotB, turnA, turnB);
  if (waiting.full()) judge(queue);
}

void PairSieve::judge(Queue queue) {
  PairSlots& waiting = waiting_[queue];
  if (waiting.size == 0) return;
  Results& results = queue == All ? compared_ : refined_;
  PairBatch<double>& batch = queue == All ? all_ : doubles_;
  packPairs(*frame_->a, mapDouble_, *frame_->b, waiting, batch);
  if (queue == All)
    comparePairs(batch, results.distances);
  else
    refinePairs(batch, static_cast<NearestKind>(queue), results.distances);
  toWorld(toWorld_, results.distances, batch.size, results.points);
  for (std::size_t i = 0; i < batch.size; ++i) judgePair(queue, results, i);
  waiting.size = 0;
}

// A pair that a single distance does not decide with certainty is compared in full, so that every search
// gives the same result.
void PairSieve::judgePair(Queue queue, const Results& results, std::size_t i) {
  constexpr double closeSquared = 1e-20;  // the triangles may share a point
  constexpr double undecidedGap = 1e-11;  // in tree B's unit
  const PairSlots& waiting = waiting_[queue];
  const double unit = frame_->toWorld.ratio;
  const double gap = results.points.gap[i];
  const bool settled = results.distances.pierced[i] == 0 && results.distances.squared[i] > closeSquared;
  if (queue == All && !settled) return resolve(waiting, results, i);
  if (queue != All && (!settled || std::abs(gap - frame_->reach) <= undecidedGap * unit))
    return wait(All, waiting.a[i], waiting.b[i]);
  if (!wanted(gap)) return;
  const auto point = [i](const double(&p)[3][128]) { return Vec3(p[0][i], p[1][i], p[2][i]); };
  TriangleContact& contact = add(waiting, i, gap);
  contact.featureA = turnedBack(results.distances.featureA[i], waiting.turnA[i]);
  contact.featureB = turnedBack(results.distances.featureB[i], waiting.turnB[i]);
  contact.normal = point(results.points.normal);
  contact.pointA = point(results.points.pointA);
  contact.pointB = point(results.points.pointB);
}

void PairSieve::resolve(const PairSlots& waiting, const Results& results, std::size_t i) {
  const TrianglePairDistance distance = resolvePair(all_, results.distances, i);
  const double gap = distance.gap * frame_->toWorld.ratio;
  if (!wanted(gap)) return;
  const Vec3 between = distance.pointB - distance.pointA;
  const bool apart = gap > 0 && between.norm() > 0;
  TriangleContact& contact = add(waiting, i, gap);
  contact.featureA = distance.featureA;
  contact.featureB = distance.featureB;
  contact.intersecting = distance.intersecting;
  contact.normal =
      apart ? Vec3(frame_->rotation * between.normalized()) : commonNormal(waiting.a[i], waiting.b[i]);
  contact.pointA = frame_->toWorld(distance.pointA);
  contact.pointB = frame_->toWorld(distance.pointB);
}

bool PairSieve::wanted(double gap) const {
  if (wanted_ == Wanted::Nearest && !contacts_->empty() && gap >= contacts_->front().gap) return false;
  return gap <= frame_->reach;
}

// Filled in place: a copy would stall on what has just been written.
TriangleContact& PairSieve::add(const PairSlots& waiting, std::size_t i, double gap) {
  if (wanted_ == Wanted::Nearest) {
    contacts_->clear();
    frame_->reach = gap;
  }
  done_ = wanted_ == Wanted::Any || (wanted_ == Wanted::Nearest && gap == 0);
  TriangleContact& contact = add(waiting, i);
  contact.gap = gap;
  return contact;
}

TriangleContact& PairSieve::add(const PairSlots& waiting, std::size_t i) {
  TriangleContact& contact = contacts_->emplace_back();
  contact.triangleA = frame_->a->triangle(waiting.a[i]);
  contact.triangleB = frame_->b->triangle(waiting.b[i]);
  return contact;
}

// The normal of triangles that share a point: the direction of the difference of their outward normals.
Vec3 PairSieve::commonNormal(Index slotA, Index slotB) const {
  const Vec3 ofA = frame_->aToB.linear * unitNormalOf(frame_->a->corners(slotA)) / frame_->aToB.ratio;
  const Vec3 ofB = unitNormalOf(frame_->b->corners(slotB));
  const Vec3 difference = ofA - ofB;
  if (difference.squaredNorm() > 0) return frame_->rotation * difference.normalized();
  return frame_->rotation * (ofA.squaredNorm() > 0 ? ofA : Vec3(Vec3::UnitX()));
}

}  // namespace talus
