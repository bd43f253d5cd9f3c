#pragma once

#include <vector>

#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// The convex hull of points: a closed, manifold mesh with outward triangles. Its points are the vertices of
/// the hull, in the given order.
///
/// Qhull finds the facets (Barber, Dobkin, Huhdanpaa, The quickhull algorithm for convex hulls, ACM
/// Transactions on Mathematical Software 22 (1996)) and cuts those with more than three corners into
/// triangles. Qhull works in double: the triangles of a facet that is flat up to rounding may have reflex
/// edges in the last bits. Such edges are found exactly and flipped until none is left, so the mesh check
/// reports the hull as convex.
///
/// Points closer to the surface than about 1e-14 of the hull's extent may be omitted. Thread-safe,
/// deterministic. O(n log n): about 8 µs per point if all are vertices. Cannot be cancelled.
/// @param slack a length ≥ 0: points at most this far outside of the hull of the other points may be omitted.
/// So points of a flat face or a straight edge that were rounded outwards create no slivers.
/// @throws Error if there are fewer than four points, a point is not finite, or all points lie (nearly) in a
/// plane.
TriangleMesh convexHull(const std::vector<Vec3>& points, double slack = 0);

}  // namespace talus
