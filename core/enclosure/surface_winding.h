#pragma once

#include <array>

#include "base/types.h"

namespace talus {

/// The part by which the winding number on a triangle differs from the winding number beside it.
///
/// For a point q of the triangle and a nearby point on the side `side` of it (orient3d's sign), in direction
/// u from q, it is minus the solid angle, over 4π, under which that point sees the triangle when it comes
/// arbitrarily near: the infinite wedges that q spans with the triangle's edges. The sum over all triangles
/// that hold q, added to the winding number at the nearby point, gives the double layer potential at q (Muth
/// et al. 2006, equation (6)): the interior solid angle over 4π.
/// @param u any length, not zero.
double windingStep(const Vec3& q, const std::array<Vec3, 3>& triangle, const Vec3& u, int side);

}  // namespace talus
