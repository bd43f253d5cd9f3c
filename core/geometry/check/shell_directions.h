#pragma once

#include <vector>

#include "geometry/check/mesh_check.h"
#include "geometry/mesh/polyhedron_moments.h"

namespace talus {

/// The orientation that each shell of a closed, oriented surface should have.
struct ShellDirections {
  PieceDirections directions;   ///< −1: the shell is taken the other way round than it faces
  std::vector<double> volumes;  ///< signed, as the shells face, in the frame that was given
  std::vector<bool> meets;      ///< cuts or touches another shell or itself

  bool isCavity(std::size_t shell) const { return directions[shell] * volumes[shell] < 0; }
};

/// Makes bodies of shells within an even number of others, cavities of those within an odd one.
///
/// First all shells are inverted if the sum of their volumes is negative. Then each shell that intersects no
/// other is inverted if its orientation contradicts its nesting. Shells that intersect others keep theirs, as
/// do those whose nesting is undecidable.
/// @param report of the mesh, by checkMesh. Closed and oriented. If it did not search for self-intersections,
/// several shells are searched here, and a single one counts as without intersections.
/// O(n log n), without intersections of a single shell O(n). Advances the context by up to one step a
/// triangle. Deterministic.
ShellDirections judgeShells(const TriangleMesh& mesh, const MeshReport& report, const LocalFrame& frame,
                            Context& context);

}  // namespace talus
