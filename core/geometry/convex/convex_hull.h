#pragma once

#include <vector>

#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// The convex hull of points: a closed, manifold, outward mesh whose points are the corners of the hull, in
/// the order in which they were given.
///
/// Qhull finds the facets (Barber, Dobkin, Huhdanpaa, The quickhull algorithm for convex hulls, ACM
/// Transactions on Mathematical Software 22 (1996)) and cuts those with more than three corners into
/// triangles. It works in double and may cut a facet that is flat but for rounding so that it is dented by
/// some last bits; edges that are reflex, asked exactly, are turned until none is left. So the mesh check
/// calls the hull convex.
///
/// Points closer to the surface than about 1e-14 of the hull's extent may be left out. Thread-safe,
/// deterministic. O(n log n): about 8 µs a point if all are
/// corners. Cannot be cancelled.
/// @param slack a length ≥ 0: points that lie no farther outside of the hull of the others may be left out,
/// so that points of a flat side or of a straight edge which were rounded outwards make no slivers.
/// @throws Error fewer than four points, one that is not finite, or all (nearly) in a plane.
TriangleMesh convexHull(const std::vector<Vec3>& points, double slack = 0);

}  // namespace talus
