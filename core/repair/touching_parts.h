#pragma once

#include <cstdint>

#include "base/context.h"
#include "repair/mended_surface.h"

namespace talus {

/// Separates parts of a closed, oriented surface that touch each other in points and along edges only: each
/// part gets corners of its own there, and all parts but the one of the greatest angle recede a little
/// towards the middle of their triangles: bodies into themselves, hollows into the hollow. Along an edge the
/// parts are bodies, or else hollows. The least distance of 1, 2, 4 … 64 spacings of doubles at the greatest
/// coordinate is taken after which the check finds nothing, or otherwise the one after which it finds least;
/// the surface remains as it is if none is better. @return number of corners that parts got. O(n log n) for
/// each distance tried.
std::int64_t separateTouchingParts(MendedSurface& surface, Context& context);

}  // namespace talus
