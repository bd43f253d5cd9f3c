#pragma once

#include <array>
#include <cstddef>

#include "base/types.h"

namespace talus {

/// A triangle in a frame of its own, from which the distance of a point takes no division: the origin is one
/// end of the longest edge, x runs along that edge, and the triangle lies in the half plane y ≥ 0.
///
/// The frame is orthonormal to rounding however thin or small the triangle is.
struct TriangleFrame {
  /// What is kept of it. A coordinate of a point p in the frame is (X, Y, Z) · p + At.
  enum Row : std::size_t {
    AlongX,
    AlongY,
    AlongZ,
    AlongAt,
    AcrossX,
    AcrossY,
    AcrossZ,
    AcrossAt,
    NormalX,
    NormalY,
    NormalZ,
    NormalAt,
    Length,   ///< of the longest edge
    SecondX,  ///< unit direction, in the frame, of the edge from the longest edge's end to the third corner
    SecondY,
    SecondLength,
    ThirdX,  ///< unit direction, in the frame, of the edge from the origin to the third corner
    ThirdY,
    ThirdLength,
    rows
  };

  std::array<double, rows> row{};

  explicit TriangleFrame(const std::array<Vec3, 3>& corners);

 private:
  void setCoordinate(std::size_t first, const Vec3& axis, const Vec3& origin);
  void setEdge(std::size_t first, double x, double y, double unitX);
};

}  // namespace talus
