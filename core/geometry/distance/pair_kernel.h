#pragma once

#include <array>
#include <span>
#include <vector>

#include "base/types.h"

namespace talus {

/// Triangles whose squared distances from the origin are asked, in structure of arrays.
class OriginTriangles {
 public:
  void clear() { count_ = 0; }
  std::size_t size() const { return count_; }
  void reserve(std::size_t count);
  /// Appends (corners − p) · scale. @pre reserved
  void add(const std::array<Vec3, 3>& corners, const Vec3& p, double scale) {
    for (std::size_t corner = 0; corner < 3; ++corner)
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto n = static_cast<Eigen::Index>(axis);
        rows_[3 * corner + axis][count_] = (corners[corner][n] - p[n]) * scale;
      }
    ++count_;
  }

  /// The squared distances, bit by bit those of squaredFromOrigin for each triangle alone; about 10 ns each.
  std::span<const double> squaredDistances();

 private:
  std::array<std::vector<double>, 9> rows_;  // x, y, z of the corners
  std::vector<double> squared_;
  std::size_t count_ = 0;
};

/// Squared distance of a triangle of non-zero area from the origin, to rounding.
double squaredFromOrigin(const std::array<Vec3, 3>& triangle);

}  // namespace talus
