#include "reference/broadphase/hashed_rows.h"

#include <algorithm>
#include <bit>

#include "base/parallel.h"
#include "broadphase/broad_phase.h"

namespace talus {

namespace {

// Searches chunks of boxes, each with its tasks.
template <class Append>
PairParts searchChunks(const OverlapSearch& search, const Append& append) {
  constexpr std::size_t boxesPerChunk = 2048;
  PairParts parts((search.queries.size() + boxesPerChunk - 1) / boxesPerChunk);
  Context quiet;
  parallelChunks(search.queries.size(), boxesPerChunk, quiet, [&](std::size_t begin, std::size_t end) {
    std::vector<OverlapTask> tasks;
    for (std::size_t place = begin; place < end; ++place) append(static_cast<std::uint32_t>(place), tasks);
    findOverlaps(search, tasks, parts[begin / boxesPerChunk]);
  });
  return parts;
}

}  // namespace

std::int32_t HashedRows::cellOf(float x) const {
  constexpr float farthestCell = 1 << 29;
  const float scaled = std::clamp(x * inverse_, -farthestCell, farthestCell);
  const auto truncated = static_cast<std::int32_t>(scaled);
  return truncated - static_cast<std::int32_t>(static_cast<float>(truncated) > scaled);
}

HashedRows::Cell HashedRows::lowCell(const FloatBoxes& boxes, std::uint32_t box) const {
  return {cellOf(boxes.low[0][box]), cellOf(boxes.low[1][box]), cellOf(boxes.low[2][box])};
}

HashedRows::Cell HashedRows::highCell(const FloatBoxes& boxes, std::uint32_t box) const {
  return {cellOf(boxes.high[0][box]), cellOf(boxes.high[1][box]), cellOf(boxes.high[2][box])};
}

bool HashedRows::fits(const FloatBoxes& boxes, std::uint32_t box) const {
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (cellOf(boxes.high[axis][box]) - cellOf(boxes.low[axis][box]) > 1) return false;
  return true;
}

std::uint32_t HashedRows::bucket(std::int32_t x, std::int32_t y, std::int32_t z) const {
  const std::uint32_t row =
      static_cast<std::uint32_t>(y) * 0x9E3779B1U ^ static_cast<std::uint32_t>(z) * 0x85EBCA77U;
  return (static_cast<std::uint32_t>(x) + (row ^ row >> 15)) & mask_;
}

void HashedRows::fill(const FloatBoxes& boxes, std::span<const std::uint32_t> which) {
  mask_ = std::bit_ceil(static_cast<std::uint32_t>(std::max<std::size_t>(2 * which.size(), 8))) - 1;
  begins_.assign(std::size_t{mask_} + 2, 0);
  std::vector<std::uint32_t> buckets(which.size());
  for (std::size_t i = 0; i < which.size(); ++i) {
    const Cell cell = lowCell(boxes, which[i]);
    buckets[i] = bucket(cell[0], cell[1], cell[2]);
    ++begins_[buckets[i] + 1];
  }
  for (std::size_t b = 1; b < begins_.size(); ++b) begins_[b] += begins_[b - 1];
  std::vector<std::uint32_t> sorted(which.size());
  std::vector<std::uint32_t> ends(begins_.begin(), begins_.end() - 1);
  for (std::size_t i = 0; i < which.size(); ++i) sorted[ends[buckets[i]]++] = which[i];
  boxes_.gather(boxes, sorted, {0, 1, 2});
}

// Cells [from, last] of a row: one range of boxes, or two if the buckets wrap around.
void HashedRows::appendRow(std::uint32_t query, const Cell& from, std::int32_t last,
                           std::vector<OverlapTask>& tasks) const {
  const std::uint32_t first = bucket(from[0], from[1], from[2]);
  const std::uint32_t end = first + static_cast<std::uint32_t>(last - from[0]) + 1;
  const std::uint32_t cut = std::min(end, mask_ + 1);
  if (begins_[first] < begins_[cut]) tasks.push_back({query, begins_[first], begins_[cut]});
  if (end > cut && begins_[end - cut] > 0) tasks.push_back({query, 0, begins_[end - cut]});
}

void HashedRows::appendForward(std::uint32_t place, std::vector<OverlapTask>& tasks) const {
  const Cell cell = lowCell(boxes_, place);
  const std::uint32_t here = bucket(cell[0], cell[1], cell[2]);
  if (place + 1 < begins_[here + 1]) tasks.push_back({place, place + 1, begins_[here + 1]});
  appendRow(place, {cell[0] + 1, cell[1], cell[2]}, cell[0] + 1, tasks);
  appendRow(place, {cell[0] - 1, cell[1] + 1, cell[2]}, cell[0] + 1, tasks);
  for (std::int32_t y = cell[1] - 1; y <= cell[1] + 1; ++y)
    appendRow(place, {cell[0] - 1, y, cell[2] + 1}, cell[0] + 1, tasks);
}

void HashedRows::appendAround(const FloatBoxes& others, std::uint32_t other,
                              std::vector<OverlapTask>& tasks) const {
  const Cell low = lowCell(others, other);
  const Cell high = highCell(others, other);
  for (std::int32_t z = low[2] - 1; z <= high[2]; ++z)
    for (std::int32_t y = low[1] - 1; y <= high[1]; ++y) appendRow(other, {low[0] - 1, y, z}, high[0], tasks);
}

std::size_t HashedRows::memoryBytes() const {
  return allocatedBytes(begins_) + boxes_.memoryBytes();
}

PairParts searchWithin(const HashedRows& grid, const BoxArrays& exact) {
  return searchChunks(
      {grid.boxes(), grid.boxes(), exact},
      [&](std::uint32_t place, std::vector<OverlapTask>& tasks) { grid.appendForward(place, tasks); });
}

PairParts searchBetween(const HashedRows& fine, const HashedRows& coarse, const BoxArrays& exact) {
  return searchChunks({fine.boxes(), coarse.boxes(), exact},
                      [&](std::uint32_t place, std::vector<OverlapTask>& tasks) {
                        coarse.appendAround(fine.boxes(), place, tasks);
                      });
}

}  // namespace talus
