#pragma once

#include <cstdint>

#include "repair/mended_surface.h"

namespace talus {

/// Removes triangles with a corner that is not finite, or beyond 1e150. @return their number. O(triangles).
std::int64_t removeNonFinite(MendedSurface& surface);

/// Removes triangles of zero area (exact). @return their number. O(triangles).
std::int64_t removeFlat(MendedSurface& surface);

/// Of triangles with the same corners one remains, or none: none if as many face one way as the other, so
/// that they enclose nothing between them, unless the surface around them misses one. @return the number of
/// those that were removed. O(n log n).
std::int64_t removeRepeated(MendedSurface& surface);

/// Removes pairs of triangles with the same corners that face opposite ways: a closed surface remains closed.
/// @return the number of triangles. O(n log n).
std::int64_t removeCancelling(MendedSurface& surface);

}  // namespace talus
