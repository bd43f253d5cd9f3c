#pragma once

#include <cstdint>

#include "base/context.h"
#include "shapes/placement.h"

namespace talus {

/// A sphere with bumps, stretched along z.
struct BumpedSphereOptions {
  Placement placement{};          ///< size: the diameter of the sphere below the bumps
  double bumpiness = 1.3;         ///< ηᵣ, the largest radius over the smallest: 1 (no bumps) … 10
  int octaves = 4;                ///< finer and finer bumps: 1 … 10
  double stretch = 1;             ///< factor along z: 0.01 … 100
  std::int64_t triangles = 1280;  ///< wanted: 4 … 1 000 000
  std::uint64_t seed = 1;         ///< of the random bumps
};

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
