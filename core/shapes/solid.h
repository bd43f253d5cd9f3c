#pragma once

#include "base/context.h"
#include "options/grain_solid_options.h"
#include "shapes/placement.h"

namespace talus {

/// Simple solids; the first five are Platonic.
enum class Solid {
  Tetrahedron,
  Cube,
  Octahedron,
  Dodecahedron,
  Icosahedron,
  Cuboid,
  Cylinder,
  Cone,
  Prism,
  Torus,
  Capsule
};

/// A solid about its centre, with the z axis as its own; round ones are inscribed: their points lie on the
/// true surface. Closed, manifold, outward, one piece; all but the torus convex to the bit (convexHull()).
/// The torus has half as many segments around its tube. Runs the context's stages to 1.
/// @throws Error options out of range.
TriangleMesh makeSolid(Solid solid, const SolidOptions& options, Context& context);

}  // namespace talus
