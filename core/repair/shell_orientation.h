#pragma once

#include <cstdint>

#include "base/context.h"
#include "repair/mended_surface.h"

namespace talus {

/// Turns triangles that contradict the rest of their surface (findFlippedPatches). @return their number.
std::int64_t turnFlipped(MendedSurface& surface, Context& context);

/// Turns shells of a closed, oriented surface so that bodies face outwards and cavities inwards. Shells that
/// intersect no other are bodies inside an even number of others, and cavities inside an odd number
/// (judgeShells). Shells that intersect others are bodies if one of their corners lies inside an even number
/// of others. @return number of shells turned; 0 if the surface is not closed and oriented. O(n log n).
/// Advances the context by up to two steps a triangle.
std::int64_t turnShells(MendedSurface& surface, Context& context);

}  // namespace talus
