#pragma once

#include <functional>

#include "base/pose.h"
#include "contact/overlap/surface_cells.h"

namespace talus {

/// The minimum distance along a direction by which the second of two overlapping bodies must move to be free
/// of the first: their surfaces do not intersect, and neither contains the other.
///
/// Two triangles touch for an interval of distances: from the minimum to the maximum difference of their
/// heights along the direction, over the polygon in which their projections overlap. These intervals are
/// joined from where lines along the direction tell that the bodies still overlap (surelyOverlappingUpTo); at
/// each gap between them, `overlap` decides whether the bodies are free. So the distance is
/// accurate to rounding, whatever the direction's angle with faces, and whether the bodies are free is exact.
/// Faces that slide on each other may count as touching. It is the first distance at which they are free;
/// farther along the direction they may touch again.
/// @param direction unit, in the world. @param guess the expected distance, > 0; a good one saves time.
/// @param overlap tells exactly whether the bodies overlap where the second one is at another pose.
/// @return 0 if they do not overlap.
/// Cost: O(triangles), most of it for those that the motion can meet beyond the certain overlap, and one to
/// three calls of `overlap`.
double separatingTranslation(const SurfaceCells& first, const Pose& firstPose, const SurfaceCells& second,
                             const Pose& secondPose, const Vec3& direction, double guess,
                             const std::function<bool(const Pose&)>& overlap);

/// The same where intersectSurfaces() tells it.
double separatingTranslation(const SurfaceCells& first, const Pose& firstPose, const SurfaceCells& second,
                             const Pose& secondPose, const Vec3& direction, double guess);

}  // namespace talus
