#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "base/types.h"

namespace talus {

/// Bricks of up to 8³ nodes of a lattice, in the order in which SurfaceDistance::nearestOfGroup is fast: of
/// consecutive nodes of a brick any 8, 16 or 64 lie close together.
class LatticeBricks {
 public:
  static constexpr std::size_t edge = 8;
  static constexpr std::size_t capacity = edge * edge * edge;

  /// @param counts nodes along each axis.
  explicit LatticeBricks(const std::array<std::size_t, 3>& counts) : counts_(counts) {
    for (std::size_t axis = 0; axis < 3; ++axis) bricks_[axis] = (counts[axis] + edge - 1) / edge;
  }

  std::size_t count() const { return bricks_[0] * bricks_[1] * bricks_[2]; }

  /// Calls visit(i, j, k) for each node of a brick.
  template <class Visit>
  void forEachNode(std::size_t brick, const Visit& visit) const {
    const std::array<std::size_t, 3> first{brick % bricks_[0] * edge, brick / bricks_[0] % bricks_[1] * edge,
                                           brick / bricks_[0] / bricks_[1] * edge};
    for (std::size_t n = 0; n < capacity; ++n) {
      const std::size_t i = first[0] + everyThirdBit(n), j = first[1] + everyThirdBit(n >> 1),
                        k = first[2] + everyThirdBit(n >> 2);
      if (i < counts_[0] && j < counts_[1] && k < counts_[2]) visit(i, j, k);
    }
  }

 private:
  // Morton, A computer oriented geodetic data base (1966): the bits of the three coordinates in turn.
  static constexpr std::size_t everyThirdBit(std::size_t n) { return (n & 1) | (n >> 2 & 2) | (n >> 4 & 4); }

  std::array<std::size_t, 3> counts_;
  std::array<std::size_t, 3> bricks_{};
};

}  // namespace talus
