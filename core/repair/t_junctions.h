#pragma once

#include <cstdint>

#include "repair/mended_surface.h"

namespace talus {

/// Divides triangles where the end of another open edge lies between the ends of theirs: exactly; or as near
/// as two spacings of the numbers that store coordinates (float or double), for points that were computed on
/// the edge and rounded; or as near as a tolerance. The surface moves by no more.
/// @param tolerance a length, ≥ 0. @return number of points that divide edges. O(n log n) for n open edges.
std::int64_t splitTJunctions(MendedSurface& surface, double tolerance);

}  // namespace talus
