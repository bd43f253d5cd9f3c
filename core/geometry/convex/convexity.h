#pragma once

#include "geometry/mesh/closed_fans.h"
#include "geometry/mesh/edge_table.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// Whether a closed, oriented, manifold, connected mesh bounds a convex body with outward triangles. Exact.
///
/// It tests three conditions: every triangle faces away from a centre o, the triangles seen from o cover each
/// direction once, and no edge is reflex. By the first, the projection onto a sphere about o is a covering
/// (branched at most at vertices); by the second it is one-to-one. So the surface is star-shaped about o, and
/// a star-shaped surface without reflex edges is convex. O(triangles); most surfaces are rejected after a
/// few.
bool isConvex(const TriangleMesh& mesh, const EdgeTable& edges);
bool isConvex(const TriangleMesh& mesh, const ClosedFans& fans);

/// Whether there is a reflex edge at which the opposite corner of each triangle lies more than `depth` above
/// the plane of the other triangle. Surfaces without such an edge may still be far from convex: many small
/// angles add up. O(triangles); usually ends after a few.
bool hasDent(const TriangleMesh& mesh, const EdgeTable& edges, double depth);

}  // namespace talus
