#pragma once

#include "shapes/bumped_sphere.h"
#include "shapes/convex_grain.h"
#include "shapes/porous_block.h"
#include "shapes/refined_sphere.h"
#include "shapes/solid.h"

namespace talus {

/// Kinds of grains. The numbers are used in files: append, never renumber.
enum class Shape {
  RefinedSphere = 0,
  PorousBlock = 1,
  ConvexGrain = 2,
  BumpedSphere = 3,
  Tetrahedron = 4,
  Cube = 5,
  Octahedron = 6,
  Dodecahedron = 7,
  Icosahedron = 8,
  Cuboid = 9,
  Cylinder = 10,
  Cone = 11,
  Prism = 12,
  Torus = 13,
  Capsule = 14
};

/// A grain of one kind; the options of other kinds are ignored.
struct GrainOptions {
  Shape shape = Shape::RefinedSphere;
  Placement placement{};  ///< replaces the one of the kind
  SphereOptions sphere{};
  PorousBlockOptions block{};
  ConvexGrainOptions convex{};
  BumpedSphereOptions bumped{};
  SolidOptions solid{};
};

/// Creates the grain: see makeSphere, makePorousBlock, makeConvexGrain, makeBumpedSphere and makeSolid. Runs
/// the context's stages to 1.
/// @throws Error options out of range, no such shape.
TriangleMesh makeGrain(const GrainOptions& options, Context& context);

}  // namespace talus
