#pragma once

#include <span>
#include <vector>

#include "scene/drawn_bodies.h"

namespace talus {

/// Bodies at random positions in a box, without contact, in the order of their indices; those that could not
/// be placed are missing.
struct RandomInsertion {
  std::vector<BodyPlace> places;
  double sphereFraction = 0;  ///< fraction of the box that the bounding spheres fill
  bool full = false;          ///< some are missing
};

/// Random sequential insertion, the largest first: see placeBodies(). Advances the context by the number of
/// bodies. @throws Error a body larger than the region.
RandomInsertion insertAtRandom(std::span<const SharedSurface> surfaces, std::span<const DrawnBody> bodies,
                               const PlacementRequest& options, Context& context);

/// Indices of bodies, the largest bounding spheres first.
std::vector<Index> largestFirst(std::span<const DrawnBody> bodies);

}  // namespace talus
