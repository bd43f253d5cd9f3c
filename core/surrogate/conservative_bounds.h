#pragma once

#include <array>
#include <span>

#include "base/types.h"

namespace talus {

/// Bounds in float that hold in exact arithmetic for points given in double. For coordinates within ±4,
/// boundSlack covers the rounding errors of the double arithmetic and an earlier one of 2⁻⁵³ in each
/// coordinate.
constexpr double boundSlack = 2e-14;

/// The smallest float that is not less than value + boundSlack. @param value 0 to 1e30.
float roundedUp(double value);
/// Each coordinate clamped to ±4 and rounded to float.
Vec3 roundedToFloat(const Vec3& p);
std::array<Vec3, 3> roundedToFloat(const std::array<Vec3, 3>& corners);

/// An upper bound of the distance from a triangle to the farthest of some points: the maximum distance of
/// each point from one point of the triangle, which non-negative weights of the corners give. So a badly
/// shaped triangle makes the bound larger but never invalid.
/// @param corners results of roundedToFloat().
float coveringHalo(const std::array<Vec3, 3>& corners, std::span<const Vec3> points);

/// A sphere around points; its centre is rounded by roundedToFloat(). The radius is at most a few per cent
/// above the minimum.
struct CoveringSphere {
  Vec3 centre = Vec3::Zero();
  float radius = 0;
};
CoveringSphere coveringSphere(std::span<const Vec3> points);

}  // namespace talus
