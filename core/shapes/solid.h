#pragma once

#include "base/context.h"
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

/// A simple solid. All lengths are over the size; options of other solids are not looked at.
struct SolidOptions {
  Placement
      placement{};  ///< size: the diameter; of the regular solids that of the sphere through the corners
  Vec3 extents = Vec3::Ones();  ///< Cuboid: edges along x, y, z: 0.001 … 1 000
  double height = 1;  ///< Cylinder, Cone, Prism: along z; Capsule: of the cylinder in it: 0.001 … 1 000
  double topDiameter = 0;     ///< Cone: 0 for a pointed one, else a frustum: 0 … 1 000
  double tubeDiameter = 0.3;  ///< Torus: 0.001 … 0.499
  int sides = 6;              ///< Prism: 3 … 1 024
  int segments = 32;          ///< Cylinder, Cone, Torus, Capsule: straight edges in a circle: 8 … 1 024
};

/// A solid about its centre, with the z axis as its own; round ones are inscribed: their points lie on the
/// true surface. Closed, manifold, outward, one piece; all but the torus convex to the bit (convexHull()).
/// The torus has half as many segments around its tube. Runs the context's stages to 1.
/// @throws Error options out of range.
TriangleMesh makeSolid(Solid solid, const SolidOptions& options, Context& context);

}  // namespace talus
