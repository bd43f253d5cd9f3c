#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "enclosure/cells/cell_grid.h"
#include "enclosure/interface/point_source.h"

namespace talus {

/// The cells of a grid that contain the points of a lattice. They are computed once per coordinate, not once
/// per point. Cost and memory: O(coordinates).
struct LatticeCells {
  /// One coordinate.
  struct Place {
    bool outside;         ///< whether it lies outside of the grid's bounds
    std::uint32_t block;  ///< contribution to the number of the block
    std::uint32_t bits;   ///< contribution to cellBit()
    std::int16_t local;   ///< coordinate in the octant of cells, in fixed point, as in PlaneQuery
  };
  /// Successive points of a row in the same block, or outside of the bounds.
  struct Run {
    std::size_t begin, end;
    bool outside;
    std::uint32_t block;
  };

  LatticeCells(const CellGrid& grid, const PointLattice& points);

  std::size_t rows() const { return place[1].size() * place[2].size(); }
  /// Whether so many points share a block that one query per run is faster.
  bool hasLongRuns() const { return place[0].size() >= 3 * runs.size(); }

  const PointLattice& points;
  std::array<std::vector<Place>, 3> place;
  std::vector<Run> runs;
};

/// A row of a lattice: points that differ only in x. The row lies within the grid's bounds unless `y.outside`
/// or `z.outside` is set.
struct LatticeRow {
  /// @param number of the row, y fastest.
  LatticeRow(const LatticeCells& cells, std::size_t number)
      : lattice(cells),
        j(number % cells.place[1].size()),
        k(number / cells.place[1].size()),
        y(cells.place[1][j]),
        z(cells.place[2][k]),
        block(y.block + z.block) {}

  /// The cell of a point in its block.
  unsigned bit(const LatticeCells::Place& x) const { return x.bits | y.bits | z.bits; }

  const LatticeCells& lattice;
  std::size_t j, k;  ///< indices along y and z
  const LatticeCells::Place &y, &z;
  std::uint32_t block;  ///< contribution of y and z to the number of a block
};

}  // namespace talus
