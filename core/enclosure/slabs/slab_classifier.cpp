#include "enclosure/slabs/slab_classifier.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "distributed/reduction.h"
#include "enclosure/slabs/slab.h"
#include "geometry/exact/predicates.h"
#include "geometry/mesh/point_merge.h"

namespace talus {

namespace {

constexpr double largestCoordinate = 1e300;     // as for requireUsable
constexpr std::size_t pointsAtATime = 1 << 18;  // points of a rank that are under way at once

std::vector<int> othersOf(const Communicator& ranks) {
  std::vector<int> others(static_cast<std::size_t>(ranks.size()));
  std::iota(others.begin(), others.end(), 0);
  others.erase(others.begin() + ranks.rank());
  return others;
}

// What all ranks know about the surface.
struct Whole {
  bool usable = true;
  Box bounds;
};

bool isUsable(const TriangleMesh& piece) {
  const auto points = static_cast<Index>(piece.pointCount());
  for (const auto* corners : {&piece.a, &piece.b, &piece.c})
    for (const Index corner : *corners)
      if (corner < 0 || corner >= points) return false;
  for (const auto* axis : {&piece.x, &piece.y, &piece.z})
    for (const double x : *axis)
      if (!(std::abs(x) <= largestCoordinate)) return false;
  return true;
}

Whole lookAt(const TriangleMesh& piece, Communicator& ranks) {
  Whole whole;
  std::int64_t unusable = isUsable(piece) ? 0 : 1;
  if (unusable == 0) whole.bounds = piece.bounds();
  std::vector<double> ends(6, -std::numeric_limits<double>::infinity());
  for (int axis = 0; axis < 3 && !whole.bounds.isEmpty(); ++axis) {
    ends[static_cast<std::size_t>(axis)] = -whole.bounds.min()[axis];
    ends[static_cast<std::size_t>(axis) + 3] = whole.bounds.max()[axis];
  }
  Reduction all;
  all.sum(unusable);
  all.maximum(ends);
  all.over(ranks);
  whole.usable = unusable == 0 && std::isfinite(ends[0]);
  whole.bounds = Box(Vec3(-ends[0], -ends[1], -ends[2]), Vec3(ends[3], ends[4], ends[5]));
  return whole;
}

int longestAxis(const Box& box) {
  Eigen::Index axis = 0;
  (0.5 * box.max() - 0.5 * box.min()).maxCoeff(&axis);
  return static_cast<int>(axis);
}

// A place on the axis that is cut.
Vec3 onAxis(double x) {
  return {x, 0, 0};
}

Partition slabsOf(const TriangleMesh& piece, int axis, Communicator& ranks) {
  std::vector<Vec3> centres(piece.triangleCount());
  for (std::size_t t = 0; t < centres.size(); ++t) {
    const Box box = piece.bounds(t);
    centres[t] = onAxis(0.5 * box.min()[axis] + 0.5 * box.max()[axis]);
  }
  return Partition::bisect(centres, std::vector<std::int64_t>(centres.size(), 1), ranks);
}

// The triangles of a mesh that a list names, with only the points that they use.
// @param pointOf −1 for each point of the mesh, before and after.
TriangleMesh partOf(const TriangleMesh& mesh, std::span<const std::size_t> triangles,
                    std::vector<Index>& pointOf) {
  TriangleMesh part;
  const auto taken = [&](Index point) {
    Index& own = pointOf[static_cast<std::size_t>(point)];
    if (own < 0) own = part.addPoint(mesh.point(point));
    return own;
  };
  for (const std::size_t t : triangles) {
    const auto [a, b, c] = mesh.triangle(t);
    const Index first = taken(a), second = taken(b), third = taken(c);
    part.addTriangle(first, second, third);
  }
  for (const std::size_t t : triangles)
    for (const Index point : mesh.triangle(t)) pointOf[static_cast<std::size_t>(point)] = -1;
  return part;
}

Message written(const TriangleMesh& mesh) {
  ByteWriter bytes;
  bytes.all(mesh.x, mesh.y, mesh.z, mesh.a, mesh.b, mesh.c);
  return bytes.take();
}

TriangleMesh meshIn(const Message& message) {
  ByteReader bytes(message);
  TriangleMesh mesh;
  bytes.all(mesh.x, mesh.y, mesh.z, mesh.a, mesh.b, mesh.c);
  return mesh;
}

// The triangles of all ranks that meet the slab of this one, with merged points.
TriangleMesh gatherSlab(const TriangleMesh& piece, int axis, const Partition& slabs, Communicator& ranks) {
  std::vector<std::vector<std::size_t>> meets(static_cast<std::size_t>(ranks.size()));
  for (std::size_t t = 0; t < piece.triangleCount(); ++t) {
    const Box box = piece.bounds(t);
    const int last = slabs.ownerOf(onAxis(box.max()[axis]));
    for (int to = slabs.ownerOf(onAxis(box.min()[axis])); to <= last; ++to)
      meets[static_cast<std::size_t>(to)].push_back(t);
  }
  const std::vector<int> others = othersOf(ranks);
  std::vector<Index> pointOf(piece.pointCount(), -1);
  std::vector<Message> messages;
  for (const int to : others)
    messages.push_back(written(partOf(piece, meets[static_cast<std::size_t>(to)], pointOf)));
  TriangleMesh slab = partOf(piece, meets[static_cast<std::size_t>(ranks.rank())], pointOf);
  for (Message& message : ranks.exchange(others, std::move(messages))) {
    slab.append(meshIn(message));
    message = {};
  }
  return mergeDuplicatePoints(slab).mesh;
}

bool hasArea(const TriangleMesh& mesh) {
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
    const auto [p, q, r] = mesh.corners(t);
    if (!collinear(p, q, r)) return true;
  }
  return false;
}

bool onAll(bool mine, Communicator& ranks) {
  std::int64_t without = mine ? 0 : 1;
  Reduction all;
  all.sum(without);
  all.over(ranks);
  return without == 0;
}

Message bytesOf(const std::vector<Vec3>& points) {
  const auto bytes = std::as_bytes(std::span(points));
  return {bytes.begin(), bytes.end()};
}

}  // namespace

bool SlabClassifier::suits(const EnclosureOptions& options) {
  return (options.method == Method::Auto || options.method == Method::DiscreteFunction) &&
         options.insideRule == InsideRule::Parity && options.tolerance == 0 && !options.windingNumber &&
         !options.enclosingBody && !options.nestingDepth && !options.distance && !options.cells;
}

std::unique_ptr<SlabClassifier> SlabClassifier::make(const TriangleMesh& piece,
                                                     const EnclosureOptions& options, Communicator& ranks,
                                                     Context& context) {
  const Whole whole = lookAt(piece, ranks);
  if (!whole.usable) return nullptr;
  std::unique_ptr<SlabClassifier> made(new SlabClassifier);
  made->bounds_ = whole.bounds;
  made->axis_ = longestAxis(whole.bounds);
  made->slabs_ = slabsOf(piece, made->axis_, ranks);
  const Box& cell = made->slabs_.cell(ranks.rank());
  auto closed = closedOutside(gatherSlab(piece, made->axis_, made->slabs_, ranks),
                              {made->axis_, cell.min().x(), cell.max().x()});
  if (!onAll(closed.has_value(), ranks)) return nullptr;
  made->triangles_ = closed->triangleCount();
  if (!hasArea(*closed)) return made;
  EnclosureOptions own = options;
  own.method = Method::DiscreteFunction;
  std::vector<TriangleMesh> surface;
  surface.push_back(std::move(*closed));
  made->inSlab_ = std::make_unique<Classifier>(std::move(surface), own, context);
  return made;
}

// Labels points of this rank's slab.
void SlabClassifier::label(std::span<const Vec3> points, std::span<Side> sides, LabelCounts& counts) const {
  std::fill(sides.begin(), sides.end(), Side::Outside);
  if (!inSlab_) return;
  Context silent;
  counts += inSlab_->classify(ListedPoints(points), {.side = sides}, silent);
}

// The labels of another rank's points, and their counts.
Message SlabClassifier::answer(const Message& question) const {
  std::vector<Vec3> points(question.size() / sizeof(Vec3));
  std::copy_n(question.begin(), question.size(), std::as_writable_bytes(std::span(points)).begin());
  std::vector<Side> sides(points.size());
  LabelCounts counts;
  label(points, sides, counts);
  ByteWriter bytes;
  bytes.value(counts);
  bytes.array(sides);
  return bytes.take();
}

// Points beyond the surface's box, and those that are no numbers, need no rank.
LabelCounts SlabClassifier::classifyBatch(std::span<const Vec3> points, std::span<Side> sides,
                                          Communicator& ranks) const {
  const auto size = static_cast<std::size_t>(ranks.size()), own = static_cast<std::size_t>(ranks.rank());
  LabelCounts counts;
  std::vector<std::vector<Vec3>> places(size);
  std::vector<std::vector<std::size_t>> numbers(size);
  for (std::size_t i = 0; i < points.size(); ++i) {
    sides[i] = Side::Outside;
    counts.nonFinitePoints += points[i].allFinite() ? 0 : 1;
    if (!bounds_.contains(points[i])) continue;
    const auto to = static_cast<std::size_t>(slabs_.ownerOf(onAxis(points[i][axis_])));
    places[to].push_back(points[i]);
    numbers[to].push_back(i);
  }

  const auto take = [&](std::size_t from, std::span<const Side> found) {
    for (std::size_t k = 0; k < found.size(); ++k) sides[numbers[from][k]] = found[k];
  };
  const std::vector<int> others = othersOf(ranks);
  std::vector<Message> messages;
  for (const int to : others) messages.push_back(bytesOf(places[static_cast<std::size_t>(to)]));
  messages = ranks.exchange(others, std::move(messages));
  for (Message& message : messages) message = answer(message);
  messages = ranks.exchange(others, std::move(messages));
  for (std::size_t k = 0; k < others.size(); ++k) {
    ByteReader bytes(messages[k]);
    counts += bytes.value<LabelCounts>();
    take(static_cast<std::size_t>(others[k]), bytes.array<Side>());
  }
  std::vector<Side> ownSides(places[own].size());
  label(places[own], ownSides, counts);
  take(own, ownSides);
  return counts;
}

LabelCounts SlabClassifier::classify(const PointSource& points, std::span<Side> sides, Communicator& ranks,
                                     Context& context) const {
  auto rounds = static_cast<double>((points.size() + pointsAtATime - 1) / pointsAtATime);
  Reduction all;
  all.maximum(rounds);
  all.over(ranks);
  context.beginStage(1, static_cast<std::int64_t>(rounds));
  LabelCounts counts;
  std::vector<Vec3> room(std::min(pointsAtATime, points.size()));
  for (std::size_t begin = 0; rounds > 0; begin += pointsAtATime, --rounds) {
    const std::size_t first = std::min(begin, points.size());
    const auto part = std::span(room).first(std::min(pointsAtATime, points.size() - first));
    const std::span<const Vec3> read = part.empty() ? part : points.read(first, part);
    counts += classifyBatch(read, sides.subspan(first, part.size()), ranks);
    context.advance(1);
  }
  return counts;
}

}  // namespace talus
