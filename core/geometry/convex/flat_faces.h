#pragma once

#include <vector>

#include "geometry/mesh/edge_table.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// The polygons of a convex surface.
struct FlatFaces {
  /// Corners of each polygon, counter-clockwise seen from outside; no corner lies within a side.
  std::vector<std::vector<Index>> loops;
  /// Polygon of each triangle.
  std::vector<Index> faceOf;
};

/// Joins the triangles of a convex surface that lie in one plane.
///
/// Two neighbours are joined where one's free corner lies within `flatness` of the other's plane, and a group
/// stays joined if all its corners lie within `flatness` of the plane of its largest triangle. Points within
/// a polygon or a side are dropped. Slivers no higher than `flatness`, which rounding may turn anyhow, join
/// nothing: they go to the polygon beside them in whose plane they lie.
/// @param flatness a length ≥ 0; 0: exactly coplanar.
/// The polygons depend on the surface only, not on how it is cut into triangles or numbered; their order
/// follows the triangles'. O(n log n).
/// @throws Error where a group is no single polygon: `flatness` is too large for the surface.
FlatFaces joinFlatFaces(const TriangleMesh& mesh, const EdgeTable& edges, double flatness);

/// The height of p above the plane of a triangle, to rounding; 0 for a triangle of zero area.
double heightAbove(const std::array<Vec3, 3>& triangle, const Vec3& p);

}  // namespace talus
