#pragma once

#include <functional>
#include <optional>
#include <span>

#include "geometry/mesh/box_tree.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// Whether a ray from p crosses an odd number of the triangles; then p lies inside the closed surface that
/// they form. Exact: a ray that hits an edge or vertex is replaced by another one.
/// @param triangles their indices. Triangles of zero area and non-finite ones are ignored. @return no value
/// if p is not finite or lies on a triangle, or if every ray hits an edge or vertex. O(triangles), about 50
/// ns each.
std::optional<bool> oddCrossings(const TriangleMesh& mesh, std::span<const Index> triangles, const Vec3& p);

/// The same with a tree that finds the triangles near the ray: O(log n + triangles near the ray).
/// @param tree of the boxes of the mesh's triangles; an empty box excludes a triangle. @param counts
/// predicate for each triangle near the ray; triangles that have zero area or are not finite must have empty
/// boxes or not be counted.
std::optional<bool> oddCrossings(const TriangleMesh& mesh, const BoxTree& tree,
                                 const std::function<bool(Index)>& counts, const Vec3& p);

}  // namespace talus
