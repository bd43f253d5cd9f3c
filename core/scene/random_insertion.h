#pragma once

#include <span>
#include <vector>

#include "scene/drawn_bodies.h"

namespace talus {

/// Bodies at random places in a box, none touching another, in the order of their numbers; those that found
/// no room are missing.
struct RandomInsertion {
  std::vector<BodyPlace> places;
  double sphereFraction = 0;  ///< how much of the box the bounding spheres fill
  bool full = false;          ///< some are missing
};

/// Random sequential insertion, the largest first: see placeBodies(). Advances the context by the number of
/// bodies. @throws Error a body larger than the region.
RandomInsertion insertAtRandom(std::span<const SharedSurface> surfaces, std::span<const DrawnBody> bodies,
                               const PlacementOptions& options, Context& context);

/// Numbers of bodies, the largest bounding spheres first.
std::vector<Index> largestFirst(std::span<const DrawnBody> bodies);

}  // namespace talus
