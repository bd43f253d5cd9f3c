#pragma once

#include <functional>
#include <limits>
#include <span>

#include "base/pose.h"
#include "contact/overlap/surface_cells.h"
#include "contact/overlap/surface_piercing.h"

namespace talus {

/// Finds pairs of triangles of two bodies, the second of which is at a pose: among them are all within a
/// distance of each other. Valid until the next call.
using NearTriangles = std::function<std::span<const TrianglePair>(const Pose& second, double distance)>;

/// The minimum distance along a direction by which the second of two overlapping bodies must move to be free
/// of the first: their surfaces do not intersect, and neither contains the other.
///
/// Lines along the direction tell how far the bodies overlap for certain (sureOverlaps). From there
/// on, short parts of the motion are examined one after the other: the triangles that touch within a part are
/// near each other in its middle. Two triangles touch for an interval of distances: from the minimum to the
/// maximum difference of their heights along the direction, over the polygon in which their projections
/// overlap. These intervals are joined; at each gap between them it is decided whether the bodies are free,
/// up to overlaps that rounding explains (overlapDistinctly): bodies that fit exactly stay so along their
/// faces. So the distance is accurate to rounding, whatever the direction's angle with faces. Faces that
/// slide on each other may count as touching. It is the first distance at which they are free; farther along
/// the direction they may touch again.
/// @param direction unit, in the world. @param estimate of the distance, ≥ 0: no more than the overlap of the
/// bodies' extents along the direction. @param deep points of the world in the overlap, whose lines save time
/// where they tell nearly the whole distance. @param limit a distance beyond it is not wanted, which saves
/// time. @return 0 if the bodies do not overlap; infinity beyond the limit.
/// Cost: O(cells along the lines), and one search of near triangles, more where lines tell less; O(√N) where
/// the distance is not below the estimate.
double separatingTranslation(const SurfaceCells& first, const Pose& firstPose, const SurfaceCells& second,
                             const Pose& secondPose, const Vec3& direction, double estimate,
                             std::span<const Vec3> deep, const NearTriangles& near,
                             double limit = std::numeric_limits<double>::infinity());

}  // namespace talus
