#pragma once

#include "base/pose.h"
#include "contact/overlap/surface_cells.h"

namespace talus {

/// The least way along a direction by which the second of two overlapping bodies must be moved until they are
/// free of each other: their surfaces do not cross, and neither holds the other.
///
/// Seen along the direction, two triangles meet over the polygon that their projections share, while the way
/// lies between the least and the largest difference of their heights there. These intervals are joined from
/// 0 on; where there is a gap, intersectSurfaces() decides whether the bodies are free in it. So the way is
/// right to rounding, and free is exact. It is the first way that frees them: further along the direction
/// they may meet again.
/// @param direction unit, in the world. @param guess about what is expected, > 0: a good one saves time.
/// @return 0 if they do not overlap.
/// Cost: about 1 µs for each triangle of the smaller surface that is swept over the other, and two to five
/// runs of intersectSurfaces.
double wayOut(const SurfaceCells& first, const Pose& firstPose, const SurfaceCells& second,
              const Pose& secondPose, const Vec3& direction, double guess);

}  // namespace talus
