#include "geometry/mesh/hole_triangulation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "geometry/exact/predicates.h"
#include "geometry/mesh/edge_table.h"
#include "geometry/mesh/open_edges.h"
#include "geometry/mesh/polygon_triangulation.h"

namespace talus {

namespace {

constexpr std::size_t maximumCorners = 300;
constexpr double infinite = std::numeric_limits<double>::infinity();

bool areCoplanar(const std::vector<Vec3>& points) {
  std::size_t k = 2;
  while (k < points.size() && collinear(points[0], points[1], points[k])) ++k;
  for (std::size_t i = k + 1; i < points.size(); ++i)
    if (orient3d(points[0], points[1], points[k], points[i]) != 0) return false;
  return true;
}

// The chord that divides a loop best: short beside the way around, with a quarter of the corners at least on
// each side.
std::pair<std::size_t, std::size_t> bestChord(const TriangleMesh& mesh, const HoleLoop& loop) {
  const std::size_t n = loop.size();
  std::vector<double> way{0};
  for (std::size_t i = 0; i < n; ++i)
    way.push_back(way.back() + (mesh.point(loop[(i + 1) % n]) - mesh.point(loop[i])).norm());
  std::pair<std::size_t, std::size_t> best{0, n / 2};
  double least = infinite;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + n / 4; j < n && j - i <= n - n / 4; ++j) {
      const double along = way[j] - way[i], ratio = (mesh.point(loop[j]) - mesh.point(loop[i])).norm() /
                                                    std::min(along, way[n] - along);
      if (ratio < least) least = ratio, best = {i, j};
    }
  return best;
}

}  // namespace

HoleTriangulation::HoleTriangulation(const TriangleMesh& mesh) : mesh_(mesh) {
  std::vector<bool> onOutline(mesh.pointCount(), false);
  for (const OpenEdge& edge : openEdges(mesh))
    onOutline[static_cast<std::size_t>(edge.from)] = onOutline[static_cast<std::size_t>(edge.to)] = true;
  EdgeTable(mesh).forEachEdge([&](Index low, std::span<const EdgeUse> uses) {
    const Index high = uses[0].high;
    if (onOutline[static_cast<std::size_t>(low)] && onOutline[static_cast<std::size_t>(high)])
      edges_.insert({low, high});
  });
}

double HoleTriangulation::weightOf(Index p, Index q, Index r) const {
  constexpr double fairness = 0.1;
  const Vec3 a = mesh_.point(p), b = mesh_.point(q), c = mesh_.point(r);
  if (collinear(a, b, c)) return infinite;
  const double squares = (b - a).squaredNorm() + (c - b).squaredNorm() + (a - c).squaredNorm();
  return (1 - fairness) * (b - a).cross(c - a).norm() / 2 + fairness * squares / (4 * std::numbers::sqrt3);
}

bool HoleTriangulation::asPolygon(const HoleLoop& loop, Triangles& triangles) const {
  std::vector<Vec3> points;
  for (const Index p : loop) points.push_back(mesh_.point(p));
  PolygonTriangulation polygon;
  if (!areCoplanar(points) || !polygon.split(points)) return false;
  Triangles found;
  for (const auto& [i, j, k] : polygon.triangles()) {
    const Index a = loop[static_cast<std::size_t>(i)], b = loop[static_cast<std::size_t>(j)],
                c = loop[static_cast<std::size_t>(k)];
    if (collinear(mesh_.point(a), mesh_.point(b), mesh_.point(c))) return false;
    found.push_back({a, b, c});
  }
  triangles.insert(triangles.end(), found.begin(), found.end());
  return true;
}

bool HoleTriangulation::ofLeastWeight(const HoleLoop& loop, bool avoidEdges, Triangles& triangles) const {
  const std::size_t n = loop.size();
  std::vector<double> weight(n * n, 0);  // of the part between corners i and j, and
  std::vector<std::size_t> apex(n * n);  // the corner of its triangle at their chord
  for (std::size_t step = 2; step < n; ++step)
    for (std::size_t i = 0; i + step < n; ++i) {
      const std::size_t j = i + step;
      double& least = weight[i * n + j];
      least = infinite;
      const bool isOutline = step + 1 == n;
      if (avoidEdges && !isOutline && isEdge(loop[i], loop[j])) continue;
      for (std::size_t k = i + 1; k < j; ++k) {
        const double parts = weight[i * n + k] + weight[k * n + j];
        if (!(parts < least)) continue;
        const double whole = parts + weightOf(loop[i], loop[k], loop[j]);
        if (whole < least) least = whole, apex[i * n + j] = k;
      }
    }
  if (!std::isfinite(weight[n - 1])) return false;
  std::vector<std::pair<std::size_t, std::size_t>> parts{{0, n - 1}};
  while (!parts.empty()) {
    const auto [i, j] = parts.back();
    parts.pop_back();
    if (j - i < 2) continue;
    const std::size_t k = apex[i * n + j];
    triangles.push_back({loop[i], loop[k], loop[j]});
    parts.emplace_back(i, k);
    parts.emplace_back(k, j);
  }
  return true;
}

void HoleTriangulation::addPart(const HoleLoop& loop, Triangles& triangles) const {
  if (asPolygon(loop, triangles)) return;
  if (loop.size() <= maximumCorners) {
    if (!ofLeastWeight(loop, true, triangles)) ofLeastWeight(loop, false, triangles);
    return;
  }
  const auto [i, j] = bestChord(mesh_, loop);
  const auto at = [&](std::size_t k) { return loop.begin() + static_cast<std::ptrdiff_t>(k); };
  HoleLoop one(at(i), at(j) + 1), other(at(j), loop.end());
  other.insert(other.end(), loop.begin(), at(i) + 1);
  addPart(one, triangles);
  addPart(other, triangles);
}

std::vector<std::array<Index, 3>> HoleTriangulation::close(const HoleLoop& loop) {
  Triangles triangles;
  addPart(loop, triangles);
  // Each step adds the right number of triangles or none: fewer leave a part open.
  if (triangles.size() + 2 != loop.size()) triangles.clear();
  for (const auto& [a, b, c] : triangles)
    for (const auto& [p, q] : {std::pair(a, b), std::pair(b, c), std::pair(c, a)})
      edges_.insert({std::min(p, q), std::max(p, q)});
  return triangles;
}

}  // namespace talus
