#include <algorithm>
#include <array>
#include <cmath>

#include "base/all_finite.h"
#include "base/parallel.h"
#include "enclosure/classifier/classifier_parts.h"
#include "geometry/distance/point_distance.h"

// The labels of a classifier. Its construction is in classifier.cpp, distances are in
// classifier_distance.cpp.

namespace talus {

namespace {

constexpr std::size_t pointsPerChunk = 1024;    // points per parallel chunk
constexpr std::size_t pointsAtATime = 1 << 20;  // points whose copies are in memory at once

template <class T>
T sumOf(const std::vector<T>& parts) {
  T sum{};
  for (const T& part : parts) sum += part;
  return sum;
}

std::size_t chunks(std::size_t count) {
  return (count + pointsPerChunk - 1) / pointsPerChunk;
}

bool areFinite(std::span<const Vec3> points) {
  return points.empty() || allFinite({points.front().data(), 3 * points.size()});
}

// Whether it is worth while to find the cells of all coordinates, which takes as long as to label several
// points each. Rows are not divided among threads, either.
bool hasManyLongRows(const PointLattice& lattice) {
  constexpr std::size_t leastCoordinates = 8;
  const auto& [x, y, z] = lattice.along;
  return x.size() >= leastCoordinates && y.size() * z.size() >= leastCoordinates;
}

std::span<const Vec3> readAll(const PointSource& points, std::size_t first, std::span<Vec3> room) {
  Context silent;
  parallelChunks(room.size(), pointsPerChunk, silent, [&](std::size_t begin, std::size_t end) {
    points.read(first + begin, room.subspan(begin, end - begin));
  });
  return room;
}

}  // namespace

// The labels of some points for one body.
struct Classifier::BodyLabels {
  std::vector<Side> side;
  std::vector<Side> exact;  // the sides without the tolerance; empty if there is none
  std::vector<double> winding;
  LabelCounts counts;
};

// Applies the inside rule to labels by parity. Returns how many of them depend on it, unless the method
// counts them itself.
std::int64_t Classifier::applyRule(const Body& body, std::span<const Vec3> points, std::span<Side> sides,
                                   std::span<const double> winding) const {
  if (winding.empty() || !body.windingIsInteger()) return 0;
  const bool nonZero = body.rule == InsideRule::NonZero;
  std::int64_t ambiguous = 0;
  for (std::size_t i = 0; i < sides.size(); ++i) {
    if (sides[i] == Side::Inside) continue;
    if (sides[i] == Side::OnSurface) {
      if (nonZero && body.shells && body.shells->encloseSurely(points[i])) sides[i] = Side::Inside;
    } else if (std::abs(winding[i]) > 0.5) {
      ++ambiguous;
      if (nonZero) sides[i] = Side::Inside;
    }
  }
  return body.choice.method == Method::DiscreteFunction ? 0 : ambiguous;
}

// The label, with points within the tolerance counted as on the surface.
Side Classifier::widened(const Body& body, const Vec3& p, Side side) const {
  if (side == Side::OnSurface || options_.tolerance == 0) return side;
  if (!withinDistance(p, options_.tolerance, body.triangles, body.mesh)) return side;
  if (side == Side::Inside && body.rule == InsideRule::NonZero && body.shells &&
      body.shells->encloseSurely(p, shellsNear(body, p)))
    return side;
  return Side::OnSurface;
}

// The shells of a body that lie within the tolerance of a point.
std::vector<Index> Classifier::shellsNear(const Body& body, const Vec3& p) const {
  const double reach = options_.tolerance * options_.tolerance;
  std::vector<Index> shells;
  body.triangles.query([&](const Box& box) { return box.squaredExteriorDistance(p) <= reach; },
                       [&](Index t) {
                         const auto n = static_cast<std::size_t>(t);
                         const Index shell = body.report.component[n];
                         if (std::find(shells.begin(), shells.end(), shell) == shells.end() &&
                             squaredDistance(p, body.mesh.corners(n)) <= reach)
                           shells.push_back(shell);
                         return true;
                       });
  return shells;
}

// Rule and tolerance. Returns how many labels depend on the rule.
std::int64_t Classifier::finish(const Body& body, std::span<const Vec3> points, std::span<Side> sides,
                                std::span<const double> winding, std::span<Side> exact) const {
  const std::int64_t ambiguous = applyRule(body, points, sides, winding);
  std::copy_n(sides.begin(), exact.size(), exact.begin());
  for (std::size_t i = 0; i < points.size() && options_.tolerance > 0; ++i)
    sides[i] = widened(body, points[i], sides[i]);
  return ambiguous;
}

bool Classifier::needsWinding(const Body& body) const {
  const bool toCount = body.windingIsInteger() && body.choice.method != Method::DiscreteFunction;
  return options_.windingNumber || body.rule == InsideRule::NonZero || toCount;
}

// Sets body and depth from the shells of the only surface. Returns the number of points in several shells.
std::int64_t Classifier::describeShells(std::span<const Vec3> points, std::span<const Side> exact,
                                        const LabelSpans& labels) const {
  const Shells* shells = bodies_.front()->shells.get();
  if (shells && !labels.body.empty()) shells->innermost(points, labels.side, exact, labels.body);
  if (!shells)
    std::transform(labels.side.begin(), labels.side.begin() + static_cast<std::ptrdiff_t>(labels.body.size()),
                   labels.body.begin(), [](Side side) { return side == Side::Outside ? -1 : 0; });
  std::int64_t overlapping = 0;
  for (std::size_t i = 0; i < labels.depth.size(); ++i) {
    const Nesting nesting =
        shells ? shells->nesting(points[i]) : Nesting{.depth = exact[i] == Side::Inside ? 1 : 0};
    labels.depth[i] = nesting.depth;
    overlapping += std::abs(nesting.turns) > 1.5 ? 1 : 0;
  }
  return overlapping;
}

// ---- One surface ----

// Advances the context by the number of points.
LabelCounts Classifier::classifyInChunks(const PointSource& points, const LabelSpans& labels,
                                         std::span<Side> exact, Context& context) const {
  std::vector<LabelCounts> counts(chunks(points.size()));
  parallelChunks(points.size(), pointsPerChunk, context, [&](std::size_t begin, std::size_t end) {
    std::array<double, 3 * pointsPerChunk> room;
    const std::span places(reinterpret_cast<Vec3*>(room.data()), end - begin);
    counts[begin / pointsPerChunk] =
        classifyChunk(points.read(begin, places), labels.part(begin, end - begin),
                      subspanOrEmpty(exact, begin, end - begin));
  });
  return sumOf(counts);
}

LabelCounts Classifier::classifyChunk(std::span<const Vec3> points, const LabelSpans& labels,
                                      std::span<Side> exact) const {
  if (areFinite(points)) return classifyFinite(points, labels, exact);
  std::vector<std::size_t> at;
  std::vector<Vec3> finite;
  for (std::size_t i = 0; i < points.size(); ++i)
    if (points[i].allFinite()) {
      at.push_back(i);
      finite.push_back(points[i]);
    }
  Classification found = roomFor(finite.size());
  std::vector<Side> exactly(exact.empty() ? 0 : finite.size());
  LabelCounts counts = classifyFinite(finite, found.spans(), exactly);
  labels.clear();
  std::fill(exact.begin(), exact.end(), Side::Outside);
  for (std::size_t n = 0; n < at.size(); ++n) {
    labels.side[at[n]] = found.side[n];
    if (!labels.winding.empty()) labels.winding[at[n]] = found.winding[n];
    if (!labels.body.empty()) labels.body[at[n]] = found.body[n];
    if (!labels.depth.empty()) labels.depth[at[n]] = found.depth[n];
    if (!exact.empty()) exact[at[n]] = exactly[n];
  }
  counts.nonFinitePoints = static_cast<std::int64_t>(points.size() - finite.size());
  return counts;
}

// For at most one chunk of points.
LabelCounts Classifier::classifyFinite(std::span<const Vec3> points, const LabelSpans& labels,
                                       std::span<Side> exact) const {
  const Body& body = *bodies_.front();
  std::array<double, pointsPerChunk> ownWinding;
  std::array<Side, pointsPerChunk> ownSides;
  const std::span<double> winding = !labels.winding.empty() ? labels.winding
                                    : needsWinding(body)    ? std::span(ownWinding).first(points.size())
                                                            : std::span<double>();
  if (exact.empty() && options_.tolerance > 0) exact = std::span(ownSides).first(points.size());
  LabelCounts counts;
  counts.tally = body.enclosure->classify(points, labels.side, winding);
  counts.ambiguousPoints = counts.tally.ambiguous + finish(body, points, labels.side, winding, exact);
  counts.overlappingPoints =
      describeShells(points, exact.empty() ? std::span<const Side>(labels.side) : exact, labels);
  return counts;
}

// ---- Several surfaces ----

Classifier::BodyLabels Classifier::labelsOf(const Body& body, std::span<const Vec3> points,
                                            Context& context) const {
  BodyLabels labels;
  labels.side.resize(points.size());
  labels.exact.resize(options_.tolerance > 0 ? points.size() : 0);
  labels.winding.resize(needsWinding(body) ? points.size() : 0);
  labels.counts.tally = body.enclosure->classifyAll(points, labels.side, labels.winding, context);
  std::vector<std::int64_t> ambiguous(chunks(points.size()));
  parallelChunks(points.size(), pointsPerChunk, context, [&](std::size_t begin, std::size_t end) {
    const std::size_t count = end - begin;
    ambiguous[begin / pointsPerChunk] =
        finish(body, points.subspan(begin, count), subspanOrEmpty(std::span(labels.side), begin, count),
               subspanOrEmpty(std::span<const double>(labels.winding), begin, count),
               subspanOrEmpty(std::span(labels.exact), begin, count));
  });
  labels.counts.ambiguousPoints = labels.counts.tally.ambiguous + sumOf(ambiguous);
  return labels;
}

// Adds the labels of one body to those of the bodies before it.
void Classifier::join(const BodyPoints::Batch& batch, const BodyLabels& labels, const LabelSpans& result,
                      std::span<Side> exact) const {
  const bool several = bodies_.size() > 1;
  for (std::size_t i = 0; i < batch.at.size(); ++i) {
    const std::size_t at = batch.at[i];
    const Side before = labels.exact.empty() ? labels.side[i] : labels.exact[i];
    if (!exact.empty()) exact[at] = std::max(exact[at], before);
    if (!result.winding.empty()) result.winding[at] += labels.winding[i];
    if (several && !result.depth.empty() && before == Side::Inside) ++result.depth[at];
    if (labels.side[i] <= result.side[at]) continue;  // an earlier body has the same or a stronger label
    result.side[at] = labels.side[i];
    if (several && !result.body.empty()) result.body[at] = batch.body;
  }
}

// Each body classifies the points within its reach. Labels are joined in the order of the bodies, so that the
// sums of winding numbers and the choice among bodies are reproducible.
LabelCounts Classifier::joinBodies(std::span<const Vec3> points, const LabelSpans& labels,
                                   std::span<Side> exact, Context& context, double end) const {
  labels.clear();
  std::fill(exact.begin(), exact.end(), Side::Outside);
  LabelCounts counts;
  counts.nonFinitePoints =
      std::count_if(points.begin(), points.end(), [](const Vec3& p) { return !p.allFinite(); });
  BodyPoints bodyPoints(points, boxes_, bodies_.size());
  auto bodiesLeft = static_cast<std::int64_t>(bodies_.size());
  context.beginStage(end, 2 * bodyPoints.pairs() + bodiesLeft + static_cast<std::int64_t>(points.size()));
  for (auto batches = bodyPoints.next(); !batches.empty(); batches = bodyPoints.next()) {
    std::vector<BodyLabels> found(batches.size());
    parallelChunks(batches.size(), 1, context, [&](std::size_t b, std::size_t) {
      std::vector<Vec3> mine;
      mine.reserve(batches[b].at.size());
      for (const std::size_t at : batches[b].at) mine.push_back(points[at]);
      found[b] = labelsOf(*bodies_[static_cast<std::size_t>(batches[b].body)], mine, context);
    });
    for (std::size_t b = 0; b < batches.size(); ++b) {
      join(batches[b], found[b], labels, exact);
      counts += found[b].counts;
    }
    bodiesLeft -= static_cast<std::int64_t>(batches.size());
  }
  context.advance(bodiesLeft);  // bodies without points in their reach
  return counts;
}

// Completes body and depth. Returns the number of points in several bodies, or in several shells of one body.
// Advances the context by the number of points.
std::int64_t Classifier::describe(std::span<const Vec3> points, std::span<const Side> exact,
                                  const LabelSpans& labels, Context& context) const {
  if (bodies_.size() > 1) {
    context.advance(static_cast<std::int64_t>(points.size()));
    return std::count_if(labels.depth.begin(), labels.depth.end(), [](Index depth) { return depth > 1; });
  }
  std::vector<std::int64_t> overlapping(chunks(points.size()));
  parallelChunks(points.size(), pointsPerChunk, context, [&](std::size_t begin, std::size_t end) {
    overlapping[begin / pointsPerChunk] =
        describeShells(points.subspan(begin, end - begin), exact.subspan(begin, end - begin),
                       labels.part(begin, end - begin));
  });
  return sumOf(overlapping);
}

// ---- Everything ----

LabelCounts Classifier::classifyBatch(std::span<const Vec3> points, const LabelSpans& labels,
                                      std::span<Side> exact, Context& context, double end) const {
  std::vector<Side> own(exact.empty() && options_.tolerance > 0 ? points.size() : 0);
  if (exact.empty()) exact = own;
  LabelCounts counts = joinBodies(points, labels, exact, context, end);
  counts.overlappingPoints =
      describe(points, exact.empty() ? std::span<const Side>(labels.side) : exact, labels, context);
  return counts;
}

// Calls use(points, first) for batches of points, which are converted if necessary.
void Classifier::inBatches(
    const PointSource& points,
    const std::function<void(std::span<const Vec3> batch, std::size_t first)>& use) const {
  std::vector<Vec3> room(points.inPlace().empty() ? std::min(pointsAtATime, points.size()) : 0);
  for (std::size_t begin = 0; begin < points.size(); begin += pointsAtATime) {
    const std::size_t count = std::min(pointsAtATime, points.size() - begin);
    std::span<const Vec3> part = subspanOrEmpty(points.inPlace(), begin, count);
    if (part.empty()) part = readAll(points, begin, std::span(room).first(count));
    use(part, begin);
  }
}

LabelCounts Classifier::classifyInBatches(const PointSource& points, const LabelSpans& labels,
                                          std::span<Side> exact, Context& context, double end) const {
  LabelCounts counts;
  inBatches(points, [&](std::span<const Vec3> part, std::size_t begin) {
    const auto done = static_cast<double>(begin + part.size()) / static_cast<double>(points.size());
    counts += classifyBatch(part, labels.part(begin, part.size()), subspanOrEmpty(exact, begin, part.size()),
                            context, end * done);
  });
  return counts;
}

// Whether there is only one surface and its method classifies chunk by chunk.
bool Classifier::alone() const {
  return bodies_.size() == 1 && !bodies_.front()->enclosure->gainsFromAllPoints();
}

// The lattice that the points form, if all are finite; null otherwise.
const PointLattice* Classifier::finiteLattice(const PointSource& points) {
  const PointLattice* lattice = points.lattice();
  const bool finite =
      lattice != nullptr && std::all_of(lattice->along.begin(), lattice->along.end(), allFinite);
  return finite ? lattice : nullptr;
}

// Only sides, if the points form a lattice and the method has a shortcut for lattices.
std::optional<LabelCounts> Classifier::classifyLattice(const PointSource& points, const LabelSpans& labels,
                                                       Context& context, double end) const {
  const Body& body = *bodies_.front();
  const bool sidesAlone = labels.winding.empty() && labels.body.empty() && labels.depth.empty() &&
                          options_.tolerance == 0 && !needsWinding(body);
  const PointLattice* lattice = sidesAlone ? finiteLattice(points) : nullptr;
  if (lattice == nullptr || !hasManyLongRows(*lattice)) return std::nullopt;
  const auto tally = body.enclosure->classifyLattice(*lattice, labels.side, context, end);
  if (!tally) return std::nullopt;
  return LabelCounts{.tally = *tally, .ambiguousPoints = tally->ambiguous};
}

// All labels but the distances.
LabelCounts Classifier::label(const PointSource& points, const LabelSpans& labels, std::span<Side> exact,
                              Context& context, double end) const {
  if (!alone()) return classifyInBatches(points, labels, exact, context, end);
  if (const auto counts = classifyLattice(points, labels, context, end)) return *counts;
  context.beginStage(end, static_cast<std::int64_t>(points.size()));
  return classifyInChunks(points, labels, exact, context);
}

LabelCounts Classifier::classify(const PointSource& points, const LabelSpans& labels,
                                 Context& context) const {
  constexpr double labelProgress = 0.2;  // of the progress, if there are distances
  if (points.size() == 0) return {};
  if (!options_.distance) return label(points, labels, {}, context, 1);
  std::vector<Side> before(options_.tolerance > 0 ? points.size() : 0);
  const LabelCounts counts = label(points, labels, before, context, labelProgress);
  measure(points, before.empty() ? std::span<const Side>(labels.side) : before, labels, context,
          labelProgress);
  return counts;
}

Classification Classifier::roomFor(std::size_t points) const {
  Classification room;
  room.side.resize(points);
  if (options_.windingNumber) room.winding.resize(points);
  if (options_.enclosingBody) room.body.resize(points);
  if (options_.nestingDepth) room.depth.resize(points);
  if (!options_.distance) return room;
  room.distance.resize(points);
  room.closestBody.resize(points);
  room.closestTriangle.resize(points);
  return room;
}

Classification Classifier::classify(std::span<const Vec3> points, Context& context) const {
  Classification result = roomFor(points.size());
  static_cast<LabelCounts&>(result) = classify(ListedPoints(points), result.spans(), context);
  return result;
}

}  // namespace talus
