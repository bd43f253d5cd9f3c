#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/types.h"

namespace talus {

/// Bricks of up to 512 nodes of a lattice, in the order in which SurfaceDistance::nearestOfGroup is fast: of
/// consecutive nodes of a brick any 8, 16 or 64 lie close together. Where all axes are equally fine and long
/// enough, a brick has 8³ nodes; along a coarser or short axis it has fewer.
class LatticeBricks {
 public:
  static constexpr std::size_t capacity = 512;

  /// @param counts nodes along each axis. @param spacing approximate distance of neighbours, ≥ 0.
  LatticeBricks(const std::array<std::size_t, 3>& counts, const Vec3& spacing);

  std::size_t count() const { return bricks_[0] * bricks_[1] * bricks_[2]; }

  /// Calls visit(i, j, k) for each node of a brick.
  template <class Visit>
  void forEachNode(std::size_t brick, const Visit& visit) const {
    const std::array<std::size_t, 3> first{brick % bricks_[0] * edge_[0],
                                           brick / bricks_[0] % bricks_[1] * edge_[1],
                                           brick / bricks_[0] / bricks_[1] * edge_[2]};
    const std::size_t nodes = edge_[0] * edge_[1] * edge_[2];
    for (std::size_t n = 0; n < nodes; ++n) {
      const std::size_t i = first[0] + place_[n][0], j = first[1] + place_[n][1], k = first[2] + place_[n][2];
      if (i < counts_[0] && j < counts_[1] && k < counts_[2]) visit(i, j, k);
    }
  }

 private:
  std::array<std::size_t, 3> counts_;
  std::array<std::size_t, 3> edge_{1, 1, 1};  // nodes of a brick along each axis: powers of two
  std::array<std::size_t, 3> bricks_{};
  std::array<std::array<std::uint16_t, 3>, capacity> place_{};  // of each node in a brick
};

/// The mean distance of neighbours among coordinates in any order; 0 for less than two.
inline double meanSpacing(std::span<const double> coordinates) {
  if (coordinates.size() < 2) return 0;
  const auto [low, high] = std::minmax_element(coordinates.begin(), coordinates.end());
  return (*high - *low) / static_cast<double>(coordinates.size() - 1);
}

}  // namespace talus
