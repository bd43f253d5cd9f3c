#pragma once

#include <functional>
#include <optional>
#include <span>

#include "geometry/mesh/box_tree.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// Does a ray from p cross an odd number of these triangles? Then p lies inside the closed surface that they
/// form. Exact; rays that meet an edge or corner are drawn again.
/// @param triangles their numbers. Those of zero area are left out, those that are not finite as well.
/// @return nothing if p is not finite or lies on a triangle, or if every ray meets edges. O(triangles), about
/// 50 ns each.
std::optional<bool> oddCrossings(const TriangleMesh& mesh, std::span<const Index> triangles, const Vec3& p);

/// The same by a tree that leads a ray to the triangles near it: O(log n + triangles near).
/// @param tree of the boxes of the mesh's triangles; an empty box leaves one out. @param counts asked of each
/// triangle near the ray; those of zero area, or not finite, must have empty boxes or not count.
std::optional<bool> oddCrossings(const TriangleMesh& mesh, const BoxTree& tree,
                                 const std::function<bool(Index)>& counts, const Vec3& p);

}  // namespace talus
