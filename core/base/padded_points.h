#pragma once

#include <array>
#include <span>
#include <vector>

#include "base/types.h"

namespace talus {

/// Points as a structure of arrays, padded by repeating the last point to whole SIMD vectors.
class PaddedPoints {
 public:
  static constexpr std::size_t lanes = 8;

  PaddedPoints() = default;
  explicit PaddedPoints(std::span<const Vec3> points) {
    const std::size_t count = (points.size() + lanes - 1) / lanes * lanes;
    for (std::size_t i = 0; i < 3; ++i) {
      axis_[i].reserve(count);
      for (const Vec3& p : points) axis_[i].push_back(p[static_cast<Eigen::Index>(i)]);
      if (!points.empty()) axis_[i].resize(count, axis_[i].back());
    }
  }

  /// Number of points, padding included.
  std::size_t size() const { return axis_[0].size(); }
  const double* axis(std::size_t i) const { return axis_[i].data(); }
  Vec3 point(std::size_t i) const { return {axis_[0][i], axis_[1][i], axis_[2][i]}; }

 private:
  std::array<std::vector<double>, 3> axis_;
};

}  // namespace talus
