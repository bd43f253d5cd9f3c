#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "base/types.h"

namespace talus {

inline constexpr std::size_t boxesPerChunk = 16384;  // of loops whose work per box is small

/// Axis-aligned boxes of many bodies as a structure of arrays: low[axis][body] and high[axis][body].
///
/// A box is closed. It may be infinite in any direction (planes, half spaces). A box with low > high on any
/// axis is empty: it overlaps nothing, so a removed body keeps its index.
struct BoxArrays {
  std::array<std::vector<double>, 3> low;
  std::array<std::vector<double>, 3> high;

  BoxArrays() = default;
  /// @param count of empty boxes.
  explicit BoxArrays(std::size_t count) { resize(count); }
  explicit BoxArrays(std::span<const Box> boxes);

  friend bool operator==(const BoxArrays&, const BoxArrays&) = default;

  std::size_t size() const { return low[0].size(); }
  /// Boxes after the old end are empty.
  void resize(std::size_t count);
  void set(std::size_t body, const Box& box);
  Box box(std::size_t body) const;
  bool empty(std::size_t body) const {
    return !(low[0][body] <= high[0][body] && low[1][body] <= high[1][body] && low[2][body] <= high[2][body]);
  }
  /// Whether two boxes that are not empty have a point in common.
  bool overlap(std::size_t i, std::size_t j) const {
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (!(low[axis][i] <= high[axis][j] && low[axis][j] <= high[axis][i])) return false;
    return true;
  }
};

/// @throws Error if the arrays differ in length, hold NaN, or more boxes than an Index counts.
void requireBoxes(const BoxArrays& boxes);

}  // namespace talus
