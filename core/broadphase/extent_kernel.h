#pragma once

#include <array>
#include <vector>

#include "base/types.h"

namespace talus {

/// Points as a structure of arrays, padded by repeating the last point to whole SIMD vectors.
class PaddedPoints {
 public:
  static constexpr std::size_t lanes = 8;

  PaddedPoints() = default;
  explicit PaddedPoints(const std::vector<Vec3>& points);

  /// Number of points, padding included.
  std::size_t size() const { return axis_[0].size(); }
  const double* axis(std::size_t i) const { return axis_[i].data(); }

 private:
  std::array<std::vector<double>, 3> axis_;
};

/// Minimum and maximum coordinates of the points after a linear map, with the widest available SIMD unit.
Box extentOf(const PaddedPoints& points, const Eigen::Matrix3d& map);

}  // namespace talus
