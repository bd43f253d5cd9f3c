#pragma once

#include <optional>
#include <span>

#include "geometry/triangle_mesh.h"

namespace talus {

/// Does a ray from p cross an odd number of these triangles? Then p lies inside the closed surface that they
/// form. Exact; rays that meet an edge or corner are drawn again.
/// @param triangles their numbers. Those of zero area are left out, those that are not finite as well.
/// @return nothing if p is not finite or lies on a triangle, or if every ray meets edges. O(triangles), about
/// 50 ns each.
std::optional<bool> oddCrossings(const TriangleMesh& mesh, std::span<const Index> triangles, const Vec3& p);

}  // namespace talus
