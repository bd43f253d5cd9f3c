#pragma once

#include "base/padded_points.h"

namespace talus {

/// Minimum and maximum coordinates of the points after a linear map, with the widest available SIMD unit.
Box extentOf(const PaddedPoints& points, const Eigen::Matrix3d& map);

}  // namespace talus
