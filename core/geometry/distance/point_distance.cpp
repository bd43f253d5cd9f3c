#include "geometry/distance/point_distance.h"

#include <algorithm>

namespace talus {

Vec3 closestOnSegment(const Vec3& p, const Vec3& a, const Vec3& b) {
  const Vec3 along = b - a;
  const double squaredLength = along.squaredNorm();
  if (squaredLength == 0) return a;
  return a + std::clamp((p - a).dot(along) / squaredLength, 0.0, 1.0) * along;
}

Vec3 closestPoint(const Vec3& p, const std::array<Vec3, 3>& triangle) {
  const auto& [a, b, c] = triangle;
  const Vec3 normal = (b - a).cross(c - a);
  const auto innerSide = [&](const Vec3& u, const Vec3& v) { return normal.dot((v - u).cross(p - u)) > 0; };
  if (innerSide(a, b) && innerSide(b, c) && innerSide(c, a))
    return p - normal * (normal.dot(p - a) / normal.squaredNorm());

  Vec3 best = closestOnSegment(p, a, b);
  for (const Vec3& candidate : {closestOnSegment(p, b, c), closestOnSegment(p, c, a)})
    if ((candidate - p).squaredNorm() < (best - p).squaredNorm()) best = candidate;
  return best;
}

double squaredDistance(const Vec3& p, const std::array<Vec3, 3>& triangle) {
  return (closestPoint(p, triangle) - p).squaredNorm();
}

bool withinDistance(const Vec3& p, double tolerance, const BoxTree& tree, const TriangleMesh& mesh) {
  const double reach = tolerance * tolerance;
  const auto near = [&](const Box& box) { return box.squaredExteriorDistance(p) <= reach; };
  const auto isFar = [&](Index t) {
    return squaredDistance(p, mesh.corners(static_cast<std::size_t>(t))) > reach;
  };
  return !tree.query(near, isFar);
}

}  // namespace talus
