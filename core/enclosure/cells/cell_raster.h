#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "enclosure/cells/cell_grid.h"
#include "enclosure/cells/triangle_set.h"

namespace talus {

/// The cells of one block that a triangle may touch, as a mask (cell_block.h).
struct BlockTouch {
  std::uint32_t block = 0;     ///< as in CellPlace
  std::uint32_t triangle = 0;  ///< number in the TriangleSet
  std::uint64_t cells = 0;
};

/// A line of cell centres along z that crosses a triangle, or perhaps does.
struct LineCrossing {
  static constexpr std::int32_t undecided = -1;

  std::uint32_t triangle = 0;
  std::int32_t x = 0, y = 0;  ///< of its cells
  /// First cell whose centre lies above the triangle's plane, or the grid's size; `undecided`: rounding
  /// leaves open whether the line crosses, or where.
  std::int32_t first = undecided;
  std::int32_t turn = 0;  ///< exact sign of the normal's z component, not 0
};

/// What rasterize() finds, in the order of triangles.
struct Raster {
  std::vector<BlockTouch> touches;
  std::vector<LineCrossing> crossings;
};

/// By how much of its size each cell is inflated before triangles are tested against it: covers the rounding
/// of cell lookup.
constexpr double cellInflation = 1e-7;

/// Finds the cells that triangles may touch and the lines that cross them, on the widest SIMD unit of this
/// machine.
///
/// Touches are conservative: each cell is inflated by cellInflation of its size, and by the rounding of this
/// test, so that no cell is ever missed; a cell beside an edge may be named in vain. Plane and edge tests
/// after Schwarz and Seidel, "Fast Parallel Surface and Solid Voxelization on GPUs" (2010), in the coordinate
/// plane of the normal's largest component, where 4 × 4 columns of cells are tested at once.
///
/// Crossings that are decided are surely right; lines that surely miss are left out.
///
/// Cost: about 150 ns for a triangle of a few cells; for a large one its area.
/// @param numbers of the triangles. @param raster what is found replaces what was there.
void rasterize(const CellGrid& grid, const TriangleSet& triangles, std::span<const std::uint32_t> numbers,
               Raster& raster);

}  // namespace talus
