#include "enclosure/cells/cell_bits.h"

#include <algorithm>

#include "enclosure/cells/cell_block.h"
#include "enclosure/cells/row_labels.h"

namespace talus {

namespace {

constexpr std::size_t wordsOutside = RowPlaces::together;

// Four cells of a block in a row along x, from its mask shifted to the first of them.
std::uint32_t fourAlongX(std::uint64_t cells) {
  static_assert(axisBits(0, 1) == 1 && axisBits(0, 2) == 8 && axisBits(0, 3) == 9);
  return static_cast<std::uint32_t>((cells & 3) | (cells >> 6 & 12));
}

}  // namespace

CellBits::CellBits(const CellGrid& grid)
    : size_{grid.size(0), grid.size(1), grid.size(2)},
      wordsPerRow_(wordsPerRow(grid)),
      words_(wordCount(grid) + wordsOutside) {
  std::fill(words_.begin(), words_.end(), 0U);
}

std::size_t CellBits::wordOf(const CellGrid::Cell& cell) const {
  const auto x = static_cast<std::size_t>(cell[0]), y = static_cast<std::size_t>(cell[1]),
             z = static_cast<std::size_t>(cell[2]);
  return (z * static_cast<std::size_t>(size_[1]) + y) * wordsPerRow_ + x / cellsPerWord;
}

void CellBits::setBlock(const CellGrid::Cell& first, std::uint64_t boundary, std::uint64_t inside) {
  const unsigned shift = static_cast<unsigned>(first[0]) % cellsPerWord;
  const auto height = static_cast<unsigned>(std::min(size_[1] - first[1], 4));
  const auto depth = static_cast<unsigned>(std::min(size_[2] - first[2], 4));
  const std::size_t corner = wordOf(first);
  const bool uniform = boundary == 0 && inside == ~std::uint64_t{0};  // nearly all blocks of a solid body
  for (unsigned z = 0; z < depth; ++z)
    for (unsigned y = 0; y < height; ++y) {
      const unsigned bit = cellBit(0, y, z);
      const std::uint32_t four = uniform ? 15U << cellsPerWord
                                         : fourAlongX(boundary >> bit) | fourAlongX(inside >> bit)
                                                                             << cellsPerWord;
      words_[corner + (z * static_cast<std::size_t>(size_[1]) + y) * wordsPerRow_] |= four << shift;
    }
}

}  // namespace talus
