#pragma once

#include <cstdint>
#include <vector>

#include "geometry/mesh/edge_table.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// The triangles that face the other way than the rest of their surface.
struct FlippedPatches {
  std::vector<Index> triangles;  ///< in no particular order
  std::int64_t patches = 0;      ///< connected groups of them
};

/// Finds a consistent orientation of each set of triangles that is joined over edges of two triangles, and
/// takes those that contradict it.
///
/// Of the two orientations of a set without other edges (a closed piece) the right one faces outwards, or
/// inwards if the piece lies within an odd number of other closed pieces. Of any other set, and where a piece
/// touches others so that its nesting cannot be told, the one with the larger area is right; of equal areas
/// the one of its first triangle. A set that faces the wrong way as a whole contradicts nothing and is left
/// out. A set that cannot be oriented (a Moebius strip) has at least one patch.
/// @param component connected piece of each triangle (MeshReport::component).
/// O(n), and for each closed piece with contradictions exact tests of the pieces whose boxes hold its first
/// corner. Deterministic.
FlippedPatches findFlippedPatches(const TriangleMesh& mesh, const EdgeTable& edges,
                                  const std::vector<Index>& component);

}  // namespace talus
