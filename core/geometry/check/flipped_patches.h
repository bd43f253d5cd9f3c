#pragma once

#include <cstdint>
#include <vector>

#include "geometry/mesh/edge_table.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// The triangles whose orientation differs from the rest of their surface.
struct FlippedPatches {
  std::vector<Index> triangles;  ///< in no particular order
  std::int64_t patches = 0;      ///< number of connected groups of them
};

/// Finds a consistent orientation of each set of triangles connected across edges with two triangles, and
/// returns the triangles that contradict it.
///
/// For a set without other edges (a closed shell), the correct orientation faces outwards, or inwards if the
/// shell lies inside an odd number of other closed shells. For any other set, and for a shell that touches
/// others so that its nesting is undecidable, the orientation of the larger area is correct; for equal areas
/// the orientation of the first triangle. A set that is inverted as a whole is consistent and is not
/// reported. A set that cannot be oriented (a Moebius strip) has at least one patch.
/// @param component shell of each triangle (MeshReport::component). O(n), and for each closed shell with
/// contradictions exact tests of the shells whose boxes contain its first vertex. Deterministic.
FlippedPatches findFlippedPatches(const TriangleMesh& mesh, const EdgeTable& edges,
                                  const std::vector<Index>& component);

}  // namespace talus
