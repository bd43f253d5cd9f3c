#pragma once

#include <cstdint>

#include "repair/mended_surface.h"

namespace talus {

/// Removes shells, triangles that are connected across edges, whose boxes have a diagonal below a length.
/// @param size 0: none. @return number of shells. O(triangles).
std::int64_t removeSmallShells(MendedSurface& surface, double size);

}  // namespace talus
