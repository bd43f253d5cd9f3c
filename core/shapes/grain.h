#pragma once

#include "options/grain_options.h"
#include "shapes/bumped_sphere.h"
#include "shapes/convex_grain.h"
#include "shapes/porous_block.h"
#include "shapes/refined_sphere.h"
#include "shapes/solid.h"

namespace talus {

/// Creates the grain: see makeSphere, makePorousBlock, makeConvexGrain, makeBumpedSphere and makeSolid. Runs
/// the context's stages to 1.
/// @throws Error options of the kind out of range, no such shape.
TriangleMesh makeGrain(const GrainOptions& options, Context& context);

}  // namespace talus
