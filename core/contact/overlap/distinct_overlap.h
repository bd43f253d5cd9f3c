#pragma once

#include <array>
#include <span>

#include "contact/overlap/surface_piercing.h"

namespace talus {

/// Bodies that fit each other exactly overlap by a few units in the last place, or do not, once their points
/// are rounded: a block in a rotated slot. Whether they overlap is decided exactly; how far they must move
/// apart must not depend on it. So an overlap counts as distinct if rounding does not explain it.

/// A length far above the rounding errors of the points of a pair, and of planes through three of them: about
/// 1e-12 of the smaller body's diameter, in the unit of the second body.
double roundingLength(const SurfacePair& pair);

/// Whether an edge of a solid passes through the interior of a triangle of another one: its ends are farther
/// from the triangle's plane than a length, the piercing is farther from the sides, and the edge is not
/// nearly parallel to the plane. Then the open interiors share a point. Exact; about 25 ns.
bool piercesClearly(const std::array<Vec3, 2>& edge, const std::array<Vec3, 3>& triangle, double length);
/// The same of a piercing.
bool isClear(const SurfacePair& pair, const Piercing& piercing, double length);

/// Whether two bodies overlap by more than rounding explains: an edge pierces a triangle clearly, a shell
/// lies inside the other body, or the common volume is above that of a layer of the rounding length.
/// @param near pairs of triangles among which are all that intersect. Ends at the first clear piercing, and
/// takes the time of overlapExceeds() if there is none, but edges that pierce.
bool overlapDistinctly(const SurfaceCells& first, const Pose& firstPose, const SurfaceCells& second,
                       const Pose& secondPose, std::span<const TrianglePair> near);

}  // namespace talus
