#pragma once

#include <span>

#include "base/types.h"

namespace talus {

/// Where points lie and how they spread.
struct PointSpread {
  Vec3 centre = Vec3::Zero();                          ///< mean of the points
  Eigen::Matrix3d axes = Eigen::Matrix3d::Identity();  ///< columns: principal axes, by ascending spread
  Vec3 deviation = Vec3::Zero();                       ///< standard deviation along each axis
};

/// The spread of points that are finite and not too large to be squared, at least one. O(points).
PointSpread spreadOf(std::span<const Vec3> points);

}  // namespace talus
