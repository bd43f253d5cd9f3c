#pragma once

#include "shapes/porous_block.h"
#include "shapes/refined_sphere.h"

namespace talus {

/// Kinds of grains. The numbers are used in files: append, never renumber.
enum class Shape { RefinedSphere = 0, PorousBlock = 1 };

/// A grain of one kind; the options of the others are not looked at.
struct GrainOptions {
  Shape shape = Shape::RefinedSphere;
  Placement placement{};  ///< replaces the one of the kind
  SphereOptions sphere{};
  PorousBlockOptions block{};
};

/// Makes the grain: see makeSphere and makePorousBlock. Runs the context's stages to 1.
/// @throws Error options out of range, no such shape.
TriangleMesh makeGrain(const GrainOptions& options, Context& context);

}  // namespace talus
