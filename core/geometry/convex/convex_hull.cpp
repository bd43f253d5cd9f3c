#include "geometry/convex/convex_hull.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <unordered_map>

extern "C" {
#include <libqhull_r/qhull_ra.h>
}

#include "base/error.h"
#include "geometry/exact/predicates.h"
#include "geometry/mesh/edge_table.h"

namespace talus {

namespace {

using Edge = std::array<Index, 2>;

void requirePoints(const std::vector<Vec3>& points) {
  if (points.size() < 4)
    throw Error("A convex hull needs four points, there are " + std::to_string(points.size()), "",
                "Give more points");
  const auto isFinite = [](const Vec3& p) { return p.allFinite(); };
  const auto bad = std::find_if_not(points.begin(), points.end(), isFinite);
  if (bad != points.end())
    throw Error("A point of the convex hull is not finite", "point " + std::to_string(bad - points.begin()),
                "Give finite coordinates");
}

Box boxOf(const std::vector<Vec3>& points) {
  Box box;
  for (const Vec3& p : points) box.extend(p);
  return box;
}

double halfWidthOf(const Box& box) {
  return (box.max() / 2 - box.min() / 2).maxCoeff();
}

// The coordinates scaled to a cube of edge 1 about the origin, since Qhull's precision depends on the largest
// coordinate.
std::vector<double> normalised(const std::vector<Vec3>& points, const Box& box) {
  const Vec3 centre = box.min() / 2 + box.max() / 2;
  const double halfWidth = halfWidthOf(box);
  std::vector<double> coordinates;
  coordinates.reserve(3 * points.size());
  for (const Vec3& p : points)
    for (int axis = 0; axis < 3; ++axis)
      coordinates.push_back(halfWidth > 0 ? (p[axis] - centre[axis]) / halfWidth / 2 : 0.0);
  return coordinates;
}

// One run of Qhull; the destructor frees its memory.
class QhullRun {
 public:
  // Qhull's messages are discarded: the caller reports errors.
  // @param slack minimum distance outside of a facet for a point to be added.
  QhullRun(std::vector<double> coordinates, double slack)
      : coordinates_(std::move(coordinates)), silence_(std::fopen("/dev/null", "w"), &std::fclose) {
    qh_zero(&qhull_, silence_.get());
    char command[64];
    std::snprintf(command, sizeof command, slack > 0 ? "qhull Qt W%.17g" : "qhull Qt",
                  slack);  // Qt: triangles
    const auto count = static_cast<int>(coordinates_.size() / 3);
    failed_ = qh_new_qhull(&qhull_, 3, count, coordinates_.data(), False, command, silence_.get(),
                           silence_.get()) != qh_ERRnone;
  }
  ~QhullRun() {
    qh_freeqhull(&qhull_, !qh_ALL);
    int blocks = 0, bytes = 0;
    qh_memfreeshort(&qhull_, &blocks, &bytes);
  }
  QhullRun(const QhullRun&) = delete;
  QhullRun& operator=(const QhullRun&) = delete;

  bool failed() const { return failed_; }

  // The outward triangles, as point numbers.
  std::vector<std::array<Index, 3>> triangles() {
    std::vector<std::array<Index, 3>> result;
    qhT* qh = &qhull_;  // Qhull's macros need this name
    facetT* facet;
    FORALLfacets {
      setT* corners = qh_facet3vertex(qh, facet);
      const auto corner = [&](int i) {
        return qh_pointid(qh, static_cast<vertexT*>(corners->e[i].p)->point);
      };
      result.push_back({corner(2), corner(1), corner(0)});  // Qhull's triangles are clockwise
      qh_settempfree(qh, &corners);
    }
    return result;
  }

 private:
  std::vector<double> coordinates_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> silence_;
  qhT qhull_{};
  bool failed_ = false;
};

// The mesh of the triangles and of the points that they use, in the order of the points.
TriangleMesh meshOf(const std::vector<Vec3>& points, const std::vector<std::array<Index, 3>>& triangles) {
  std::vector<Index> number(points.size(), -1);
  for (const auto& triangle : triangles)
    for (const Index corner : triangle) number[static_cast<std::size_t>(corner)] = 0;
  TriangleMesh mesh;
  for (std::size_t p = 0; p < points.size(); ++p)
    if (number[p] == 0) number[p] = mesh.addPoint(points[p]);
  const auto renumbered = [&number](Index corner) { return number[static_cast<std::size_t>(corner)]; };
  for (const auto& [i, j, k] : triangles) mesh.addTriangle(renumbered(i), renumbered(j), renumbered(k));
  return mesh;
}

// Reflex edges. @throws Error if the surface is not closed.
std::vector<Edge> reflexEdges(const TriangleMesh& mesh) {
  std::vector<Edge> reflex;
  EdgeTable(mesh).forEachEdge([&](Index low, std::span<const EdgeUse> uses) {
    if (uses.size() != 2 || uses[0].forward == uses[1].forward)
      throw Error("The convex hull is lost in rounding", "", "Give points that are further apart");
    const auto [a, b, c] = mesh.corners(static_cast<std::size_t>(uses[0].triangle));
    if (orient3d(a, b, c, mesh.point(uses[1].opposite)) < 0) reflex.push_back({low, uses[0].high});
  });
  return reflex;
}

// Flips edges between two triangles of a closed surface.
class EdgeTurner {
 public:
  explicit EdgeTurner(TriangleMesh& mesh) : mesh_(mesh) {
    for (std::size_t t = 0; t < mesh.triangleCount(); ++t) enter(t);
  }

  // Flips the given edges, and those that become reflex by a flip, until none is left. Ends, since each flip
  // increases the volume.
  void turnReflex(std::vector<Edge> suspects) {
    while (!suspects.empty()) {
      const auto [u, v] = suspects.back();
      suspects.pop_back();
      if (!has(u, v) || !isReflex(u, v)) continue;
      const Index p = opposite(u, v), q = opposite(v, u);
      if (has(p, q)) continue;
      turn(u, v);
      suspects.insert(suspects.end(), {{u, q}, {q, v}, {v, p}, {p, u}});
    }
  }

 private:
  static std::uint64_t key(Index from, Index to) {
    return static_cast<std::uint64_t>(from) << 32 | static_cast<std::uint64_t>(to);
  }
  bool has(Index u, Index v) const { return triangleAt_.contains(key(u, v)); }
  void enter(std::size_t t) {
    const auto [i, j, k] = mesh_.triangle(t);
    for (const auto& [from, to] : {Edge{i, j}, Edge{j, k}, Edge{k, i}}) triangleAt_[key(from, to)] = t;
  }
  void set(std::size_t t, Index i, Index j, Index k) {
    mesh_.a[t] = i;
    mesh_.b[t] = j;
    mesh_.c[t] = k;
    enter(t);
  }
  // The third corner of the triangle with the directed edge u → v.
  Index opposite(Index u, Index v) const {
    const auto [i, j, k] = mesh_.triangle(triangleAt_.at(key(u, v)));
    return i == u ? k : j == u ? i : j;
  }
  bool isReflex(Index u, Index v) const {
    const auto [a, b, c] = mesh_.corners(triangleAt_.at(key(u, v)));
    return orient3d(a, b, c, mesh_.point(opposite(v, u))) < 0;
  }
  void turn(Index u, Index v) {
    const Index p = opposite(u, v), q = opposite(v, u);
    const std::size_t s = triangleAt_.at(key(u, v)), t = triangleAt_.at(key(v, u));
    triangleAt_.erase(key(u, v));
    triangleAt_.erase(key(v, u));
    set(s, u, q, p);
    set(t, q, v, p);
  }

  TriangleMesh& mesh_;
  std::unordered_map<std::uint64_t, std::size_t> triangleAt_;  // by directed edge
};

}  // namespace

TriangleMesh convexHull(const std::vector<Vec3>& points, double slack) {
  requirePoints(points);
  const Box box = boxOf(points);
  QhullRun run(normalised(points, box), slack > 0 ? slack / halfWidthOf(box) / 2 : 0);
  if (run.failed())
    throw Error("The points of the convex hull lie in a plane, or nearly so", "",
                "Give points that enclose a volume");
  TriangleMesh mesh = meshOf(points, run.triangles());
  if (std::vector<Edge> reflex = reflexEdges(mesh); !reflex.empty())
    EdgeTurner(mesh).turnReflex(std::move(reflex));
  return mesh;
}

}  // namespace talus
