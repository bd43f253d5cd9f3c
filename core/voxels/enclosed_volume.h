#pragma once

#include <string>

#include "base/context.h"
#include "enclosure/interface/enclosure.h"
#include "geometry/check/mesh_check.h"
#include "geometry/mesh/polyhedron_moments.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// Whether the volume that a surface encloses can be integrated over its triangles, and the orientation to
/// use for each shell.
struct EnclosedVolume {
  bool exact = false;
  std::string obstacle;  ///< the reason, as a clause about the surface ("it is open"); empty if it can
  /// Of each shell (MeshReport::component): bodies become outward, cavities inward.
  PieceDirections directions;
};

/// Needs a closed, consistently oriented surface without duplicate triangles whose triangles meet in common
/// corners and edges only: then the winding number, with shells oriented by their nesting (judgeShells), is 1
/// inside and 0 outside.
/// @param mesh with merged points. @param report of it.
/// @param rule with NonZero, nested shells must already be oriented as bodies and cavities.
/// O(n log n) for the search for intersections. Advances the context by at most two steps per triangle.
EnclosedVolume enclosedVolume(const TriangleMesh& mesh, const MeshReport& report, InsideRule rule,
                              Context& context);

}  // namespace talus
