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

  void add(const CellLevel& level, const LatticeRow& row, std::size_t i, const Block& block, Side* side) {
    const LatticeCells::Place& x = row.lattice.place[0][i];
    const auto& [alongX, alongY, alongZ] = row.lattice.points.along;
    const std::uint32_t list = level.listOf(block, row.bit(x) / 8);
    __builtin_prefetch(&level.list_[list]);
    points[count] = {alongX[i], alongY[row.j], alongZ[row.k]};
    to[count] = side;
    work.waiting[count] = {static_cast<std::uint32_t>(count), list};
    work.rounded[count] = {x.local, row.y.local, row.z.local};
    if (++count == Workspace::size) answer(level);
  }

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
  for (std::size_t number = begin; number < end; ++number) {
    const LatticeRow row(lattice, number);
    const std::span<Side> rowSides = sides.subspan(number * width, width);
    if (row.y.outside || row.z.outside)
      std::ranges::fill(rowSides, Side::Outside);
    else if (lattice.hasLongRuns())
      classifyRuns(row, rowSides, waiting);
    else
      classifySparse(row, rowSides, waiting);
  }
  waiting.answer(*this);
  return waiting.work.ambiguous;
}

// Labels a row block by block.
void CellLevel::classifyRuns(const LatticeRow& row, std::span<Side> sides, RowPoints& waiting) const {
  for (const LatticeCells::Run& run : row.lattice.runs) {
    const Block& block = blockAt(run.outside, run.block + row.block);
    if (block.boundary == 0) {  // all cells of the block lie on one side
      const Side side = (block.inside & 1) != 0 ? Side::Inside : Side::Outside;
      std::ranges::fill(sides.subspan(run.begin, run.end - run.begin), side);
      continue;
    }
    for (std::size_t i = run.begin; i < run.end; ++i) {
      const unsigned bit = row.bit(row.lattice.place[0][i]);
      sides[i] = block.sideOf(bit);
      if ((block.boundary >> bit & 1) != 0) waiting.add(*this, row, i, block, &sides[i]);
    }
  }
}

// Labels a row in which few points share a block. Prefetches the blocks, and writes labels without branches,
// which would be unpredictable.
void CellLevel::classifySparse(const LatticeRow& row, std::span<Side> sides, RowPoints& waiting) const {
  std::array<const Block*, Workspace::size> blocks;
  std::array<std::uint32_t, Workspace::size> boundary;
  const std::vector<LatticeCells::Place>& places = row.lattice.place[0];
  for (std::size_t begin = 0; begin < sides.size(); begin += Workspace::size) {
    const std::size_t size = std::min(Workspace::size, sides.size() - begin);
    for (std::size_t n = 0; n < size; ++n) {
      const LatticeCells::Place& x = places[begin + n];
      blocks[n] = &blockAt(x.outside, x.block + row.block);
      __builtin_prefetch(blocks[n]);
    }
    std::size_t count = 0;
    for (std::size_t n = 0; n < size; ++n) {
      const unsigned bit = row.bit(places[begin + n]);
      sides[begin + n] = blocks[n]->sideOf(bit);
      boundary[count] = static_cast<std::uint32_t>(n);
      count += blocks[n]->boundary >> bit & 1;
    }
    for (std::size_t m = 0; m < count; ++m) {
      const std::size_t n = boundary[m];
      waiting.add(*this, row, begin + n, *blocks[n], &sides[begin + n]);
    }
  }
}

}  // namespace talus
