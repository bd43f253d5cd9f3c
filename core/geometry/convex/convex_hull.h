#pragma once

#include <vector>

#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// The convex hull of points: a closed, manifold, outward mesh whose points are the corners of the hull, in
/// the order in which they were given.
///
/// Qhull finds the facets (Barber, Dobkin, Huhdanpaa, The quickhull algorithm for convex hulls, ACM
/// Transactions on Mathematical Software 22 (1996)) and cuts those with more than three corners into
/// triangles. It works in double and may triangulate a facet that is flat up to rounding so that it is
/// dented by a few last bits; reflex edges, found exactly, are flipped until none is left. So the mesh
/// check finds the hull convex.
///
/// Points closer to the surface than about 1e-14 of the hull's extent may be omitted. Thread-safe,
/// deterministic. O(n log n): about 8 µs per point if all are vertices. Cannot be cancelled.
/// @param slack a length ≥ 0: points no farther than this outside the hull of the others may be omitted, so
/// that points of a flat face or a straight edge that were rounded outwards create no slivers.
/// @throws Error fewer than four points, one that is not finite, or all (nearly) in a plane.
TriangleMesh convexHull(const std::vector<Vec3>& points, double slack = 0);

}  // namespace talus
