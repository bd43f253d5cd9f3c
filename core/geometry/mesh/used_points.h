#pragma once

#include <vector>

#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// The points that triangles use, in their order. O(points + triangles).
inline std::vector<Vec3> usedPoints(const TriangleMesh& mesh) {
  std::vector<bool> used(mesh.pointCount(), false);
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t)
    for (const Index corner : mesh.triangle(t)) used[static_cast<std::size_t>(corner)] = true;
  std::vector<Vec3> points;
  for (std::size_t p = 0; p < used.size(); ++p)
    if (used[p]) points.push_back(mesh.point(static_cast<Index>(p)));
  return points;
}

}  // namespace talus
