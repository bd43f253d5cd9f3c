#include "enclosure/cells/lattice_cells.h"

#include "enclosure/cells/cell_block.h"
#include "enclosure/cells/cell_lookup.h"
#include "enclosure/cells/cell_planes.h"

namespace talus {

namespace {

LatticeCells::Place placeAlong(const CellGrid& grid, int axis, std::uint32_t blocksBefore,
                               double coordinate) {
  LatticeCells::Place place{};
  place.outside = !(coordinate >= grid.bounds().min()[axis] && coordinate <= grid.bounds().max()[axis]);
  if (place.outside) return place;
  const int cell = grid.cellAlong(coordinate, axis);
  place.block = static_cast<std::uint32_t>(cell / 4) * blocksBefore;
  place.bits = axisBits(static_cast<unsigned>(axis), static_cast<unsigned>(cell % 4));
  place.local = toFixedPoint(0.5 * grid.inCellUnits(coordinate - grid.centre(cell & ~1, axis), axis));
  return place;
}

}  // namespace

LatticeCells::LatticeCells(const CellGrid& grid, const PointLattice& lattice) : points(lattice) {
  std::uint32_t blocksBefore = 1;
  for (int axis = 0; axis < 3; ++axis) {
    const auto a = static_cast<std::size_t>(axis);
    place[a].reserve(lattice.along[a].size());
    for (const double coordinate : lattice.along[a])
      place[a].push_back(placeAlong(grid, axis, blocksBefore, coordinate));
    blocksBefore *= static_cast<std::uint32_t>(blockCount(grid, axis));
  }
  for (std::size_t i = 0; i < place[0].size(); ++i) {
    const Place& x = place[0][i];
    if (runs.empty() || runs.back().outside != x.outside || runs.back().block != x.block)
      runs.push_back({i, i, x.outside, x.block});
    runs.back().end = i + 1;
  }
}

}  // namespace talus
