#include "broadphase/sorted_columns.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/parallel.h"
#include "broadphase/broad_phase.h"
#include "broadphase/overlap_kernel.h"

namespace talus {

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

// A cut is made if the boxes that cross it are fewer than this fraction of those in the part before it.
constexpr double maximumCrossing = 0.3;
// Fewer boxes are not cut: a sweep over them takes less time than cutting.
constexpr std::size_t boxesPerColumn = 48;

std::size_t fewestInSlab(std::size_t count) {
  return std::max(4 * boxesPerColumn,
                  static_cast<std::size_t>(std::pow(static_cast<double>(count), 2.0 / 3)));
}

// The length of an axis in boxes of typical width: the longest axis in this sense is swept.
double lengthInBoxes(const std::vector<float>& lows, const std::vector<float>& highs, std::size_t count) {
  std::vector<float> starts;
  std::vector<float> widths;
  for (std::size_t i = 0; i < count; i += count / 128 + 1)
    if (std::isfinite(lows[i]) && std::isfinite(highs[i])) {
      starts.push_back(lows[i]);
      widths.push_back(highs[i] - lows[i]);
    }
  if (starts.empty()) return 0;
  std::sort(starts.begin(), starts.end());
  std::sort(widths.begin(), widths.end());
  const double spread = static_cast<double>(starts[starts.size() * 9 / 10]) - starts[starts.size() / 10];
  const double width = widths[widths.size() / 2];
  return width > 0 ? spread / width : (spread > 0 ? infinity : 0.0);
}

// Cuts a list sorted by `lows` where few of the boxes since the last cut extend across. Returns the beginning
// of each part.
std::vector<float> cuts(std::span<const float> lows, std::span<const float> highs, std::size_t least) {
  std::vector<float> begins{-infinity};
  std::vector<float> reaching;  // highs of the boxes that reach into the part
  std::size_t start = 0;
  for (std::size_t next = least; next + least / 2 < lows.size();) {
    const float cut = lows[next];
    std::vector<float> crossing;
    for (const float high : reaching)
      if (high >= cut) crossing.push_back(high);
    for (std::size_t i = start; i < next; ++i)
      if (highs[i] >= cut) crossing.push_back(highs[i]);
    const std::size_t members = reaching.size() + next - start;
    if (static_cast<double>(crossing.size()) <= maximumCrossing * static_cast<double>(members) &&
        cut > begins.back()) {
      begins.push_back(cut);
      reaching.swap(crossing);
      start = next;
      next += least;
    } else {
      next += std::max(least / 2, (next - start) / 2);
    }
  }
  return begins;
}

// The parts [first, last] that a box overlaps, searched from part `from`, which must not begin after its low.
template <class Cells>
Cells cellsOf(std::span<const float> begins, float low, float high, std::uint32_t from) {
  Cells cells{from, from};
  const auto count = static_cast<std::uint32_t>(begins.size());
  while (cells.first + 1 < count && begins[cells.first + 1] <= low) ++cells.first;
  cells.last = cells.first;
  while (cells.last + 1 < count && begins[cells.last + 1] <= high) ++cells.last;
  return cells;
}

// Turns counts into start positions; the last entry becomes the sum.
void accumulate(std::vector<std::size_t>& counts) {
  std::exclusive_scan(counts.begin(), counts.end(), counts.begin(), std::size_t{0});
}

}  // namespace

void SortedColumns::find(const FloatBoxes& boxes, const BoxArrays& exact, PairParts& parts) {
  chooseAxes(boxes);
  sortAxes(boxes);
  cutSlabs(boxes);
  fillSlabs();
  cutColumns(boxes);
  fillColumns();
  sweep(boxes, exact, parts);
}

void SortedColumns::chooseAxes(const FloatBoxes& boxes) {
  std::array<double, 3> length{};
  for (std::size_t axis = 0; axis < 3; ++axis)
    length[axis] = lengthInBoxes(boxes.low[axis], boxes.high[axis], boxes.size());
  axes_ = {0, 1, 2};
  std::stable_sort(axes_.begin(), axes_.end(),
                   [&](std::size_t a, std::size_t b) { return length[a] < length[b]; });
}

void SortedColumns::sortAxes(const FloatBoxes& boxes) {
  Context quiet;
  parallelChunks(3, 1, quiet, [&](std::size_t axis, std::size_t) {
    sort_({boxes.low[axes_[axis]].data(), boxes.size()}, order_[axis]);
  });
}

void SortedColumns::cutSlabs(const FloatBoxes& boxes) {
  const std::size_t count = boxes.size();
  const std::vector<float>& lows = boxes.low[axes_[0]];
  const std::vector<float>& highs = boxes.high[axes_[0]];
  std::vector<float> sortedLows(count);
  std::vector<float> sortedHighs(count);
  for (std::size_t i = 0; i < count; ++i) {
    sortedLows[i] = lows[order_[0][i]];
    sortedHighs[i] = highs[order_[0][i]];
  }
  slabCuts_ = cuts(sortedLows, sortedHighs, fewestInSlab(count));
  slabsOf_.resize(count);
  std::uint32_t slab = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const Cells cells = cellsOf<Cells>(slabCuts_, sortedLows[i], sortedHighs[i], slab);
    slabsOf_[order_[0][i]] = cells;
    slab = cells.first;
  }
}

void SortedColumns::fillSlabs() {
  const std::size_t count = slabsOf_.size();
  slabBegins_.assign(slabCuts_.size() + 1, 0);
  entryOf_.resize(count + 1);
  std::size_t entries = 0;
  for (std::size_t i = 0; i < count; ++i) {
    entryOf_[i] = entries;
    entries += slabsOf_[i].last - slabsOf_[i].first + 1;
    for (std::uint32_t slab = slabsOf_[i].first; slab <= slabsOf_[i].last; ++slab) ++slabBegins_[slab];
  }
  accumulate(slabBegins_);
  slabItems_.resize(entries);
  columnsOf_.resize(entries);
  std::vector<std::size_t> ends = slabBegins_;
  for (const std::uint32_t i : order_[1])
    for (std::uint32_t slab = slabsOf_[i].first; slab <= slabsOf_[i].last; ++slab)
      slabItems_[ends[slab]++] = i;
}

void SortedColumns::cutColumns(const FloatBoxes& boxes) {
  const std::size_t slabs = slabCuts_.size();
  const std::vector<float>& lows = boxes.low[axes_[1]];
  const std::vector<float>& highs = boxes.high[axes_[1]];
  std::vector<std::vector<float>> slabColumns(slabs);  // their cuts
  Context quiet;
  parallelChunks(slabs, 1, quiet, [&](std::size_t slab, std::size_t) {
    const std::span<const std::uint32_t> items{slabItems_.data() + slabBegins_[slab],
                                               slabBegins_[slab + 1] - slabBegins_[slab]};
    std::vector<float> sortedLows(items.size());
    std::vector<float> sortedHighs(items.size());
    for (std::size_t i = 0; i < items.size(); ++i) {
      sortedLows[i] = lows[items[i]];
      sortedHighs[i] = highs[items[i]];
    }
    slabColumns[slab] = cuts(sortedLows, sortedHighs, boxesPerColumn);
    std::uint32_t column = 0;
    for (std::size_t i = 0; i < items.size(); ++i) {
      const Cells cells = cellsOf<Cells>(slabColumns[slab], sortedLows[i], sortedHighs[i], column);
      columnsOf_[entryOf_[items[i]] + slab - slabsOf_[items[i]].first] = cells;
      column = cells.first;
    }
  });
  columnCuts_.clear();
  std::vector<std::uint32_t> firstColumn;
  for (std::size_t slab = 0; slab < slabs; ++slab) {
    firstColumn.push_back(static_cast<std::uint32_t>(columnCuts_.size()));
    for (const float cut : slabColumns[slab]) columnCuts_.push_back({slabCuts_[slab], cut});
  }
  for (std::size_t i = 0; i < slabsOf_.size();
       ++i)  // numbers of columns within a slab become numbers among all
    for (std::uint32_t slab = slabsOf_[i].first; slab <= slabsOf_[i].last; ++slab) {
      Cells& cells = columnsOf_[entryOf_[i] + slab - slabsOf_[i].first];
      cells = {cells.first + firstColumn[slab], cells.last + firstColumn[slab]};
    }
}

void SortedColumns::fillColumns() {
  columnBegins_.assign(columnCuts_.size() + 1, 0);
  for (const Cells& cells : columnsOf_)
    for (std::uint32_t column = cells.first; column <= cells.last; ++column) ++columnBegins_[column];
  accumulate(columnBegins_);
  columnItems_.resize(columnBegins_.back());
  std::vector<std::size_t> ends = columnBegins_;
  entryOf_[slabsOf_.size()] = columnsOf_.size();
  for (const std::uint32_t i : order_[2])
    for (std::size_t entry = entryOf_[i]; entry < entryOf_[i + 1]; ++entry)
      for (std::uint32_t column = columnsOf_[entry].first; column <= columnsOf_[entry].last; ++column)
        columnItems_[ends[column]++] = i;
}

void SortedColumns::sweep(const FloatBoxes& boxes, const BoxArrays& exact, PairParts& parts) const {
  constexpr std::size_t columnsPerChunk = 16;
  const std::size_t columns = columnCuts_.size();
  parts.assign((columns + columnsPerChunk - 1) / columnsPerChunk, {});
  Context quiet;
  parallelChunks(columns, columnsPerChunk, quiet, [&](std::size_t begin, std::size_t end) {
    FloatBoxes column;
    for (std::size_t c = begin; c < end; ++c) {
      column.gather(boxes, {columnItems_.data() + columnBegins_[c], columnBegins_[c + 1] - columnBegins_[c]},
                    axes_);
      const OverlapSearch search{column, column, exact, {columnCuts_[c][0], columnCuts_[c][1], -infinity}};
      sweepOverlaps(search, parts[begin / columnsPerChunk]);
    }
  });
}

std::size_t SortedColumns::memoryBytes() const {
  std::size_t bytes = allocatedBytes(slabCuts_) + allocatedBytes(slabsOf_) + allocatedBytes(entryOf_) +
                      allocatedBytes(slabBegins_) + allocatedBytes(slabItems_) + allocatedBytes(columnsOf_) +
                      allocatedBytes(columnCuts_) + allocatedBytes(columnBegins_) +
                      allocatedBytes(columnItems_);
  for (const auto& order : order_) bytes += allocatedBytes(order);
  return bytes;
}

}  // namespace talus
