#pragma once

#include <cstdint>
#include <functional>

#include "arrangement/result/rounded_surface.h"

namespace talus {

/// How two triangles of a surface with a common edge lie to each other, exactly.
enum class FaceRelation {
  Same,      ///< in one plane, facing the same way
  Folded,    ///< in one plane, facing opposite ways
  Different  ///< in two planes
};

/// Removes points at which the surface is flat, or bends along a straight line only, so that coplanar
/// triangles become fewer and larger. The surface does not change but for rounding. Points at which parts
/// touch, and points whose removal would make two triangles share more than an edge, remain. A triangle that
/// spans parts of several sources has one of them. O(n log n) if few triangles meet in a point.
/// @param relation of two triangles, by their numbers before. @return number of points removed.
std::int64_t mergeCoplanar(RoundedSurface& surface,
                           const std::function<FaceRelation(Index, Index)>& relation);

}  // namespace talus
