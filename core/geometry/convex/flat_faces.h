#pragma once

#include <vector>

#include "geometry/mesh/edge_table.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// The polygons of a convex surface.
struct FlatFaces {
  /// Corners of each polygon, counter-clockwise seen from outside; no corner lies in the interior of a side.
  std::vector<std::vector<Index>> loops;
  /// Polygon of each triangle.
  std::vector<Index> faceOf;
};

/// Merges coplanar triangles of a convex surface.
///
/// Two neighbours are merged if the opposite vertex of one lies within `flatness` of the other's plane, and a
/// group stays merged if all of its vertices lie within `flatness` of the plane of its largest triangle.
/// Points inside a polygon or a side are dropped. Slivers with a height of at most `flatness`, whose normals
/// are dominated by rounding, do not connect polygons; they are added to the neighbouring polygon in whose
/// plane they lie.
/// @param flatness a length ≥ 0; 0: exactly coplanar. The polygons depend only on the surface, not on its
/// triangulation or numbering; their order follows the triangles'. O(n log n).
/// @throws Error if a group is not a single polygon, or there is only one group: `flatness` is too large for
/// the surface.
FlatFaces joinFlatFaces(const TriangleMesh& mesh, const EdgeTable& edges, double flatness);

/// The height of p above the plane of a triangle, to rounding; 0 for a triangle of zero area.
double heightAbove(const std::array<Vec3, 3>& triangle, const Vec3& p);

}  // namespace talus
