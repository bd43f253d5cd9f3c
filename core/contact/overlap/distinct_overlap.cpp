#include "contact/overlap/distinct_overlap.h"

#include <algorithm>
#include <cmath>

#include "contact/overlap/exact_overlap.h"

namespace talus {

namespace {

// In the unit of the second body.
double smallerDiameter(const SurfacePair& pair) {
  const double ofFirst = pair.scaleOfFirst() * pair.surface(true).bounds().diagonal().norm();
  return std::min(ofFirst, pair.surface(false).bounds().diagonal().norm());
}

// Whether a point of a triangle's plane is inside the triangle, farther from its sides than a length.
bool isWellInside(const Vec3& point, const std::array<Vec3, 3>& t, const Vec3& normal, double length) {
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3 side = t[(k + 1) % 3] - t[k];
    if (!(normal.dot(side.cross(point - t[k])) > length * side.norm())) return false;
  }
  return true;
}

double longestSide(const std::array<Vec3, 3>& t) {
  return std::sqrt(
      std::max({(t[1] - t[0]).squaredNorm(), (t[2] - t[1]).squaredNorm(), (t[0] - t[2]).squaredNorm()}));
}

bool anyPiercesClearly(const SurfacePair& pair, std::span<const TrianglePair> near, double length) {
  const auto anyEdge = [length](const std::array<Vec3, 3>& own, const std::array<Vec3, 3>& other) {
    return piercesClearly({own[0], own[1]}, other, length) ||
           piercesClearly({own[1], own[2]}, other, length) || piercesClearly({own[2], own[0]}, other, length);
  };
  return std::any_of(near.begin(), near.end(), [&](const TrianglePair& triangles) {
    const std::array<Vec3, 3> s = pair.corners(true, triangles.first);
    const std::array<Vec3, 3> t = pair.corners(false, triangles.second);
    return boxOf(s).intersects(boxOf(t)) && (anyEdge(s, t) || anyEdge(t, s));
  });
}

}  // namespace

double roundingLength(const SurfacePair& pair) {
  return 1e-12 * smallerDiameter(pair) + 16 * pair.coordinateError();
}

bool piercesClearly(const std::array<Vec3, 2>& edge, const std::array<Vec3, 3>& triangle, double length) {
  const auto& [from, to] = edge;
  const Vec3 across = (triangle[1] - triangle[0]).cross(triangle[2] - triangle[0]);
  const double p = across.dot(from - triangle[0]), q = across.dot(to - triangle[0]);
  if ((p > 0) == (q > 0)) return false;
  const double area = across.norm(), least = length * area;
  if (!(std::min(std::abs(p), std::abs(q)) > least)) return false;
  if (!(std::abs(p - q) * longestSide(triangle) > least * (to - from).norm())) return false;
  const Vec3 point = from + p / (p - q) * (to - from);
  return isWellInside(point, triangle, across / area, length) && piercesStrictly(edge, triangle);
}

bool isClear(const SurfacePair& pair, const Piercing& piercing, double length) {
  const SurfaceCells::Edge& edge =
      pair.surface(piercing.first).edges()[static_cast<std::size_t>(piercing.edge)];
  return piercesClearly({pair.point(piercing.first, edge.from), pair.point(piercing.first, edge.to)},
                        pair.corners(!piercing.first, piercing.triangle), length);
}

bool overlapDistinctly(const SurfaceCells& first, const Pose& firstPose, const SurfaceCells& second,
                       const Pose& secondPose, std::span<const TrianglePair> near) {
  const SurfacePair pair(first, firstPose, second, secondPose);
  const double length = roundingLength(pair);
  if (pair.zone().isEmpty()) return false;
  if (anyPiercesClearly(pair, near, length)) return true;
  PiercingWork work;
  const std::vector<Piercing> piercings = pair.piercings(near, work);
  if (piercings.empty()) return pair.hasShellInside(true) || pair.hasShellInside(false);
  const double diameter = smallerDiameter(pair);
  return overlapExceeds(pair, piercings, length * diameter * diameter);
}

}  // namespace talus
