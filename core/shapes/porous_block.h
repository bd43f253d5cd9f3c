#pragma once

#include "base/context.h"
#include "options/grain_block_options.h"
#include "shapes/placement.h"

namespace talus {

/// A cube with rounded edges and winding tunnels through it, which meet where they come close: a body with
/// holes as in figure 16 of Williams and O'Connor, Discrete element simulation and the contact problem.
/// (Theirs is not public.)
///
/// Closed, manifold, outward, one piece, without self-intersections, and with exactly the wanted number of
/// triangles, one less if that is odd. The same bits for any number of threads. Runs the context's stages
/// to 1.
/// @throws Error options out of range, or triangles too few to resolve the tunnels.
TriangleMesh makePorousBlock(const PorousBlockOptions& options, Context& context);

}  // namespace talus
