#include "shapes/loft.h"

#include <cmath>
#include <numbers>

namespace talus {

namespace {

bool isPoint(const Ring& ring) {
  return ring.halfX == 0 && ring.halfY == 0;
}

Vec3 pointOf(const Ring& ring, const Eigen::Vector2d& corner) {
  return {ring.halfX * corner.x(), ring.halfY * corner.y(), ring.z};
}

}  // namespace

Outline circleOutline(int segments) {
  Outline outline;
  for (int i = 0; i < segments; ++i) {
    const double angle = 2 * std::numbers::pi * i / segments;
    outline.emplace_back(std::cos(angle), std::sin(angle));
  }
  return outline;
}

Outline squareOutline() {
  return {{1, -1}, {1, 1}, {-1, 1}, {-1, -1}};
}

std::vector<Vec3> ringPoints(const Outline& outline, const std::vector<Ring>& rings) {
  std::vector<Vec3> points;
  for (const Ring& ring : rings) {
    if (isPoint(ring)) {
      points.emplace_back(0, 0, ring.z);
      continue;
    }
    for (const Eigen::Vector2d& corner : outline) points.push_back(pointOf(ring, corner));
  }
  return points;
}

TriangleMesh lofted(const Outline& outline, const std::vector<Ring>& rings, LoftEnds ends) {
  TriangleMesh mesh;
  for (const Vec3& p : ringPoints(outline, rings)) mesh.addPoint(p);
  const auto corners = static_cast<Index>(outline.size());
  std::vector<Index> first;  // point of each ring
  Index next = 0;
  for (const Ring& ring : rings) {
    first.push_back(next);
    next += isPoint(ring) ? 1 : corners;
  }
  const std::size_t bands = rings.size() - (ends == LoftEnds::Open ? 1 : 0);
  for (std::size_t band = 0; band < bands; ++band) {
    const std::size_t above = (band + 1) % rings.size();
    const bool lowPoint = isPoint(rings[band]), highPoint = isPoint(rings[above]);
    for (Index i = 0; i < corners; ++i) {
      const Index j = (i + 1) % corners;
      const Index low = first[band], high = first[above];
      if (!lowPoint) mesh.addTriangle(low + i, low + j, highPoint ? high : high + j);
      if (!highPoint) mesh.addTriangle(lowPoint ? low : low + i, high + j, high + i);
    }
  }
  return mesh;
}

}  // namespace talus
