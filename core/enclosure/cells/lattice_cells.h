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
    bool outside;         ///< of the grid's bounds
    std::uint32_t block;  ///< what it adds to the number of the block
    std::uint32_t bits;   ///< what it adds to cellBit()
    std::int16_t local;   ///< in the octant of cells, in fixed point, as PlaneQuery
  };
  /// Successive points of a row in the same block, or outside of the bounds.
  struct Run {
    std::size_t begin, end;
    bool outside;
    std::uint32_t block;
  };

  LatticeCells(const CellGrid& grid, const PointLattice& points);

  std::size_t rows() const { return place[1].size() * place[2].size(); }

  const PointLattice& points;
  std::array<std::vector<Place>, 3> place;
  std::vector<Run> runs;
};

}  // namespace talus
