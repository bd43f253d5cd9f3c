#pragma once

#include <algorithm>
#include <cmath>

#include "base/types.h"

namespace talus {

/// Signed distance to the cube about the origin with rounded edges.
/// @param halfWidth of the cube. @param rounding radius of its edges, < halfWidth.
inline double roundedCube(const Vec3& p, double halfWidth, double rounding) {
  const Vec3 q = p.cwiseAbs() - Vec3::Constant(halfWidth - rounding);
  return q.cwiseMax(0).norm() + std::min(q.maxCoeff(), 0.0) - rounding;
}

/// The larger of two field values, rounded where they differ by less than `width` > 0: the intersection of
/// two bodies with a bevelled edge. Never below the larger.
inline double smoothMax(double u, double v, double width) {
  const double overlap = std::max(width - std::abs(u - v), 0.0);
  return std::max(u, v) + overlap * overlap / (4 * width);
}

}  // namespace talus
