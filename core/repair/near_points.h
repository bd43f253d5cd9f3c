#pragma once

#include <cstdint>

#include "repair/mended_surface.h"

namespace talus {

/// Makes one of points of open edges that are within a tolerance of each other, the nearest first. The point
/// with the smaller number keeps its place; no point moves farther than the tolerance, and the ends of an
/// open edge remain two. Triangles that lose their area are left to others.
/// @param tolerance a length; 0: does nothing. @return number of points that became another one.
/// O(n log n) for n open edges and as many near pairs.
std::int64_t mergeNearPoints(MendedSurface& surface, double tolerance);

}  // namespace talus
