#pragma once

#include <cstdint>

#include "base/context.h"
#include "repair/mended_surface.h"

namespace talus {

/// Separates parts of a closed, oriented surface that touch each other in points and along edges only: each
/// part gets corners of its own there, and all parts but one recede a little towards the middle of their
/// triangles: bodies into themselves, hollows into the hollow. By 1, 2, 4 … 64 spacings of doubles at the
/// greatest coordinate
/// 1. all parts are separated as bodies, or all as hollows, the one of the greatest angle stays;
/// 2. what is left place by place, also with the one of the least angle staying;
/// 3. with each edge in turn as an exception, where one place has bodies and hollows;
/// 4. edges are divided, since parts may be connected around both ends.
/// What the check finds least after is taken; the surface remains as it is if nothing is better. @return
/// number of points that were added. O(n log n) for each way tried; after the first step as many as check
/// 100 000 triangles, and the surface twenty times.
std::int64_t separateTouchingParts(MendedSurface& surface, Context& context);

}  // namespace talus
