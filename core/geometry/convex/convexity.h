#pragma once

#include "geometry/mesh/edge_table.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// True where a closed, oriented, manifold, connected mesh bounds a convex body with outward triangles.
/// Exact.
///
/// It tests three conditions: every triangle faces away from a centre o, the triangles seen from o cover
/// each direction once, and no edge is reflex. The first makes the projection onto a sphere about o a
/// covering (branched at vertices at most), the second makes it one-to-one, so the surface is star-shaped
/// about o; a star-shaped surface without reflex edges is convex.
/// O(triangles); most surfaces are rejected after a few.
bool isConvex(const TriangleMesh& mesh, const EdgeTable& edges);

/// Whether there is a reflex edge where the free corner of each of its triangles lies more than `depth`
/// above the plane of the other. Surfaces without one may still be far from convex: many small steps add
/// up.
/// O(triangles); usually ends after a few.
bool hasDent(const TriangleMesh& mesh, const EdgeTable& edges, double depth);

}  // namespace talus
