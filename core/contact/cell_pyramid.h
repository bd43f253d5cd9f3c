#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "enclosure/cell_grid.h"

namespace talus {

/// Which cells of a grid are occupied, at its own resolution (level 0) and at coarser ones: a cell of level
/// k + 1 stands for 2³ cells of level k and is occupied where one of them is. Answers in constant time
/// whether a box may hold anything. One byte a cell, and a seventh more.
class CellPyramid {
 public:
  using Cell = CellGrid::Cell;

  CellPyramid() = default;
  /// @param size cells along each axis. @param occupied one entry for each cell, x first.
  CellPyramid(const Cell& size, std::vector<std::uint8_t> occupied);

  /// Whether a range of cells of level 0, first … last, may hold an occupied one: false is sure.
  bool mayHold(const Cell& first, const Cell& last) const;

  /// Calls enter(first, last) for occupied cells from the coarsest level down, with the range of cells of
  /// level 0 that each stands for; where it returns true, for its parts, too. Calls visit(cell) for the cells
  /// of level 0 that were entered, x first within each part.
  template <class Enter, class Visit>
  void descend(const Enter& enter, const Visit& visit) const {
    const std::size_t top = levels_.size() - 1;
    for (int z = 0; z < levels_[top].size[2]; ++z)
      for (int y = 0; y < levels_[top].size[1]; ++y)
        for (int x = 0; x < levels_[top].size[0]; ++x) descendFrom(top, {x, y, z}, enter, visit);
  }

 private:
  struct Level {
    Cell size{};
    std::vector<std::uint8_t> occupied;

    bool operator()(const Cell& cell) const {
      const auto at = [](int n) { return static_cast<std::size_t>(n); };
      return occupied[(at(cell[2]) * at(size[1]) + at(cell[1])) * at(size[0]) + at(cell[0])] != 0;
    }
  };

  static Level coarser(const Level& level);
  template <class Enter, class Visit>
  void descendFrom(std::size_t level, const Cell& cell, const Enter& enter, const Visit& visit) const;

  std::vector<Level> levels_;
};

template <class Enter, class Visit>
void CellPyramid::descendFrom(std::size_t level, const Cell& cell, const Enter& enter,
                              const Visit& visit) const {
  if (!levels_[level](cell)) return;
  Cell first{};
  Cell last{};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    first[axis] = cell[axis] << level;
    last[axis] = std::min((cell[axis] + 1) << level, levels_[0].size[axis]) - 1;
  }
  if (!enter(first, last)) return;
  if (level == 0) return visit(cell);
  const Cell& size = levels_[level - 1].size;
  for (int z = 2 * cell[2]; z < std::min(2 * cell[2] + 2, size[2]); ++z)
    for (int y = 2 * cell[1]; y < std::min(2 * cell[1] + 2, size[1]); ++y)
      for (int x = 2 * cell[0]; x < std::min(2 * cell[0] + 2, size[0]); ++x)
        descendFrom(level - 1, {x, y, z}, enter, visit);
}

}  // namespace talus
