#pragma once

#include <cstddef>
#include <cstdint>

#include "base/large_array.h"
#include "enclosure/cells/cell_grid.h"

namespace talus {

/// Two bits for each cell of a grid: whether a triangle may touch it, and whether it lies inside. In rows
/// along x, so that a row of a lattice of points reads few bytes in a row.
///
/// A word has 16 cells: the lower half says which of them triangles may touch, the upper half which of the
/// others lie inside.
class CellBits {
 public:
  static constexpr unsigned cellsPerWord = 16;
  /// One cell's two bits, to be shifted to the cell.
  static constexpr std::uint32_t bothBits = 0x10001;

  CellBits() = default;
  /// All cells are outside.
  explicit CellBits(const CellGrid& grid);

  static std::size_t wordsPerRow(const CellGrid& grid) {
    return (static_cast<std::size_t>(grid.size(0)) + cellsPerWord - 1) / cellsPerWord;
  }
  /// Number of all words. The word after them represents everything outside of the grid's bounds.
  static std::size_t wordCount(const CellGrid& grid) {
    return wordsPerRow(grid) * static_cast<std::size_t>(grid.size(1)) *
           static_cast<std::size_t>(grid.size(2));
  }
  /// Number of a cell's word. Its bit is cell[0] % cellsPerWord.
  std::size_t wordOf(const CellGrid::Cell& cell) const;

  /// Sets the cells of a block of 4³ (cell_block.h). Call it once for a block.
  /// @param first the block's first cell.
  void setBlock(const CellGrid::Cell& first, std::uint64_t boundary, std::uint64_t inside);

  std::uint32_t operator[](std::size_t word) const { return words_[word]; }
  const std::uint32_t* from(std::size_t word) const { return words_.data() + word; }

  /// Of a word that is shifted to a cell: whether triangles may touch it, and whether it lies inside.
  static bool isBoundary(std::uint32_t bits) { return (bits & 1) != 0; }
  static bool isInside(std::uint32_t bits) { return (bits >> cellsPerWord & 1) != 0; }

  std::size_t memoryBytes() const { return words_.memoryBytes(); }

 private:
  CellGrid::Cell size_{0, 0, 0};
  std::size_t wordsPerRow_ = 0;
  LargeArray<std::uint32_t>
      words_;  // followed by words for the outside, as many as a vector may read at once
};

}  // namespace talus
