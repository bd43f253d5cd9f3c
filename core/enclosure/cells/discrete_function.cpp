#include "enclosure/cells/discrete_function.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <string>

#include "base/error.h"
#include "base/parallel.h"

namespace talus {

namespace {

// Measured: more cells make queries faster and the build slower.
constexpr CellLevelOptions fast{.withPlanes = true, .cellsPerTriangle = 32};
constexpr CellLevelOptions lean{.withPlanes = false, .cellsPerTriangle = 24};
// From the fastest form to the one with the least memory.
constexpr std::array<CellLevelOptions, 6> forms{fast,
                                                CellLevelOptions{.withPlanes = true, .cellsPerTriangle = 12},
                                                CellLevelOptions{.withPlanes = false, .cellsPerTriangle = 64},
                                                lean,
                                                CellLevelOptions{.withPlanes = false, .cellsPerTriangle = 8},
                                                CellLevelOptions{.withPlanes = false, .cellsPerTriangle = 1}};

}  // namespace

DiscreteFunction::DiscreteFunction(const TriangleMesh& mesh, bool oriented, Context& context,
                                   MemoryUse memory, std::size_t budget)
    : triangles_(mesh) {
  std::vector<std::uint32_t> all(triangles_.size());
  std::iota(all.begin(), all.end(), 0U);
  const auto build = [&](CellLevelOptions options) {
    options.oriented = oriented;
    root_.reset();
    root_ = std::make_unique<CellLevel>(triangles_, all, triangles_.bounds(), std::nullopt, options, context);
  };
  if (memory != MemoryUse::Budget) {
    build(memory == MemoryUse::Fast ? fast : lean);
    return;
  }
  for (const CellLevelOptions& form : forms) {
    build(form);
    if (memoryBytes() <= budget) return;
  }
  throw Error("The memory budget is too small for the surface",
              std::to_string(budget) + " bytes, " + std::to_string(memoryBytes()) + " are needed for " +
                  std::to_string(triangles_.size()) + " triangles",
              "Give a larger budget");
}

void DiscreteFunction::prepareForManyPoints(Context& context) {
  root_->makeAllPlanes(context);
}

std::size_t DiscreteFunction::memoryBytes() const {
  return sizeof(*this) - sizeof(triangles_) + triangles_.memoryBytes() + root_->memoryBytes();
}

std::vector<CellBox> DiscreteFunction::cells() const {
  std::vector<CellBox> cells;
  root_->appendCells(cells);
  return cells;
}

Tally DiscreteFunction::classify(std::span<const Vec3> points, std::span<Side> sides,
                                 std::span<double> winding) const {
  return {.ambiguous = root_->classify(points, sides, winding)};
}

std::optional<Tally> DiscreteFunction::classifyLattice(const PointLattice& points, std::span<Side> sides,
                                                       Context& context, double done) const {
  // So many that most batches of points in boundary cells are full: memory latency is hidden within a batch.
  constexpr std::size_t pointsAtATime = 1 << 14;
  const std::size_t rowsAtATime = std::max<std::size_t>(pointsAtATime / points.along[0].size(), 1);
  const LatticeCells lattice(root_->grid(), points);
  std::vector<std::int64_t> ambiguous((lattice.rows() + rowsAtATime - 1) / rowsAtATime);
  context.beginStage(done, static_cast<std::int64_t>(lattice.rows()));
  parallelChunks(lattice.rows(), rowsAtATime, context, [&](std::size_t begin, std::size_t end) {
    ambiguous[begin / rowsAtATime] = root_->classifyRows(lattice, begin, end, sides);
  });
  return Tally{.ambiguous = std::accumulate(ambiguous.begin(), ambiguous.end(), std::int64_t{0})};
}

}  // namespace talus
