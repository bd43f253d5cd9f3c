#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "base/types.h"

namespace talus {

// An order of triangles and edges that depends only on their coordinates. Rounded sums in this order have the
// same bits, however the mesh numbers its points, corners and triangles.

inline bool lexicographic(const Vec3& p, const Vec3& q) {
  return std::lexicographical_compare(p.begin(), p.end(), q.begin(), q.end());
}

template <std::size_t Corners>
bool canonicallyBefore(const std::array<Vec3, Corners>& s, const std::array<Vec3, Corners>& t) {
  return std::lexicographical_compare(s.begin(), s.end(), t.begin(), t.end(), lexicographic);
}

/// The same triangle with its corners rotated so that the smallest corner comes first.
inline std::array<Vec3, 3> canonicallyTurned(std::array<Vec3, 3> t) {
  std::rotate(t.begin(), std::min_element(t.begin(), t.end(), lexicographic), t.end());
  return t;
}

/// Beyond this many body sizes a solid angle is negligible (below 1e-39), and products of distances would
/// overflow.
constexpr double farAway = 1e20;

/// A power of two that scales a body with these bounds to about unit size without rounding.
inline double unitScale(const Box& bounds) {
  return std::ldexp(1.0, -std::clamp(std::ilogb(bounds.sizes().maxCoeff()), -1000, 1000));
}

}  // namespace talus
