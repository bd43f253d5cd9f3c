#pragma once

#include <array>
#include <vector>

#include "geometry/mesh/hole_surroundings.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// A patch that closes a hole and continues the surface around it: points are added until triangles are as
/// small as those around, edges are flipped, and the points are placed where the sum of the squares of the
/// Laplacian, also at the outline, is least: a thin plate. Source: P. Liepa, "Filling holes in meshes",
/// Symposium on Geometry Processing (2003).
class HolePatch {
 public:
  /// @param mesh receives the points. @param triangles close the loop; replaced by those of the patch.
  /// O(n log n) and a sparse factorization.
  static void make(TriangleMesh& mesh, const HoleSurroundings& around, const HoleLoop& loop,
                   std::vector<std::array<Index, 3>>& triangles);

  /// Whether a patch suits: triangles do not meet those around at a sharp edge, by more than 45° on average.
  static bool isSmooth(const TriangleMesh& mesh, const HoleSurroundings& around,
                       const std::vector<std::array<Index, 3>>& triangles, const HoleLoop& loop);
};

}  // namespace talus
