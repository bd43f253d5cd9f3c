#pragma once

#include <array>

#include "base/types.h"

namespace talus {

/// Half the signed solid angle of one triangle, for points near it.
struct CarefulAngle {
  long double half = 0;     ///< radians; 0 in the triangle's plane
  bool onTriangle = false;  ///< exact
};

/// Van Oosterom and Strackee's formula in extended precision; in quadruple precision near an edge, where
/// extended precision would lose the angle; with the exact sign where rounding leaves the sign open. Error
/// below 1e-12 down to a distance of 1e-16 of the triangle's size. About 0.2 µs, some 20 µs near an edge.
/// @param triangle of non-zero area. @param scale brings its coordinates to about unit size.
CarefulAngle carefulAngle(const Vec3& p, const std::array<Vec3, 3>& triangle, double scale);

}  // namespace talus
