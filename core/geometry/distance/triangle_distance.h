#pragma once

#include "geometry/exact/intersection.h"

namespace talus {

/// Squared distance (length²) of two closed segments p–q and r–s, to rounding; either may be a point.
double squaredSegmentDistance(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& s);

/// Whether two closed triangles of non-zero area share a point (exact), or are closer than `distance` (to
/// rounding). Compares all features, for a few thousand pairs: about 0.3 µs.
/// @param distance a length ≥ 0; 0: only intersections.
bool trianglesWithin(const Corners& s, const Corners& t, double distance);

}  // namespace talus
