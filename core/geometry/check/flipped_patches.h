#pragma once

#include <cstdint>
#include <vector>

#include "geometry/mesh/edge_table.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// The triangles whose orientation differs from the rest of their surface.
struct FlippedPatches {
  std::vector<Index> triangles;  ///< in no particular order
  std::int64_t patches = 0;      ///< connected groups of them
};

/// Finds a consistent orientation of each set of triangles connected across edges with two triangles, and
/// returns the triangles that contradict it.
///
/// Of the two orientations of a set without other edges (a closed piece), the correct one faces outwards,
/// or inwards if the piece lies inside an odd number of other closed pieces. For any other set, and for a
/// piece that touches others so that its nesting is undecidable, the orientation with the larger area is
/// correct; for equal areas that of the first triangle. A set that faces the wrong way as a whole is
/// consistent and is not reported. A set that cannot be oriented (a Moebius strip) has at least one patch.
/// @param component connected piece of each triangle (MeshReport::component).
/// O(n), and for each closed piece with contradictions exact tests of the pieces whose boxes contain its
/// first vertex. Deterministic.
FlippedPatches findFlippedPatches(const TriangleMesh& mesh, const EdgeTable& edges,
                                  const std::vector<Index>& component);

}  // namespace talus
