#pragma once

#include <array>
#include <map>
#include <vector>

#include "geometry/mesh/hole_loops.h"
#include "geometry/mesh/triangle_mesh.h"

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

}  // namespace talus
