#pragma once

#include "base/context.h"
#include "options/grain_bumped_options.h"
#include "shapes/placement.h"

namespace talus {

/// The sphere-like bodies of Noble and Weinzierl, A multiresolution DEM for triangulated objects with
/// implicit time stepping: section 6.1 (hierarchical noise moves the points along the normal; radii from 1 to
/// ηᵣ) and Table 1 (no bumps, stretched by η along one axis).
///
/// The points are spherePoints(), so 20·4^k and 8·4^k triangles (80, 320, 1 280 …) are refined icosahedra and
/// octahedra; any other even number (12, 36, 140, 1 224 …) is met exactly as well, an odd one gives one less.
/// The lowest point has radius 1 and the highest ηᵣ (times half the size). Closed, manifold, outward, one
/// piece; star-shaped about the centre, so it does not intersect itself. The same bits for any number of
/// threads. Runs the context's stages to 1. About 5 µs per triangle; most of it in Qhull, which cannot be
/// cancelled.
/// @throws Error options out of range.
TriangleMesh makeBumpedSphere(const BumpedSphereOptions& options, Context& context);

}  // namespace talus
