#include "enclosure/cells/lattice_cells.h"

#include "enclosure/cells/cell_bits.h"
#include "enclosure/cells/cell_lookup.h"
#include "enclosure/cells/cell_planes.h"

namespace talus {

namespace {

// Differences of the numbers of neighbours along an axis.
struct Steps {
  std::uint32_t words, blocks;
};

bool isOutside(const CellGrid& grid, int axis, double coordinate) {
  return !(coordinate >= grid.bounds().min()[axis] && coordinate <= grid.bounds().max()[axis]);
}

LatticeCells::Place placeAlong(const CellGrid& grid, int axis, const Steps& steps, double coordinate) {
  if (isOutside(grid, axis, coordinate)) return {};
  const int cell = grid.cellAlong(coordinate, axis);
  const auto inRow = static_cast<std::uint32_t>(cell);
  return {.outside = false,
          .word = axis == 0 ? inRow / CellBits::cellsPerWord : inRow * steps.words,
          .octant = octantAlong(axis, cell, steps.blocks),
          .local = toFixedPoint(0.5 * grid.inCellUnits(coordinate - grid.centre(cell & ~1, axis), axis))};
}

}  // namespace

LatticeCells::LatticeCells(const CellGrid& grid, const PointLattice& lattice) : points(lattice) {
  Steps steps{static_cast<std::uint32_t>(CellBits::wordsPerRow(grid)), 1};
  for (int axis = 0; axis < 3; ++axis) {
    const auto a = static_cast<std::size_t>(axis);
    place[a].reserve(lattice.along[a].size());
    for (const double coordinate : lattice.along[a])
      place[a].push_back(placeAlong(grid, axis, steps, coordinate));
    if (axis > 0) steps.words *= static_cast<std::uint32_t>(grid.size(axis));
    steps.blocks *= static_cast<std::uint32_t>(blockCount(grid, axis));
  }
  std::vector<RowPlaces::Place> row;
  row.reserve(place[0].size());
  for (std::size_t i = 0; i < place[0].size(); ++i) {
    const Place& x = place[0][i];
    const int cell = x.outside ? 0 : grid.cellAlong(lattice.along[0][i], 0);
    row.push_back({x.outside, x.word, static_cast<std::uint32_t>(cell) % CellBits::cellsPerWord});
  }
  alongX = RowPlaces(row);
}

}  // namespace talus
