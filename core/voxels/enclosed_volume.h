#pragma once

#include <string>
#include <vector>

#include "base/context.h"
#include "enclosure/interface/enclosure.h"
#include "geometry/check/mesh_check.h"
#include "geometry/mesh/polyhedron_moments.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// Can the volume that a surface encloses be integrated over its triangles, and which way round is each shell
/// to be taken?
struct EnclosedVolume {
  bool exact = false;
  std::string obstacle;  ///< why not, in a clause about the surface ("it is open"); empty if it can
  /// Of each shell (MeshReport::component): bodies become outward, cavities inward.
  PieceDirections directions;
};

/// Needs a closed, consistently oriented surface without duplicate triangles whose triangles meet in common
/// corners and edges only: then the winding number, with shells turned by their nesting (judgeShells), is 1
/// inside and 0 outside.
/// @param mesh with merged points. @param report of it.
/// @param rule with NonZero nested shells must already face as bodies and cavities do.
/// O(n log n) for the search for intersections. Advances the context by two steps a triangle at most.
EnclosedVolume enclosedVolume(const TriangleMesh& mesh, const MeshReport& report, InsideRule rule,
                              Context& context);

}  // namespace talus
