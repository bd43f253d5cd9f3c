#pragma once

#include "base/context.h"
#include "options/foam_options.h"
#include "shapes/placement.h"

namespace talus {

/// An open-cell foam: struts along the edges of a cell complex (see CellComplex), with filleted joints
/// (StrutField), within a cube or ball: struts that leave it have rounded ends.
///
/// The surface is closed, manifold, outward, one piece, and does not intersect itself. It has exactly
/// options.triangles triangles, one less if that is odd: the paper's 28 952, 120 868 and 494 124 (Muth et al.
/// 2007, section 3.2, whose meshes are not public) are met exactly. The same bits for any number of threads.
/// Runs the context's stages to 1. About a second of one core for 500 000 triangles.
/// @throws Error options out of range, or triangles too few to resolve the struts.
TriangleMesh makeFoam(const FoamOptions& options, Context& context);

}  // namespace talus
