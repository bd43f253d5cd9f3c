#include "reference/broadphase/adaptive_grid.h"

#include <algorithm>
#include <iterator>

#include "broadphase/box_search.h"
#include "reference/broadphase/size_sample.h"

namespace talus {

namespace {

constexpr std::size_t maximumGrids = 16;  // 4^16: a ratio larger than floats resolve in one scene
constexpr float ratio = 4;

}  // namespace

void AdaptiveGrid::search(const BoxArrays& boxes) {
  floats_.assign(boxes, FloatFrame(boxes));
  fillGrids();
  PairParts parts;
  for (std::size_t fine = 0; fine < grids_.size(); ++fine) {
    PairParts within = searchWithin(grids_[fine], boxes);
    std::move(within.begin(), within.end(), std::back_inserter(parts));
    for (std::size_t coarse = fine + 1; coarse < grids_.size(); ++coarse) {
      PairParts between = searchBetween(grids_[fine], grids_[coarse], boxes);
      std::move(between.begin(), between.end(), std::back_inserter(parts));
    }
  }
  searchAmongAll(floats_, boundless_, boxes, parts);
  replacePairs(parts, boxes.size());
}

void AdaptiveGrid::fillGrids() {
  const SizeSample sample(floats_);
  float cell = std::max(sample.quantile(0.1), sample.spacing(floats_.size()) / 2);
  std::vector<std::uint32_t> rest(floats_.size());
  for (std::uint32_t i = 0; i < rest.size(); ++i) rest[i] = i;
  grids_.clear();
  for (std::size_t level = 0; level < maximumGrids && !rest.empty(); ++level, cell *= ratio) {
    HashedRows grid(cell);
    const auto larger = std::stable_partition(rest.begin(), rest.end(),
                                              [&](std::uint32_t box) { return !grid.fits(floats_, box); });
    const std::vector<std::uint32_t> fitting(larger, rest.end());
    rest.erase(larger, rest.end());
    if (fitting.empty()) continue;
    grid.fill(floats_, fitting);
    grids_.push_back(std::move(grid));
  }
  boundless_ = std::move(rest);
}

std::size_t AdaptiveGrid::methodBytes() const {
  std::size_t bytes = floats_.memoryBytes() + allocatedBytes(boundless_);
  for (const HashedRows& grid : grids_) bytes += grid.memoryBytes();
  return bytes;
}

}  // namespace talus
