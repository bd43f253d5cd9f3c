#include "broadphase/neighbour_list.h"

#include <algorithm>
#include <atomic>
#include <cmath>

#include "base/parallel.h"
#include "broadphase/packed_kernel.h"

namespace talus {

namespace {

// Nanoseconds, measured; only their ratio matters.
constexpr double searchTime = 120;  // per box
constexpr double filterTime = 3;    // per stored pair

double median(std::vector<double>& values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// The longest side of a typical box.
double typicalSize(const BoxArrays& boxes) {
  std::vector<double> sizes;
  for (std::size_t i = 0; i < boxes.size(); i += boxes.size() / 256 + 1) {
    double size = 0;
    for (std::size_t axis = 0; axis < 3; ++axis)
      size = std::max(size, boxes.high[axis][i] - boxes.low[axis][i]);
    if (std::isfinite(size) && !boxes.empty(i)) sizes.push_back(size);
  }
  return median(sizes);
}

// The number of steps for which a list should remain valid, if a box has `pairs` overlaps and moves by the
// fraction `speed` of its size in a step.
double stepsToHold(double pairs, double speed) {
  double best = 1;
  double least = searchTime + filterTime * pairs;
  double steps = 2;
  while (steps < 300) {
    const double side = 1 + 2 * steps * speed;
    const double time = searchTime / steps + filterTime * pairs * side * side * side;
    if (time >= least) break;
    least = time;
    best = steps;
    steps *= 1.25;
  }
  return best;
}

}  // namespace

void NeighbourList::search(const BoxArrays& boxes) {
  ++steps_;
  work_.searchedAnew = false;
  work_.candidates = static_cast<std::int64_t>(candidates_.size());
  if (boxes == last_) return;
  last_ = boxes;
  work_.searchedAnew = !holds(boxes);
  if (work_.searchedAnew) rebuild(boxes);
  packBoxes(boxes, frame_, packed_);
  filter(boxes);
  replaceSortedPairs(found_);
  work_.candidates = static_cast<std::int64_t>(candidates_.size());
}

// Whether each box lies inside its enlarged one.
bool NeighbourList::holds(const BoxArrays& boxes) const {
  if (boxes.size() != grown_.size()) return false;
  std::atomic<bool> outside{false};
  Context quiet;
  parallelChunks(boxes.size(), boxesPerChunk, quiet, [&](std::size_t begin, std::size_t end) {
    int left = 0;
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (std::size_t i = begin; i < end; ++i)
        left |= static_cast<int>(boxes.low[axis][i] < grown_.low[axis][i]) |
                static_cast<int>(boxes.high[axis][i] > grown_.high[axis][i]);
    if (left != 0) outside.store(true, std::memory_order_relaxed);
  });
  return !outside;
}

void NeighbourList::rebuild(const BoxArrays& boxes) {
  chooseSkins(boxes);
  grow(boxes);
  search_.find(grown_, candidates_);
  frame_ = FloatFrame(boxes);
  steps_ = 0;
}

void NeighbourList::chooseSkins(const BoxArrays& boxes) {
  constexpr double firstSkin = 0.03;  // fraction of a box, while no speed is known
  constexpr double leastSkin = 0.001;
  const double size = typicalSize(boxes);
  const std::size_t known = skin_ < 0 ? std::min(skins_.size(), boxes.size()) : 0;
  if (known == 0) {
    skins_.assign(boxes.size(), skin_ < 0 ? firstSkin * size : skin_);
    return;
  }
  std::vector<double> speeds(known);  // per step
  for (std::size_t i = 0; i < known; ++i) {
    double moved = 0;
    for (std::size_t axis = 0; axis < 3; ++axis)
      moved = std::max({moved, std::abs(boxes.low[axis][i] - grown_.low[axis][i] - skins_[i]),
                        std::abs(boxes.high[axis][i] - grown_.high[axis][i] + skins_[i])});
    speeds[i] = std::isfinite(moved) ? moved / steps_ : 0;
  }
  std::vector<double> ordered = speeds;
  const double usual = 1.5 * median(ordered);
  const double overlaps = 1 + static_cast<double>(pairs().size()) / static_cast<double>(boxes.size());
  const double steps = stepsToHold(overlaps, size > 0 ? usual / size : 0);
  skins_.assign(boxes.size(), steps * usual + leastSkin * size);
  if (steps <= 1) skins_.assign(boxes.size(), 0);
  for (std::size_t i = 0; i < known && steps > 1; ++i)
    skins_[i] = std::max(skins_[i], 1.2 * steps * speeds[i]);
}

void NeighbourList::grow(const BoxArrays& boxes) {
  grown_ = boxes;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    if (boxes.empty(i)) {
      grown_.set(i, Box(Vec3::Constant(HUGE_VAL), Vec3::Constant(-HUGE_VAL)));
      continue;
    }
    for (std::size_t axis = 0; axis < 3; ++axis) {
      grown_.low[axis][i] -= skins_[i];
      grown_.high[axis][i] += skins_[i];
    }
  }
}

// Each chunk writes its pairs to the positions of its candidates; then the chunks are moved together.
void NeighbourList::filter(const BoxArrays& boxes) {
  constexpr std::size_t pairGrain = 65536;
  found_.resize(candidates_.size());
  std::vector<std::size_t> counts((candidates_.size() + pairGrain - 1) / pairGrain);
  Context quiet;
  parallelChunks(candidates_.size(), pairGrain, quiet, [&](std::size_t begin, std::size_t end) {
    counts[begin / pairGrain] =
        filterPairs({candidates_.data() + begin, end - begin}, packed_, boxes, found_.data() + begin);
  });
  std::size_t kept = 0;
  for (std::size_t chunk = 0; chunk < counts.size(); ++chunk) {
    const auto begin = found_.begin() + static_cast<std::ptrdiff_t>(chunk * pairGrain);
    std::copy(begin, begin + static_cast<std::ptrdiff_t>(counts[chunk]),
              found_.begin() + static_cast<std::ptrdiff_t>(kept));
    kept += counts[chunk];
  }
  found_.resize(kept);
}

std::size_t NeighbourList::methodBytes() const {
  std::size_t bytes = allocatedBytes(skins_) + allocatedBytes(candidates_) + allocatedBytes(found_) +
                      allocatedBytes(packed_) + search_.memoryBytes();
  for (const BoxArrays* const boxes : {&grown_, &last_})
    for (std::size_t axis = 0; axis < 3; ++axis)
      bytes += allocatedBytes(boxes->low[axis]) + allocatedBytes(boxes->high[axis]);
  return bytes;
}

}  // namespace talus
