#include <algorithm>

#include "enclosure/cells/cell_level.h"
#include "enclosure/cells/cell_workspace.h"
#include "enclosure/cells/lattice_cells.h"

// Queries of a level about lattices of points.

namespace talus {

// A batch of lattice points in boundary cells.
struct CellLevel::RowPoints {
  std::array<Vec3, Workspace::size> points;
  std::array<Side*, Workspace::size> to;
  std::array<Side, Workspace::size> sides;
  std::size_t count = 0;
  Workspace work;

  void add(const CellLevel& level, const LatticeRow& row, std::size_t i, Side* side) {
    const LatticeCells::Place& x = row.lattice.place[0][i];
    const auto& [alongX, alongY, alongZ] = row.lattice.points.along;
    const std::uint32_t octant = row.octant(x);
    __builtin_prefetch(&level.block_[octant / 8]);
    points[count] = {alongX[i], alongY[row.j], alongZ[row.k]};
    to[count] = side;
    work.octant[count] = octant;
    work.waiting[count].point = static_cast<std::uint32_t>(count);
    work.rounded[count] = {x.local, row.y.local, row.z.local};
    if (++count == Workspace::size) answer(level);
  }

  void answer(const CellLevel& level) {
    level.findLists(count, work);
    level.classifyWaiting(std::span(points).first(count), std::span(sides).first(count), {}, count, work);
    for (std::size_t n = 0; n < count; ++n) *to[n] = sides[n];
    count = 0;
  }
};

std::int64_t CellLevel::classifyRows(const LatticeCells& lattice, std::size_t begin, std::size_t end,
                                     std::span<Side> sides) const {
  RowPoints waiting;
  const std::size_t width = lattice.place[0].size();
  std::vector<std::uint32_t> boundary(width + RowPlaces::together);
  for (std::size_t number = begin; number < end; ++number) {
    const LatticeRow row(lattice, number);
    const std::span<Side> rowSides = sides.subspan(number * width, width);
    if (row.outside()) {
      std::ranges::fill(rowSides, Side::Outside);
      continue;
    }
    const std::size_t count = lattice.alongX.label(cells_.from(row.word()), rowSides, boundary.data());
    for (const std::uint32_t i : std::span(boundary).first(count)) waiting.add(*this, row, i, &rowSides[i]);
  }
  waiting.answer(*this);
  return waiting.work.ambiguous;
}

}  // namespace talus
