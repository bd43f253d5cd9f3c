#pragma once

#include <span>

#include "base/types.h"

namespace talus {

/// Centre and principal axes of points.
struct PointSpread {
  Vec3 centre = Vec3::Zero();                          ///< mean of the points
  Eigen::Matrix3d axes = Eigen::Matrix3d::Identity();  ///< columns: principal axes, by ascending spread
  Vec3 deviation = Vec3::Zero();                       ///< standard deviation along each axis
};

/// The spread of at least one point; coordinates are finite and can be squared without overflow. O(points).
PointSpread spreadOf(std::span<const Vec3> points);

}  // namespace talus
