#include "enclosure/discrete_function.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>

#include "base/parallel.h"
#include "enclosure/cell_lookup.h"
#include "enclosure/surface_winding.h"
#include "enclosure/triangle_cells.h"
#include "geometry/predicates.h"

namespace talus {

namespace {

constexpr double cellsPerTriangle = 4;
constexpr double mostCells = 1 << 25;
constexpr std::size_t grain = 1024;  // triangles, columns or blocks per parallel chunk
// Points: enough to hide memory's latency, few enough to stay in the first cache.
constexpr std::size_t batchSize = 256;

// Cells at random places make neighbours in memory meet in one counter rarely; relaxed is enough, the loop's
// end orders.
template <class T>
void atomicAdd(T& counter, T value) {
  std::atomic_ref<T>(counter).fetch_add(value, std::memory_order_relaxed);
}

void prefetch(const void* address) {
  __builtin_prefetch(address);
}

// Sign of the turn a → b → (x + ε, y + ε²) in the xy plane; 0 only where a and b project to one point.
int turnOfColumn(const Vec3& a, const Vec3& b, double x, double y) {
  if (const int turn = orient2d(a, b, Vec3(x, y, 0), 2); turn != 0) return turn;
  if (a.y() != b.y()) return a.y() > b.y() ? 1 : -1;
  if (a.x() != b.x()) return b.x() > a.x() ? 1 : -1;
  return 0;
}

// Does the segment from the perturbed reference point to q cross the triangle? For a q beside the triangle's
// plane, on the other side than the reference point.
bool crosses(const std::array<Vec3, 3>& t, const Vec3& q, const Vec3& reference) {
  const int side = orient3dPerturbed(q, t[0], t[1], reference);
  return side == orient3dPerturbed(q, t[1], t[2], reference) &&
         side == orient3dPerturbed(q, t[2], t[0], reference);
}

}  // namespace

DiscreteFunction::DiscreteFunction(const TriangleMesh& mesh, bool oriented, Context& context)
    : oriented_(oriented), triangles_(mesh.properTriangles()) {
  const double wanted = cellsPerTriangle * static_cast<double>(triangles_.size());
  grid_ = CellGrid(mesh.bounds(), std::min(wanted, mostCells));
  std::vector<std::uint32_t> count(grid_.cellCount(), 0);
  registerTriangles(context, count);
  buildBlocks(count, scanColumns(context));
  fillLists(context);
  buildPlanes(context);
}

// ---- Build ----

std::size_t DiscreteFunction::cellNumber(const CellGrid::Cell& cell) const {
  // z runs fastest: a column is contiguous.
  return (static_cast<std::size_t>(cell[1]) * static_cast<std::size_t>(grid_.size(0)) +
          static_cast<std::size_t>(cell[0])) *
             static_cast<std::size_t>(grid_.size(2)) +
         static_cast<std::size_t>(cell[2]);
}

void DiscreteFunction::registerTriangles(Context& context, std::vector<std::uint32_t>& count) {
  parallelChunks(triangles_.size(), grain, context, [&](std::size_t begin, std::size_t end) {
    for (std::size_t t = begin; t < end; ++t)
      TriangleCells(triangles_[t], grid_).forEach([&](const CellGrid::Cell& cell) {
        atomicAdd<std::uint32_t>(count[cellNumber(cell)], 1);
      });
  });
}

std::vector<std::int32_t> DiscreteFunction::scanColumns(Context& context) const {
  std::vector<std::int32_t> winding(grid_.cellCount(), 0);
  parallelChunks(triangles_.size(), grain, context, [&](std::size_t begin, std::size_t end) {
    for (std::size_t t = begin; t < end; ++t) addColumnSteps(triangles_[t], winding);
  });
  const auto height = static_cast<std::size_t>(grid_.size(2));
  parallelChunks(winding.size() / height, grain, context, [&](std::size_t begin, std::size_t end) {
    for (std::size_t column = begin; column < end; ++column) {
      std::int32_t sum = 0;
      for (std::size_t k = column * height; k < (column + 1) * height; ++k) {
        sum += winding[k];
        winding[k] = oriented_ ? sum : sum & 1;
      }
    }
  });
  return winding;
}

void DiscreteFunction::addColumnSteps(const Corners& t, std::vector<std::int32_t>& steps) const {
  const int turn = orient2d(t[0], t[1], t[2], 2);
  if (turn == 0) return;  // upright: no column line crosses it
  std::array<int, 2> first{};
  std::array<int, 2> last{};
  for (int axis = 0; axis < 2; ++axis) {
    // Centres lie half a cell up; a whole cell of slack on either side covers every rounding.
    const double low = grid_.toCells(std::min({t[0][axis], t[1][axis], t[2][axis]}), axis);
    const double high = grid_.toCells(std::max({t[0][axis], t[1][axis], t[2][axis]}), axis);
    first[static_cast<std::size_t>(axis)] = std::max(static_cast<int>(std::floor(low - 0.75)), 0);
    last[static_cast<std::size_t>(axis)] =
        std::min(static_cast<int>(std::ceil(high - 0.25)), grid_.size(axis) - 1);
  }
  for (int j = first[1]; j <= last[1]; ++j)
    for (int i = first[0]; i <= last[0]; ++i) {
      const double x = grid_.centre(i, 0);
      const double y = grid_.centre(j, 1);
      if (turnOfColumn(t[0], t[1], x, y) != turn || turnOfColumn(t[1], t[2], x, y) != turn ||
          turnOfColumn(t[2], t[0], x, y) != turn)
        continue;
      const int k = firstCentreAbove(t, turn, i, j);
      if (k < grid_.size(2)) atomicAdd<std::int32_t>(steps[cellNumber({i, j, k})], -turn);
    }
}

// The lowest cell of column (i, j) whose perturbed centre lies above the triangle's plane; the column's size
// if none.
int DiscreteFunction::firstCentreAbove(const Corners& t, int turn, int i, int j) const {
  const auto above = [&](int k) {
    return orient3dPerturbed(t[0], t[1], t[2], grid_.centre({i, j, k})) != turn;
  };
  // The rounded height only proposes where to look; exact signs decide.
  const Vec3 normal = (t[1] - t[0]).cross(t[2] - t[0]);
  const double dx = grid_.centre(i, 0) - t[0].x();
  const double dy = grid_.centre(j, 1) - t[0].y();
  const double low = std::min({t[0].z(), t[1].z(), t[2].z()});
  const double high = std::max({t[0].z(), t[1].z(), t[2].z()});
  const double guess = t[0].z() - (normal.x() * dx + normal.y() * dy) / normal.z();
  const double height = guess >= low && guess <= high ? guess : low;  // also for NaN
  int k = std::clamp(static_cast<int>(std::lround(grid_.toCells(height, 2))), 0, grid_.size(2));
  while (k > 0 && above(k - 1)) --k;
  while (k < grid_.size(2) && !above(k)) ++k;
  return k;
}

std::size_t DiscreteFunction::rank(const Block& block, unsigned bit) const {
  const std::uint64_t below = (std::uint64_t{1} << bit) - 1;
  return block.firstBoundary + static_cast<std::size_t>(std::popcount(block.boundary & below));
}

void DiscreteFunction::buildBlocks(const std::vector<std::uint32_t>& count,
                                   const std::vector<std::int32_t>& winding) {
  block_.assign(blockCount(grid_, 0) * blockCount(grid_, 1) * blockCount(grid_, 2), {});
  const auto forEachCell = [this](const auto& visit) {
    CellGrid::Cell cell{};
    for (cell[1] = 0; cell[1] < grid_.size(1); ++cell[1])
      for (cell[0] = 0; cell[0] < grid_.size(0); ++cell[0])
        for (cell[2] = 0; cell[2] < grid_.size(2); ++cell[2]) {
          const CellPlace place = placeOf(grid_, cell);
          visit(cellNumber(cell), block_[place.block], place.bit);
        }
  };
  forEachCell([&](std::size_t cell, Block& block, unsigned bit) {
    const std::uint64_t mask = std::uint64_t{1} << bit;
    if (count[cell] == 0 && winding[cell] != 0 && block.winding == 0) block.winding = winding[cell];
    // A block has room for one winding number; an empty cell with a further one becomes a boundary cell
    // without list.
    if (count[cell] > 0 || (winding[cell] != 0 && winding[cell] != block.winding))
      block.boundary |= mask;
    else if (winding[cell] != 0)
      block.internal |= mask;
  });
  std::uint32_t boundaryCells = 0;
  for (Block& block : block_) {
    block.firstBoundary = boundaryCells;
    boundaryCells += static_cast<std::uint32_t>(std::popcount(block.boundary));
  }
  referenceWinding_.resize(boundaryCells);
  listStart_.assign(boundaryCells + std::size_t{1}, 0);
  forEachCell([&](std::size_t cell, const Block& block, unsigned bit) {
    if (!((block.boundary >> bit) & 1)) return;
    referenceWinding_[rank(block, bit)] = winding[cell];
    listStart_[rank(block, bit) + 1] = count[cell];
  });
  for (std::size_t i = 1; i < listStart_.size(); ++i) listStart_[i] += listStart_[i - 1];
}

void DiscreteFunction::fillLists(Context& context) {
  list_.resize(listStart_.back());
  std::vector<std::uint32_t> next(listStart_.begin(), listStart_.end() - 1);
  parallelChunks(triangles_.size(), grain, context, [&](std::size_t begin, std::size_t end) {
    for (std::size_t t = begin; t < end; ++t)
      TriangleCells(triangles_[t], grid_).forEach([&](const CellGrid::Cell& cell) {
        const CellPlace place = placeOf(grid_, cell);
        const Corners& corners = triangles_[t];
        const bool inner = orient3dPerturbed(corners[0], corners[1], corners[2], grid_.centre(cell)) > 0;
        std::uint32_t& slot = next[rank(block_[place.block], place.bit)];
        const std::uint32_t at = std::atomic_ref<std::uint32_t>(slot).fetch_add(1, std::memory_order_relaxed);
        list_[at] = static_cast<std::uint32_t>(2 * t) + (inner ? 1 : 0);
      });
  });
}

void DiscreteFunction::buildPlanes(Context& context) {
  planes_.resize(list_.size());
  parallelChunks(block_.size(), grain, context, [&](std::size_t begin, std::size_t end) {
    for (std::size_t b = begin; b < end; ++b)
      for (std::uint64_t rest = block_[b].boundary; rest != 0; rest &= rest - 1) {
        const CellPlace place{static_cast<std::uint32_t>(b),
                              static_cast<std::uint32_t>(std::countr_zero(rest))};
        setPlanes(cellAt(grid_, place), rank(block_[b], place.bit));
      }
  });
}

void DiscreteFunction::setPlanes(const CellGrid::Cell& cell, std::size_t boundaryCell) {
  const Vec3 reference = grid_.centre(cell);
  for (std::uint32_t i = listStart_[boundaryCell]; i < listStart_[boundaryCell + 1]; ++i) {
    Corners local = triangles_[list_[i] / 2];
    for (Vec3& corner : local) corner = grid_.inCellUnits(corner - reference);
    planes_[i] = TrianglePlanes(local, (list_[i] & 1) != 0);
  }
}

std::vector<CellBox> DiscreteFunction::cells() const {
  std::vector<CellBox> result;
  result.reserve(grid_.cellCount());
  CellGrid::Cell cell{};
  for (cell[2] = 0; cell[2] < grid_.size(2); ++cell[2])
    for (cell[1] = 0; cell[1] < grid_.size(1); ++cell[1])
      for (cell[0] = 0; cell[0] < grid_.size(0); ++cell[0]) {
        const CellPlace place = placeOf(grid_, cell);
        const Block& block = block_[place.block];
        const Vec3 half = 0.5 * grid_.cellSize();
        CellBox shown{Box(grid_.centre(cell) - half, grid_.centre(cell) + half)};
        if (((block.boundary >> place.bit) & 1) != 0) {
          shown.code = CellCode::Boundary;
          shown.triangles = static_cast<std::int32_t>(listOf(rank(block, place.bit)).size());
        } else if (((block.internal >> place.bit) & 1) != 0) {
          shown.code = labelOf(block.winding).side == Side::Inside ? CellCode::Internal : CellCode::External;
        }
        result.push_back(shown);
      }
  return result;
}

std::size_t DiscreteFunction::memoryBytes() const {
  const auto bytes = [](const auto& v) { return v.capacity() * sizeof(v[0]); };
  return sizeof(*this) + bytes(triangles_) + bytes(block_) + bytes(referenceWinding_) + bytes(listStart_) +
         bytes(list_) + bytes(planes_);
}

// ---- Query ----

std::span<const std::uint32_t> DiscreteFunction::listOf(std::size_t boundaryCell) const {
  return std::span(list_).subspan(listStart_[boundaryCell],
                                  listStart_[boundaryCell + 1] - listStart_[boundaryCell]);
}

Label DiscreteFunction::classifyInCell(const Vec3& q, const CellGrid::Cell& cell, std::size_t boundaryCell,
                                       bool wantWinding) const {
  const Vec3 reference = grid_.centre(cell);
  std::int32_t winding = referenceWinding_[boundaryCell];
  for (const std::uint32_t entry : listOf(boundaryCell)) {
    const Corners& t = triangles_[entry / 2];
    const int referenceSide = (entry & 1) != 0 ? 1 : -1;
    const int side = orient3d(t[0], t[1], t[2], q);
    if (side == referenceSide) continue;
    if (side != 0) {
      if (crosses(t, q, reference)) winding += side;
    } else if (locateInPlane(q, t[0], t[1], t[2]) != OnTriangle::Outside) {
      return {Side::OnSurface, wantWinding ? windingOnSurface(q, cell, boundaryCell) : 0.0};
    }
  }
  return labelOf(winding);
}

// The winding number at a point of the cell beside q, plus what the triangles that hold q add to it. The
// point lies in a general direction (from the centre the view is often along an edge, where windingStep is
// ill-conditioned), and not farther along one axis than the cell's thinnest extent.
double DiscreteFunction::windingOnSurface(const Vec3& q, const CellGrid::Cell& cell,
                                          std::size_t boundaryCell) const {
  if (!oriented_) return 0.5;
  const Vec3& size = grid_.cellSize();
  const double thinnest = size.minCoeff() > 0 ? size.minCoeff() : size.maxCoeff();
  const Vec3 inCell = grid_.centre(cell) + size.cwiseProduct(Vec3(0.2718281, -0.3141592, 0.1618033));
  const Vec3 reach = thinnest * Vec3(1, 0.7724539, 0.6180340);
  const Vec3 from = q + (inCell - q).cwiseMin(reach).cwiseMax(-reach);
  const Label start = classifyInCell(from, cell, boundaryCell, false);
  if (start.side == Side::OnSurface || from == q) return 0.5;  // needs a surface through that very point
  double winding = start.winding;
  WindingSteps steps;
  for (const std::uint32_t entry : listOf(boundaryCell)) {
    const Corners& t = triangles_[entry / 2];
    const int fromSide = orient3dPerturbed(t[0], t[1], t[2], from);
    const int side = orient3d(t[0], t[1], t[2], q);
    if (side == -fromSide && crosses(t, q, from)) winding += side;
    if (side != 0) continue;
    if (const OnTriangle place = locateInPlane(q, t[0], t[1], t[2]); place != OnTriangle::Outside)
      steps.add(windingStep(q, t, place, from - q, fromSide));
  }
  return winding + steps.sum();
}

Label DiscreteFunction::labelOf(std::int32_t winding) const {
  const bool inside = (winding & 1) != 0;
  return {inside ? Side::Inside : Side::Outside,
          oriented_ ? static_cast<double>(winding) : (inside ? 1.0 : 0.0)};
}

// Arrays of a batch, made once a call: to clear them for each batch would cost more than to fill them.
struct DiscreteFunction::Workspace {
  struct Waiting {
    std::size_t point;
    std::size_t boundaryCell;
    CellGrid::Cell cell;
  };
  std::array<CellPlace, batchSize> places;
  std::array<Waiting, batchSize> waiting;
  std::array<PlaneQuery, batchSize> queries;
  std::array<PlaneVerdict, batchSize> verdicts;
};

void DiscreteFunction::classifyBatch(std::span<const Vec3> points, std::span<Side> sides,
                                     std::span<double> winding, Workspace& work) const {
  auto& [places, waiting, queries, verdicts] = work;
  const auto answer = [&](std::size_t i, const Label& label) {
    sides[i] = label.side;
    if (!winding.empty()) winding[i] = label.winding;
  };

  findCells(grid_, points, std::span(places).first(points.size()));
  for (std::size_t i = 0; i < points.size(); ++i)
    if (places[i].block != CellPlace::nowhere) prefetch(&block_[places[i].block]);
  std::size_t count = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    answer(i, {});
    if (places[i].block == CellPlace::nowhere) continue;
    const Block& block = block_[places[i].block];
    const std::uint64_t mask = std::uint64_t{1} << places[i].bit;
    if ((block.internal & mask) != 0) answer(i, labelOf(block.winding));
    if ((block.boundary & mask) == 0) continue;
    const std::size_t boundaryCell = rank(block, places[i].bit);
    prefetch(&listStart_[boundaryCell]);
    prefetch(&referenceWinding_[boundaryCell]);
    waiting[count++] = {i, boundaryCell, grid_.cellOf(points[i])};
  }
  for (std::size_t n = 0; n < count; ++n) {
    const Workspace::Waiting& w = waiting[n];
    const Vec3 local = grid_.inCellUnits(points[w.point] - grid_.centre(w.cell));
    const std::size_t first = listStart_[w.boundaryCell];
    queries[n].entries = listOf(w.boundaryCell);
    queries[n].planes = std::span(planes_).subspan(first, queries[n].entries.size());
    queries[n].q = {static_cast<float>(local.x()), static_cast<float>(local.y()),
                    static_cast<float>(local.z())};
    prefetch(queries[n].entries.data());
    for (std::size_t k = 0; k < queries[n].planes.size(); ++k) prefetch(&queries[n].planes[k]);
  }
  evaluatePlanes(std::span(queries).first(count), std::span(verdicts).first(count));
  for (std::size_t n = 0; n < count; ++n) {
    const Workspace::Waiting& w = waiting[n];
    answer(w.point, verdicts[n].undecided
                        ? classifyInCell(points[w.point], w.cell, w.boundaryCell, !winding.empty())
                        : labelOf(referenceWinding_[w.boundaryCell] + verdicts[n].change));
  }
}

Tally DiscreteFunction::classify(std::span<const Vec3> points, std::span<Side> sides,
                                 std::span<double> winding) const {
  Workspace work;
  for (std::size_t begin = 0; begin < points.size(); begin += batchSize) {
    const std::size_t count = std::min(batchSize, points.size() - begin);
    classifyBatch(points.subspan(begin, count), sides.subspan(begin, count),
                  winding.empty() ? winding : winding.subspan(begin, count), work);
  }
  return {};
}

}  // namespace talus
