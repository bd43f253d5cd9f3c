#pragma once

#include <cstdint>
#include <span>

#include "enclosure/cells/cell_bits.h"
#include "enclosure/cells/cell_block.h"
#include "enclosure/cells/cell_grid.h"

namespace talus {

/// The position of a cell in a grid whose cells are grouped in blocks of 4³. Blocks are numbered x fastest.
struct CellPlace {
  std::uint32_t block;
  std::uint32_t bit;  ///< cellBit() within the block
};

/// The positions of the cells of many points, one entry each.
struct CellPlaces {
  std::uint32_t* word;    ///< of CellBits; that of the outside for points outside of the grid's bounds
  std::uint32_t* bit;     ///< in this word
  std::uint32_t* octant;  ///< number of the octant: eight for each block. Unspecified outside
};

/// Finds the cells of many points with the widest available SIMD unit. About 1 ns per point. The cells equal
/// those of CellGrid::cellOf.
/// @param points finite. @param places room for one entry per point.
void findCells(const CellGrid& grid, std::span<const Vec3> points, const CellPlaces& places);

/// Blocks along an axis of the grid.
inline std::size_t blockCount(const CellGrid& grid, int axis) {
  return static_cast<std::size_t>((grid.size(axis) + 3) / 4);
}

/// Number of all blocks.
inline std::size_t blockCount(const CellGrid& grid) {
  return blockCount(grid, 0) * blockCount(grid, 1) * blockCount(grid, 2);
}

/// Place of one cell.
inline CellPlace placeOf(const CellGrid& grid, const CellGrid::Cell& cell) {
  const auto x = static_cast<unsigned>(cell[0]);
  const auto y = static_cast<unsigned>(cell[1]);
  const auto z = static_cast<unsigned>(cell[2]);
  const auto width = static_cast<std::uint32_t>(blockCount(grid, 0));
  const auto depth = static_cast<std::uint32_t>(blockCount(grid, 1));
  return {(z / 4 * depth + y / 4) * width + x / 4, cellBit(x % 4, y % 4, z % 4)};
}

/// The part of one coordinate of a cell in the number of its octant; the parts of all three are added.
/// @param blocksBefore the difference of the numbers of neighbouring blocks along the axis.
inline std::uint32_t octantAlong(int axis, int cell, std::uint32_t blocksBefore) {
  const auto at = static_cast<std::uint32_t>(cell);
  return 8 * (at / 4) * blocksBefore + ((at / 2 & 1) << axis);
}

/// The inverse of placeOf.
inline CellGrid::Cell cellAt(const CellGrid& grid, const CellPlace& place) {
  const auto width = static_cast<std::uint32_t>(blockCount(grid, 0));
  const auto depth = static_cast<std::uint32_t>(blockCount(grid, 1));
  const auto [x, y, z] = coordinatesOf(place.bit);
  return {static_cast<int>(place.block % width * 4 + x),
          static_cast<int>(place.block / width % depth * 4 + y),
          static_cast<int>(place.block / width / depth * 4 + z)};
}

}  // namespace talus
