#pragma once

#include <array>

#include "base/types.h"

namespace talus {

/// The axis across which the plane of a triangle lies, which all of its corners have in common; −1: none.
inline int axisAcross(const std::array<Vec3, 3>& corners) {
  const auto& [a, b, c] = corners;
  for (int k = 0; k < 3; ++k)
    if (a[k] == b[k] && a[k] == c[k]) return k;
  return -1;
}

}  // namespace talus
