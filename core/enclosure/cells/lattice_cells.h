#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "enclosure/cells/cell_grid.h"
#include "enclosure/cells/row_labels.h"
#include "enclosure/interface/point_source.h"

namespace talus {

/// The cells of a grid that contain the points of a lattice. They are computed once per coordinate, not once
/// per point. Cost and memory: O(coordinates).
struct LatticeCells {
  /// One coordinate.
  struct Place {
    bool outside = true;       ///< whether it lies outside of the grid's bounds; then all else is 0
    std::uint32_t word = 0;    ///< contribution to the number of the word in CellBits
    std::uint32_t octant = 0;  ///< contribution to the number of the octant, as in CellPlaces
    std::int16_t local = 0;    ///< coordinate in the octant of cells, in fixed point, as in PlaneQuery
  };

  LatticeCells(const CellGrid& grid, const PointLattice& points);

  std::size_t rows() const { return place[1].size() * place[2].size(); }

  const PointLattice& points;
  std::array<std::vector<Place>, 3> place;
  RowPlaces alongX;
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
        z(cells.place[2][k]) {}

  bool outside() const { return y.outside || z.outside; }
  /// Number of the row's first word.
  std::size_t word() const { return std::size_t{y.word} + z.word; }
  /// Number of the octant of a point.
  std::uint32_t octant(const LatticeCells::Place& x) const { return x.octant + y.octant + z.octant; }

  const LatticeCells& lattice;
  std::size_t j, k;  ///< indices along y and z
  const LatticeCells::Place &y, &z;
};

}  // namespace talus
