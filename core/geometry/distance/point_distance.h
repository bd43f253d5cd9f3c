#pragma once

#include <array>

#include "geometry/mesh/box_tree.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// The point of a closed segment from a to b nearest to p, to rounding.
Vec3 closestOnSegment(const Vec3& p, const Vec3& a, const Vec3& b);

/// The point of a closed triangle nearest to p, to rounding. A triangle of zero area is treated as the
/// segment or point that it covers. About 20 ns.
Vec3 closestPoint(const Vec3& p, const std::array<Vec3, 3>& triangle);

/// Squared distance (length²) from p to a closed triangle, to rounding.
double squaredDistance(const Vec3& p, const std::array<Vec3, 3>& triangle);

/// Whether the distance from p to a triangle of the mesh is at most `tolerance`.
/// @param tolerance a length ≥ 0, in the mesh's unit.
/// @param tree over the boxes of the mesh's triangles, in their order.
bool withinDistance(const Vec3& p, double tolerance, const BoxTree& tree, const TriangleMesh& mesh);

}  // namespace talus
