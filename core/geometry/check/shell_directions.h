#pragma once

#include <vector>

#include "geometry/check/mesh_check.h"
#include "geometry/mesh/polyhedron_moments.h"

namespace talus {

/// The orientation that each shell of a closed, oriented surface should have.
struct ShellDirections {
  PieceDirections directions;   ///< −1: the shell's orientation must be reversed
  std::vector<double> volumes;  ///< signed by the shells' actual orientation, in the given frame
  std::vector<bool> meets;      ///< intersects or touches another shell or itself

  bool isCavity(std::size_t shell) const { return directions[shell] * volumes[shell] < 0; }
};

/// Treats shells inside an even number of other shells as bodies, and shells inside an odd number as
/// cavities.
///
/// First all shells are inverted if the sum of their volumes is negative. Then each shell that intersects no
/// other is inverted if its orientation contradicts its nesting. Shells that intersect others, or whose
/// nesting is undecidable, keep their orientation.
/// @param report of the mesh, by checkMesh. Closed and oriented. If it did not search for self-intersections,
/// several shells are searched here, and a single shell is assumed to have none. O(n log n); O(n) for a
/// single shell without the search. Advances the context by up to one step per triangle. Deterministic.
ShellDirections judgeShells(const TriangleMesh& mesh, const MeshReport& report, const LocalFrame& frame,
                            Context& context);

}  // namespace talus
