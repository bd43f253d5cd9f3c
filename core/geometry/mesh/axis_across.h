#pragma once

#include <array>
#include <vector>

#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// The axis across which the plane of a triangle lies, which all of its corners have in common; −1: none.
inline int axisAcross(const std::array<Vec3, 3>& corners) {
  const auto& [a, b, c] = corners;
  for (int k = 0; k < 3; ++k)
    if (a[k] == b[k] && a[k] == c[k]) return k;
  return -1;
}

/// Those of all triangles. O(triangles).
inline std::vector<signed char> axesAcross(const TriangleMesh& mesh) {
  std::vector<signed char> axes;
  axes.reserve(mesh.triangleCount());
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t)
    axes.push_back(static_cast<signed char>(axisAcross(mesh.corners(t))));
  return axes;
}

}  // namespace talus
