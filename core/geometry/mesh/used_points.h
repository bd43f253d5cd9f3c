#pragma once

#include <cstdint>
#include <vector>

#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// For each point 1 if a triangle uses it, otherwise 0. O(points + triangles).
inline std::vector<std::uint8_t> pointsInUse(const TriangleMesh& mesh) {
  std::vector<std::uint8_t> used(mesh.pointCount(), 0);
  for (const auto* corners : {&mesh.a, &mesh.b, &mesh.c})
    for (const Index corner : *corners) used[static_cast<std::size_t>(corner)] = 1;
  return used;
}

/// The points that triangles use, in their order. O(points + triangles).
inline std::vector<Vec3> usedPoints(const TriangleMesh& mesh) {
  const std::vector<std::uint8_t> used = pointsInUse(mesh);
  std::vector<Vec3> points;
  for (std::size_t p = 0; p < used.size(); ++p)
    if (used[p] != 0) points.push_back(mesh.point(static_cast<Index>(p)));
  return points;
}

}  // namespace talus
