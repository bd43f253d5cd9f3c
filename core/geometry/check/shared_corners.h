#pragma once

#include <array>
#include <cstddef>

#include "geometry/exact/intersection.h"

namespace talus {

/// The common corners of two triangles: their positions in each.
struct SharedCorners {
  std::size_t count = 0;
  std::array<std::size_t, 3> inS{};
  std::array<std::size_t, 3> inT{};
};

inline SharedCorners sharedCorners(const std::array<Index, 3>& s, const std::array<Index, 3>& t) {
  SharedCorners shared;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      if (s[i] == t[j]) {
        shared.inS[shared.count] = i;
        shared.inT[shared.count++] = j;
      }
  return shared;
}

/// The same triangle, which begins at another corner.
inline Corners rotated(const Corners& t, std::size_t first) {
  return {t[first], t[(first + 1) % 3], t[(first + 2) % 3]};
}

}  // namespace talus
