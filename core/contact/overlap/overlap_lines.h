#pragma once

#include "contact/overlap/projected_surface.h"

namespace talus {

/// How far two closed surfaces overlap for certain while the second moves along the direction of a
/// projection, found along lines in that direction.
///
/// A line passes through each body in some stretches. As long as a stretch of the one overlaps a stretch of
/// the other, the bodies do. Lines that pass near an edge, or where a surface is steep, do not count, nor do
/// those along which a surface does not begin and end alternately (where it overlaps itself).
/// @param area of both grids. @return a distance up to which the bodies overlap all the time, 0 if no line
/// tells. O(lines · triangles at a line).
double surelyOverlappingUpTo(const ProjectionGrid& first, const ProjectionGrid& second, const Outline& area);

/// Lines along each side of the area.
constexpr int overlapLinesPerSide = 16;

}  // namespace talus
