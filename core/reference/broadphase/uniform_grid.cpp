#include "reference/broadphase/uniform_grid.h"

#include <algorithm>
#include <limits>

#include "broadphase/box_search.h"
#include "reference/broadphase/hashed_rows.h"
#include "reference/broadphase/size_sample.h"

namespace talus {

namespace {

// Estimated number of comparisons with such cells: each box with those in half of the 27 cells around it, and
// each larger box with all.
double boxesLookedAt(const SizeSample& sample, std::size_t count, double part, double cell) {
  const auto n = static_cast<double>(count);
  const double near = n * 13.5 * cell * cell * cell / std::max(sample.volume, cell * cell * cell);
  return n * near + (1 - part) * n * n;
}

float chooseCell(const FloatBoxes& boxes) {
  const SizeSample sample(boxes);
  const float least = sample.spacing(boxes.size()) / 2;
  float best = least;
  double fewest = std::numeric_limits<double>::infinity();
  for (const double part : {0.5, 0.75, 0.9, 0.95, 0.98, 0.99, 1.0}) {
    const float cell = std::max(least, sample.quantile(part));
    if (const double looked = boxesLookedAt(sample, boxes.size(), part, cell); looked <= fewest) {
      fewest = looked;
      best = cell;
    }
  }
  return best;
}

}  // namespace

void UniformGrid::search(const BoxArrays& boxes) {
  floats_.assign(boxes, FloatFrame(boxes));
  HashedRows grid(chooseCell(floats_));
  std::vector<std::uint32_t> ordinary;
  std::vector<std::uint32_t> large;
  const auto count = static_cast<std::uint32_t>(floats_.size());
  for (std::uint32_t i = 0; i < count; ++i) (grid.fits(floats_, i) ? ordinary : large).push_back(i);
  grid.fill(floats_, ordinary);
  gridBytes_ = grid.memoryBytes();

  PairParts parts = searchWithin(grid, boxes);
  searchAmongAll(floats_, large, boxes, parts);
  replacePairs(parts, boxes.size());
}

}  // namespace talus
