#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// The boundary of one opening: edges connected at their points.
struct BoundaryLoop {
  std::int64_t edges = 0;
  double length = 0;  ///< in the mesh's unit
};

/// The boundary edges of a mesh by loop.
struct BoundaryLoops {
  std::vector<BoundaryLoop> loops;  ///< in order of their first edge
  std::vector<Index> loopOf;        ///< loop of each edge
};

/// Groups boundary edges. Openings that touch at a point are one loop. Nearly O(edges + points).
/// @param edges pairs of points of the mesh.
BoundaryLoops findBoundaryLoops(const TriangleMesh& mesh, const std::vector<std::array<Index, 2>>& edges);

}  // namespace talus
