#pragma once

#include <array>
#include <map>
#include <set>
#include <vector>

#include "geometry/mesh/triangle_mesh.h"
#include "repair/hole_loops.h"

namespace talus {

/// What surrounds the outlines of holes.
class HoleSurroundings {
 public:
  /// O(triangles).
  HoleSurroundings(const TriangleMesh& mesh, const std::vector<HoleLoop>& loops);

  /// The points that edges join with a point of an outline, ascending.
  const std::vector<Index>& neighbours(Index point) const { return neighbours_.at(point); }
  bool isOnOutline(Index point) const { return neighbours_.contains(point); }
  /// The unit normal of the triangle beyond an edge of an outline, the smaller point first.
  const Vec3& normalBeyond(Index low, Index high) const { return normals_.at({low, high}); }

 private:
  std::map<Index, std::vector<Index>> neighbours_;
  std::map<std::array<Index, 2>, Vec3> normals_;
};

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
