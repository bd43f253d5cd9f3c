#include "contact/pair_sieve.h"

#include <cmath>

namespace talus {

namespace {

Corners turned(const Corners& t, std::size_t turn) {
  return {t[turn], t[(turn + 1) % 3], t[(turn + 2) % 3]};
}

// The feature of a triangle that was turned.
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
  wanted_ = wanted;
  rule_ = rule;
  done_ = false;
  iterations_ = fallbacks_ = 0;
  mapFloat_ = frame.aToB.map<float>();
  mapDouble_ = frame.aToB.map<double>();
  mapWorld_ = frame.toWorld.map<double>();
  mapNormal_ = linearMap(frame.rotation);
  floats_.size = 0;
  for (Waiting& waiting : waiting_) waiting.batch.size = 0;
}

void PairSieve::push(Index triangleA, Index triangleB) {
  if (rule_.method == TrianglePairMethod::Comparison) return wait(All, triangleA, triangleB);
  const std::size_t i = floats_.size++;
  floatA_[i] = triangleA;
  floatB_[i] = triangleB;
  floats_.set(i, frame_->a->corners(triangleA), frame_->b->corners(triangleB));
  if (floats_.size == PairBatch<float>::capacity) judgeInFloat();
}

void PairSieve::flush() {
  judgeInFloat();
  for (const Queue queue : {Edges, CornerOfB, CornerOfA, All}) judge(queue);
}

void PairSieve::judgeInFloat() {
  if (floats_.size == 0) return;
  floats_.pad();
  placeFirst(mapFloat_, floats_);
  if (rule_.method != TrianglePairMethod::Certified) return judgeIterates();
  comparePairs(floats_, estimates_);
  const double most = frame_->reachInB() + frame_->margin;
  const auto squaredMost = static_cast<float>(most * most * (1 + 1e-6));
  for (std::size_t i = 0; i < floats_.size; ++i)
    if (estimates_.squared[i] <= squaredMost)
      route(floatA_[i], floatB_[i], static_cast<int>(estimates_.nearest[i]));
  floats_.size = 0;
}

void PairSieve::judgeIterates() {
  iteratePairs(floats_, iterates_);
  iterations_ += static_cast<std::int64_t>(floats_.size);
  const double reach = frame_->reachInB();
  const double unit = frame_->toWorld.ratio;
  const double tolerance = rule_.iterationTolerance * 0.5 * frame_->reach / (unit * unit);
  for (std::size_t i = 0; i < floats_.size; ++i)
    if (staysAfterIteration(i, 0.5 * reach * reach, tolerance)) wait(All, floatA_[i], floatB_[i]);
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

// By PairEstimates::nearest.
void PairSieve::route(Index triangleA, Index triangleB, int nearest) {
  const auto k = static_cast<std::size_t>(nearest);
  if (k < 9) return wait(Edges, triangleA, triangleB, k / 3, k % 3);
  if (k < 12) return wait(CornerOfB, triangleA, triangleB, 0, k - 9);
  if (k < 15) return wait(CornerOfA, triangleA, triangleB, k - 12, 0);
  wait(All, triangleA, triangleB);
}

void PairSieve::wait(Queue queue, Index triangleA, Index triangleB, std::size_t turnA, std::size_t turnB) {
  Waiting& waiting = waiting_[queue];
  const std::size_t i = waiting.batch.size++;
  waiting.a[i] = triangleA;
  waiting.b[i] = triangleB;
  waiting.turnA[i] = static_cast<std::uint8_t>(turnA);
  waiting.turnB[i] = static_cast<std::uint8_t>(turnB);
  waiting.batch.set(i, turned(frame_->a->corners(triangleA), turnA),
                    turned(frame_->b->corners(triangleB), turnB));
  if (waiting.batch.size == PairBatch<double>::capacity) judge(queue);
}

void PairSieve::judge(Queue queue) {
  Waiting& waiting = waiting_[queue];
  if (waiting.batch.size == 0) return;
  Results& results = queue == All ? compared_ : refined_;
  waiting.batch.pad();
  placeFirst(mapDouble_, waiting.batch);
  if (queue == All)
    comparePairs(waiting.batch, results.distances);
  else
    refinePairs(waiting.batch, static_cast<NearestKind>(queue), results.distances);
  toWorld(mapWorld_, mapNormal_, results.distances, waiting.batch.size, results.points);
  for (std::size_t i = 0; i < waiting.batch.size; ++i) judgePair(queue, results, i);
  waiting.batch.size = 0;
}

// What a single distance does not settle beyond doubt is compared in full, so that every search comes to the
// same verdict.
void PairSieve::judgePair(Queue queue, const Results& results, std::size_t i) {
  constexpr double closeSquared = 1e-20;  // may be one point
  constexpr double tie = 1e-11;           // in tree B's unit
  const Waiting& waiting = waiting_[queue];
  const double unit = frame_->toWorld.ratio;
  const double gap = std::sqrt(results.distances.squared[i]) * unit;
  const bool settled = results.distances.pierced[i] == 0 && results.distances.squared[i] > closeSquared;
  if (queue == All && !settled) return resolve(waiting, results, i);
  if (queue != All && (!settled || std::abs(gap - frame_->reach) <= tie * unit))
    return wait(All, waiting.a[i], waiting.b[i]);
  if (gap > frame_->reach) return;
  const auto point = [i](const double(&p)[3][128]) { return Vec3(p[0][i], p[1][i], p[2][i]); };
  keep({waiting.a[i], waiting.b[i], turnedBack(results.distances.featureA[i], waiting.turnA[i]),
        turnedBack(results.distances.featureB[i], waiting.turnB[i]), false, gap, point(results.points.normal),
        point(results.points.pointA), point(results.points.pointB)});
}

void PairSieve::resolve(const Waiting& waiting, const Results& results, std::size_t i) {
  const TrianglePairDistance distance = resolvePair(waiting.batch, results.distances, i);
  const double gap = distance.gap * frame_->toWorld.ratio;
  if (gap > frame_->reach) return;
  const Vec3 between = distance.pointB - distance.pointA;
  const bool apart = gap > 0 && between.norm() > 0;
  keep({waiting.a[i], waiting.b[i], distance.featureA, distance.featureB, distance.intersecting, gap,
        apart ? Vec3(frame_->rotation * between.normalized()) : commonNormal(waiting.a[i], waiting.b[i]),
        frame_->toWorld(distance.pointA), frame_->toWorld(distance.pointB)});
}

void PairSieve::keep(const TriangleContact& contact) {
  if (wanted_ == Wanted::Nearest) {
    if (!contacts_->empty() && contact.gap >= contacts_->front().gap) return;
    contacts_->clear();
    frame_->reach = contact.gap;
  }
  contacts_->push_back(contact);
  done_ = wanted_ == Wanted::Any || (wanted_ == Wanted::Nearest && contact.gap == 0);
}

// Of triangles that share a point: between their outward normals.
Vec3 PairSieve::commonNormal(Index triangleA, Index triangleB) const {
  const auto outward = [](const Corners& t) { return (t[1] - t[0]).cross(t[2] - t[0]).stableNormalized(); };
  const Vec3 ofA = frame_->aToB.linear * outward(frame_->a->corners(triangleA)) / frame_->aToB.ratio;
  const Vec3 ofB = outward(frame_->b->corners(triangleB));
  const Vec3 difference = ofA - ofB;
  if (difference.squaredNorm() > 0) return frame_->rotation * difference.normalized();
  return frame_->rotation * (ofA.squaredNorm() > 0 ? ofA : Vec3(Vec3::UnitX()));
}

}  // namespace talus
