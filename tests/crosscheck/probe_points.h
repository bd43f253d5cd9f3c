#pragma once

#include <cstddef>
#include <vector>

#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// Points that probe a surface: far from it, near it, and exactly on it, in this order.
struct ProbePoints {
  std::vector<Vec3> points;
  std::size_t nearBegin = 0;       ///< first point within 1e-6 of the diagonal off the surface
  std::size_t onSurfaceBegin = 0;  ///< first point on a vertex, edge or face, proven by exact predicates

  bool isAway(std::size_t i) const { return i < nearBegin; }
  bool isOnSurface(std::size_t i) const { return i >= onSurfaceBegin; }
};

/// 4 000 points (all: 20 000, see sample_size.h) in the box enlarged by 10 %, 1 000 at ±1e-3 and 1 000 at
/// ±1e-6 of the diagonal along the normals, and at most 500 each on vertices, edge midpoints and faces. The
/// same for each call.
ProbePoints probePoints(const TriangleMesh& mesh);

}  // namespace talus
