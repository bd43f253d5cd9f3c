#include "assembly/wall_thickness.h"

#include <algorithm>
#include <array>
#include <numbers>
#include <optional>

#include "assembly/part_context.h"
#include "assembly/prepared_part.h"
#include "assembly/wall_ways.h"
#include "base/error.h"
#include "base/number_text.h"
#include "base/parallel.h"
#include "geometry/check/solid_surface.h"
#include "geometry/exact/predicates.h"
#include "geometry/mesh/box_tree.h"
#include "geometry/mesh/near_segment.h"
#include "geometry/mesh/point_merge.h"

namespace talus {

namespace {

constexpr double never = std::numeric_limits<double>::infinity();
constexpr std::size_t trianglesAtOnce = 64;

// A point of a triangle, and the points of the mesh that lie beside it: a way does not end on triangles that
// use all of them.
struct WallSample {
  Vec3 at;
  std::array<Index, 3> beside;
  std::size_t count;
};

std::vector<WallSample> samplesOf(const TriangleMesh& mesh, std::size_t triangle, WallSamples wanted) {
  const auto [a, b, c] = mesh.triangle(triangle);
  const auto [p, q, r] = mesh.corners(triangle);
  std::vector<WallSample> samples{{(p + q + r) / 3, {a, b, c}, 3}};
  if (wanted == WallSamples::Middles) return samples;
  for (const auto& [point, corner] : {std::pair(p, a), std::pair(q, b), std::pair(r, c)})
    samples.push_back({point, {corner, -1, -1}, 1});
  samples.push_back({0.5 * (p + q), {a, b, -1}, 2});
  samples.push_back({0.5 * (q + r), {b, c, -1}, 2});
  samples.push_back({0.5 * (r + p), {c, a, -1}, 2});
  return samples;
}

class WallSearch {
 public:
  WallSearch(TriangleMesh mesh, const WallOptions& options)
      : mesh_(std::move(mesh)),
        angle_(options.cone * std::numbers::pi / 180),
        bothEnds_(options.ends == WallEnds::Both) {
    std::vector<Box> boxes;
    for (std::size_t t = 0; t < mesh_.triangleCount(); ++t) {
      const auto corners = mesh_.corners(t);
      hasArea_.push_back(!collinear(corners[0], corners[1], corners[2]));
      normals_.push_back(unitNormalOf(corners));
      boxes.push_back(hasArea_.back() ? mesh_.bounds(t) : Box());
    }
    tree_ = BoxTree(boxes);
    least_ = 1e-13 * tree_.bounds().diagonal().norm();
  }

  const TriangleMesh& mesh() const { return mesh_; }
  bool hasArea(std::size_t triangle) const { return hasArea_[triangle]; }

  /// The shortest way from a sample of a triangle. @param side −1: through the body; 1: outside.
  WallWay shortest(Index triangle, const WallSample& sample, double side) const {
    const DirectionCone cone(side * normals_[static_cast<std::size_t>(triangle)], angle_);
    WallWay best;
    tree_.queryNearest([&](const Box& box) { return boundOf(box, sample.at, cone); },
                       [&] { return best.length; },
                       [&](Index other) { improve(triangle, sample, cone, side, other, best); });
    return best;
  }

 private:
  static double boundOf(const Box& box, const Vec3& from, const DirectionCone& cone) {
    if (box.isEmpty()) return never;
    if (!cone.mayReach(box.center() - from, 0.5 * box.diagonal().norm())) return never;
    return box.exteriorDistance(from);
  }

  bool isBeside(const WallSample& sample, Index other) const {
    const std::array<Index, 3> corners = mesh_.triangle(static_cast<std::size_t>(other));
    return std::all_of(
        sample.beside.begin(), sample.beside.begin() + static_cast<std::ptrdiff_t>(sample.count),
        [&](Index point) { return std::find(corners.begin(), corners.end(), point) != corners.end(); });
  }

  void improve(Index triangle, const WallSample& sample, const DirectionCone& cone, double side, Index other,
               WallWay& best) const {
    const auto t = static_cast<std::size_t>(other);
    if (!hasArea_[t]) return;
    const Corners corners = mesh_.corners(t);
    // The distance from the plane; through the body the way leaves by the face, outside it enters.
    const double height = -side * normals_[t].dot(corners[0] - sample.at);
    if (!(height > least_ && height < best.length) || !mayEnd(corners, height, sample.at, cone)) return;
    if (isBeside(sample, other)) return;
    const std::optional<Vec3> end = nearestInCone(sample.at, cone, corners);
    if (!end) return;
    const Vec3 way = *end - sample.at;
    const double length = way.norm();
    if (!(length < best.length) || (bothEnds_ && height < cone.cosine * length * (1 - 1e-14))) return;
    if (isCrossed(sample, other, *end)) return;
    best = {length, triangle, other, sample.at, *end};
  }

  // Whether a triangle may have a point in the cone, near enough to the foot on its plane; false is certain.
  bool mayEnd(const Corners& corners, double height, const Vec3& from, const DirectionCone& cone) const {
    const Vec3 middle = (corners[0] + corners[1] + corners[2]) / 3;
    double radius = 0;
    for (const Vec3& corner : corners) radius = std::max(radius, (corner - middle).norm());
    if (!cone.mayReach(middle - from, radius)) return false;
    return !bothEnds_ || ((middle - from).norm() - radius) * cone.cosine <= height * (1 + 1e-12);
  }

  // Whether the surface crosses a way, without the faces at its ends.
  bool isCrossed(const WallSample& sample, Index last, const Vec3& end) const {
    constexpr double margin = 1e-7;  // of the length: ends lie on faces only to rounding
    const Vec3 way = end - sample.at;
    const Vec3 from = sample.at + margin * way, to = end - margin * way;
    return !tree_.query(NearSegment(from, to), [&](Index other) {
      const auto t = static_cast<std::size_t>(other);
      return other == last || isBeside(sample, other) || !segmentMeetsTriangle(from, to, mesh_.corners(t));
    });
  }

  TriangleMesh mesh_;
  double angle_;
  bool bothEnds_;
  std::vector<bool> hasArea_;
  std::vector<Vec3> normals_;
  BoxTree tree_;
  double least_ = 0;  // shorter ways are roundings
};

TriangleMesh outwardMesh(const TriangleMesh& mesh, const std::string& name, Context& context) {
  const PreparedPart part({name, mesh});
  if (!part.isClosed())
    throw Error(name + " is not closed: " + counted(part.openEdges(), "edge lacks", "edges lack") +
                    " a neighbour, so that it has no walls",
                "", "Run Surface Check to see its holes, and close them", {.surface = name});
  PartContext own(context, 3 * static_cast<std::int64_t>(mesh.triangleCount()));
  return makeSolid(part.mesh(), own).surface;
}

void keepShorter(const WallWay& way, WallWay& best) {
  if (way.length < best.length) best = way;
}

// Of one side, for each triangle.
struct WallSide {
  std::vector<double>& middle;
  std::vector<double>& least;
  std::vector<WallWay> shortest;  // of each chunk
};

void measure(const WallSearch& search, std::size_t t, double sign, WallSamples wanted, WallSide& side) {
  const std::vector<WallSample> samples = samplesOf(search.mesh(), t, wanted);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const WallWay way = search.shortest(static_cast<Index>(t), samples[i], sign);
    if (i == 0) side.middle[t] = way.length;
    side.least[t] = std::min(side.least[t], way.length);
    keepShorter(way, side.shortest[t / trianglesAtOnce]);
  }
}

}  // namespace

WallReport measureWalls(const TriangleMesh& mesh, const std::string& name, const WallOptions& options,
                        Context& context) {
  requireValid(options);
  context.beginStage(1, static_cast<std::int64_t>(mesh.triangleCount()));
  const WallSearch search(outwardMesh(mesh, name, context), options);
  const std::size_t count = mesh.triangleCount(), chunks = count / trianglesAtOnce + 1;
  WallReport report;
  for (auto* values : {&report.thickness, &report.gap, &report.leastThickness, &report.leastGap})
    values->assign(count, never);
  WallSide inside{report.thickness, report.leastThickness, std::vector<WallWay>(chunks)};
  WallSide outside{report.gap, report.leastGap, std::vector<WallWay>(chunks)};
  parallelChunks(count, trianglesAtOnce, context, [&](std::size_t begin, std::size_t end) {
    for (std::size_t t = begin; t < end; ++t) {
      if (!search.hasArea(t)) continue;
      context.throwIfCancelled();
      measure(search, t, -1, options.samples, inside);
      measure(search, t, 1, options.samples, outside);
    }
  });
  for (const WallWay& way : inside.shortest) keepShorter(way, report.thinnest);
  for (const WallWay& way : outside.shortest) keepShorter(way, report.narrowest);
  return report;
}

}  // namespace talus
