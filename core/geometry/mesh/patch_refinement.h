#pragma once

#include <array>
#include <map>
#include <vector>

#include "geometry/mesh/hole_surroundings.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// Adds points to a patch that closes a hole until they are as near to each other as is wanted, and flips its
/// edges. Source: P. Liepa, "Filling holes in meshes", Symposium on Geometry Processing (2003).
/// @param mesh receives the points. @param spacing wanted at each point of the outline. @param triangles
/// close the outline; replaced. O(n log n).
void refinePatch(TriangleMesh& mesh, const HoleSurroundings& around, const std::map<Index, double>& spacing,
                 std::vector<std::array<Index, 3>>& triangles);

}  // namespace talus
