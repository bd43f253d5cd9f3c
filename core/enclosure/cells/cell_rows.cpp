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

  void answer(const CellLevel& level) {
    level.classifyWaiting(std::span(points).first(count), std::span(sides).first(count), {}, count, work);
    for (std::size_t n = 0; n < count; ++n) *to[n] = sides[n];
    count = 0;
  }
};

std::int64_t CellLevel::classifyRows(const LatticeCells& lattice, std::size_t begin, std::size_t end,
                                     std::span<Side> sides) const {
  RowPoints waiting;
  const std::size_t width = lattice.place[0].size();
  const std::size_t depth = lattice.place[1].size();
  for (std::size_t row = begin; row < end; ++row) {
    const std::span<Side> rowSides = sides.subspan(row * width, width);
    classifyRow(lattice, row % depth, row / depth, rowSides, waiting);
  }
  waiting.answer(*this);
  return waiting.work.ambiguous;
}

void CellLevel::classifyRow(const LatticeCells& lattice, std::size_t j, std::size_t k, std::span<Side> sides,
                            RowPoints& waiting) const {
  const LatticeCells::Place& y = lattice.place[1][j];
  const LatticeCells::Place& z = lattice.place[2][k];
  for (const LatticeCells::Run& run : lattice.runs) {
    const bool outside = run.outside || y.outside || z.outside;
    const Block& block = outside ? block_[block_.size() - 1] : block_[run.block + y.block + z.block];
    if (block.boundary == 0) {  // all cells of the block lie on one side
      const Side side = (block.inside & 1) != 0 ? Side::Inside : Side::Outside;
      std::fill(sides.begin() + static_cast<std::ptrdiff_t>(run.begin),
                sides.begin() + static_cast<std::ptrdiff_t>(run.end), side);
      continue;
    }
    for (std::size_t i = run.begin; i < run.end; ++i) {
      const LatticeCells::Place& x = lattice.place[0][i];
      const unsigned bit = x.bits | y.bits | z.bits;
      sides[i] = static_cast<Side>(static_cast<int>(block.inside >> bit & 1) * 2 - 1);
      if ((block.boundary >> bit & 1) == 0) continue;
      const auto n = static_cast<std::uint32_t>(waiting.count++);
      const auto& [alongX, alongY, alongZ] = lattice.points.along;
      waiting.points[n] = {alongX[i], alongY[j], alongZ[k]};
      waiting.to[n] = &sides[i];
      waiting.work.waiting[n] = {n, listOf(block, bit / 8)};
      waiting.work.rounded[n] = {x.local, y.local, z.local};
      if (waiting.count == Workspace::size) waiting.answer(*this);
    }
  }
}

}  // namespace talus
