#pragma once

#include <cstdint>

#include "base/context.h"
#include "shapes/placement.h"

namespace talus {

/// A block with winding tunnels.
struct PorousBlockOptions {
  Placement placement{};
  int tunnels = 15;                  ///< 0 … 1 000, in turn from face to face along x, y and z
  double tunnelDiameter = 0.13;      ///< over the block's size: 0.01 … 0.8
  double tortuosity = 0.5;           ///< curvature of tunnels: 0 (straight) … 1
  double rounding = 0.04;            ///< radius of edges and rims over the block's size: 0.001 … 0.2
  std::int64_t triangles = 120'868;  ///< wanted: 1 000 … 20 000 000
  std::uint64_t seed = 1;            ///< of the random tunnels
};

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
