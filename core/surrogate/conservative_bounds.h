#pragma once

#include <array>
#include <span>

#include "base/types.h"

namespace talus {

/// Bounds in float that hold in exact arithmetic for points given in double. All coordinates within ±4:
/// then the roundings of the double arithmetic, and one of 2⁻⁵³ in each coordinate before it, are covered
/// by `slack`.
constexpr double boundSlack = 2e-14;

/// The smallest float that is not less than value + boundSlack. @param value 0 to 1e30.
float roundedUp(double value);
/// Each coordinate clamped to ±4 and rounded to float.
Vec3 roundedToFloat(const Vec3& p);
std::array<Vec3, 3> roundedToFloat(const std::array<Vec3, 3>& corners);

/// An upper bound of the distance from a triangle to the farthest of some points: each point's distance to
/// one point of the triangle, with non-negative weights, so that a badly shaped triangle makes it larger but
/// never invalid.
/// @param corners as roundedToFloat gives them.
float coveringHalo(const std::array<Vec3, 3>& corners, std::span<const Vec3> points);

/// A sphere around points, its centre as roundedToFloat gives it. The radius is at most a few per cent above
/// the smallest.
struct CoveringSphere {
  Vec3 centre = Vec3::Zero();
  float radius = 0;
};
CoveringSphere coveringSphere(std::span<const Vec3> points);

}  // namespace talus
