#pragma once

#include "base/context.h"
#include "options/grain_sphere_options.h"
#include "shapes/placement.h"

namespace talus {

/// Splits each triangle into four at its edges' midpoints; the points of two neighbours' common edge stay
/// one. O(n).
TriangleMesh refined(const TriangleMesh& mesh);

/// The octahedron with corners on the axes at distance 1.
TriangleMesh unitOctahedron();

/// Splits each triangle as refined() does and pushes the points onto the unit sphere.
/// @param mesh holds the origin.
TriangleMesh refinedOnSphere(const TriangleMesh& mesh);

/// An octahedron, each triangle split into four `levels` times, its points pushed onto the sphere after each:
/// 8 · 4^levels triangles (8 … 131 072 in Muth et al. 2007, section 3.1, at levels 0 … 7). Closed, manifold,
/// outward. Runs the context's stages to 1.
/// @throws Error options out of range.
TriangleMesh makeSphere(const SphereOptions& options, Context& context);

}  // namespace talus
