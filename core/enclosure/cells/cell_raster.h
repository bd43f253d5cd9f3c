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

/// A line of cell centres along z that crosses a triangle, or may cross it.
struct LineCrossing {
  static constexpr std::int32_t undecided = -1;

  std::uint32_t triangle = 0;
  std::int32_t x = 0, y = 0;  ///< cell numbers of the line
  /// First cell whose centre lies above the triangle's plane, or the grid's size; `undecided`: rounding
  /// leaves open whether or where the line crosses.
  std::int32_t first = undecided;
  std::int32_t turn = 0;  ///< exact sign of the normal's z component, not 0
};

/// The result of rasterize(), in the order of triangles.
struct Raster {
  std::vector<BlockTouch> touches;
  std::vector<LineCrossing> crossings;
};

/// The fraction of its size by which each cell is inflated before triangles are tested against it: covers the
/// rounding error of the cell lookup.
constexpr double cellInflation = 1e-7;

/// Finds the cells that triangles may touch and the lines that cross them, with the widest available SIMD
/// unit. The test is conservative: each cell is inflated by cellInflation of its size, and by the rounding
/// error of the test, so that no cell is ever missed; cells near an edge may be false positives. Plane and
/// edge tests after Schwarz and Seidel, "Fast Parallel Surface and Solid Voxelization on GPUs" (2010), in the
/// coordinate plane of the normal's largest component, where 4 × 4 columns of cells are tested at once.
///
/// Decided crossings are certain; lines that certainly miss are omitted.
///
/// Cost: about 150 ns for a triangle of a few cells; proportional to the area for a large one.
/// @param numbers of the triangles. @param raster receives the result; previous contents are replaced.
void rasterize(const CellGrid& grid, const TriangleSet& triangles, std::span<const std::uint32_t> numbers,
               Raster& raster);

}  // namespace talus
