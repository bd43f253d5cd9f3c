#pragma once

#include <cstdint>

#include "base/context.h"
#include "shapes/lattice_surface.h"

namespace talus {

/// The piece of a manifold surface with the most triangles (of equals the first), without unused points.
/// O(n).
TriangleMesh largestPiece(const TriangleMesh& mesh);

/// Halves the longest edges that share no triangle until the mesh has `triangles`, or one less if that is
/// odd. The surface does not change and remains closed and manifold. O(n log n).
/// @param mesh closed and manifold. @param triangles at least its own count.
void splitLongestEdges(TriangleMesh& mesh, std::int64_t triangles);

/// The approximate lattice spacing that gives a surface of this area this number of triangles.
double spacingFor(std::int64_t triangles, double area);

/// The largest piece of a field's surface with exactly the wanted number of triangles, or one less if that is
/// odd: the lattice's spacing is searched so that a few per cent are missing, which splitLongestEdges adds.
/// @param domain see LatticeSurface. @param triangles wanted, ≥ 1 000.
/// @param area an estimate of the surface's area, to begin the search with.
/// Runs the context's stages to 1. Some three times the cost of a LatticeSurface.
/// @throws Error if the search fails: where the lattice is far coarser than the body's details.
TriangleMesh surfaceWithCount(const Field& field, const Box& domain, std::int64_t triangles, double area,
                              Context& context);

}  // namespace talus
