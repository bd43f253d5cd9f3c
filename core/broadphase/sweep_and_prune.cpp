#include "broadphase/sweep_and_prune.h"

#include <algorithm>
#include <atomic>
#include <tuple>

#include "base/parallel.h"

namespace talus {

namespace {

constexpr int longestPause = 15;
// Comparing so many added boxes with all takes less time than a new search, for any number of boxes.
constexpr std::size_t maximumAdded = 500;

std::uint32_t tagOf(Index body, std::uint32_t isHigh) {
  return static_cast<std::uint32_t>(body) * 2 + isHigh;
}

}  // namespace

void SweepAndPrune::search(const BoxArrays& boxes) {
  const bool moved = takeBoxes(boxes);
  takePopulation(boxes);
  work_.searchedAnew = false;
  if (!moved && added_.empty() && removed_.empty()) return;
  if (!listsValid_ || added_.size() > maximumAdded) return searchAnew(boxes);

  std::vector<BodyPair> begun;
  std::vector<BodyPair> ended;
  removeBodies(ended);
  if (!sortLists(boxes, begun, ended)) {
    backOff_ = std::min(2 * backOff_ + 1, longestPause);
    pause_ = backOff_;
    return searchAnew(boxes);
  }
  backOff_ = 0;
  addBodies(boxes, begun);
  changePairs(begun, ended);
}

// Interleaves the ends of each box. @return whether any differs from the previous step.
bool SweepAndPrune::takeBoxes(const BoxArrays& boxes) {
  const std::size_t count = boxes.size();
  for (auto& ends : ends_) ends.resize(2 * count);
  std::atomic<bool> moved{false};
  Context quiet;
  parallelChunks(count, boxesPerChunk, quiet, [&](std::size_t begin, std::size_t end) {
    int differ = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double* const low = boxes.low[axis].data();
      const double* const high = boxes.high[axis].data();
      double* const ends = ends_[axis].data();
      for (std::size_t i = begin; i < end; ++i) {
        differ |= static_cast<int>(ends[2 * i] != low[i]) | static_cast<int>(ends[2 * i + 1] != high[i]);
        ends[2 * i] = low[i];
        ends[2 * i + 1] = high[i];
      }
    }
    if (differ != 0) moved.store(true, std::memory_order_relaxed);
  });
  return moved;
}

// Lists the bodies that were added and removed.
void SweepAndPrune::takePopulation(const BoxArrays& boxes) {
  added_.clear();
  removed_.clear();
  const std::size_t count = boxes.size();
  for (std::size_t i = count; i < present_.size(); ++i)
    if (present_[i] != 0) removed_.push_back(static_cast<Index>(i));
  present_.resize(count, 0);
  for (std::size_t i = 0; i < count; ++i) {
    const bool present = !boxes.empty(i);
    if (present == (present_[i] != 0)) continue;
    (present ? added_ : removed_).push_back(static_cast<Index>(i));
    present_[i] = static_cast<std::uint8_t>(present);
  }
}

void SweepAndPrune::searchAnew(const BoxArrays& boxes) {
  work_.searchedAnew = true;
  std::vector<BodyPair> found;
  search_.find(boxes, found);
  replaceSortedPairs(found);
  listsValid_ = pause_ == 0;
  if (pause_ > 0) {
    --pause_;
    return;
  }
  frame_ = FloatFrame(boxes);
  packBoxes(boxes, frame_, now_);
  buildLists();
}

void SweepAndPrune::buildLists() {
  Context quiet;
  parallelChunks(3, 1, quiet, [&](std::size_t axis, std::size_t) {
    EndpointList& list = lists_[axis];
    list.tags.clear();
    for (const std::uint32_t isHigh : {0U, 1U})  // the order of equal values; the sort is stable
      for (std::size_t i = 0; i < present_.size(); ++i)
        if (present_[i] != 0) list.tags.push_back(tagOf(static_cast<Index>(i), isHigh));
    list.values.resize(list.tags.size());
    for (std::size_t i = 0; i < list.tags.size(); ++i) list.values[i] = ends_[axis][list.tags[i]];
    radixSort(list.values, list.tags);
  });
}

void SweepAndPrune::removeBodies(std::vector<BodyPair>& ended) {
  if (removed_.empty()) return;
  const auto gone = [this](Index body) {
    return static_cast<std::size_t>(body) >= present_.size() || present_[static_cast<std::size_t>(body)] == 0;
  };
  for (const BodyPair& pair : pairs())
    if (gone(pair.first) || gone(pair.second)) ended.push_back(pair);
  for (EndpointList& list : lists_) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < list.tags.size(); ++i) {
      if (gone(static_cast<Index>(list.tags[i] >> 1))) continue;
      list.values[kept] = list.values[i];
      list.tags[kept++] = list.tags[i];
    }
    list.values.resize(kept);
    list.tags.resize(kept);
  }
}

// @return false if the lists are too far from the new order.
bool SweepAndPrune::sortLists(const BoxArrays& boxes, std::vector<BodyPair>& begun,
                              std::vector<BodyPair>& ended) {
  before_.swap(now_);
  packBoxes(boxes, frame_, now_);
  std::array<EndpointSort, 3> sorts;
  Context quiet;
  parallelChunks(3, 1, quiet, [&](std::size_t axis, std::size_t) {
    EndpointSort& sort = sorts[axis];
    sort.values = lists_[axis].values;
    sort.tags = lists_[axis].tags;
    sort.ends = ends_[axis].data();
    sort.before = before_.data();
    sort.now = now_.data();
    sort.maximumSwaps = maximumSwapsPerBox * static_cast<std::int64_t>(boxes.size()) / 2;
    sortEndpoints(sort);
  });
  bool finished = true;
  for (const EndpointSort& sort : sorts) {
    finished = finished && sort.finished;
    work_.swaps += sort.swaps;
    for (const BodyPair& pair : sort.begun)
      if (boxes.overlap(static_cast<std::size_t>(pair.first), static_cast<std::size_t>(pair.second)))
        begun.push_back(pair);
    for (const BodyPair& pair : sort.ended)
      if (std::binary_search(pairs().begin(), pairs().end(), pair)) ended.push_back(pair);
  }
  return finished;
}

void SweepAndPrune::addBodies(const BoxArrays& boxes, std::vector<BodyPair>& begun) {
  if (added_.empty()) return;
  for (std::size_t axis = 0; axis < 3; ++axis) mergeEndpoints(axis);
  FloatBoxes floats;
  floats.assign(boxes, frame_);
  std::vector<std::uint32_t> places;
  for (const Index body : added_)
    places.push_back(static_cast<std::uint32_t>(
        std::lower_bound(floats.body.begin(), floats.body.end(), body) - floats.body.begin()));
  PairParts parts;
  searchAmongAll(floats, places, boxes, parts);
  for (const auto& part : parts) begun.insert(begun.end(), part.begin(), part.end());
}

// Merges the ends of the added bodies into a sorted list, starting at its end.
void SweepAndPrune::mergeEndpoints(std::size_t axis) {
  EndpointList& list = lists_[axis];
  const std::vector<double>& ends = ends_[axis];
  const auto before = [&](std::uint32_t a, std::uint32_t b) {
    return std::tuple(ends[a], a & 1, a) < std::tuple(ends[b], b & 1, b);
  };
  std::vector<std::uint32_t> tags;
  for (const Index body : added_)
    for (const std::uint32_t isHigh : {0U, 1U}) tags.push_back(tagOf(body, isHigh));
  std::sort(tags.begin(), tags.end(), before);

  std::size_t old = list.tags.size();
  list.tags.resize(old + tags.size());
  list.values.resize(list.tags.size());
  for (std::size_t to = list.tags.size(); !tags.empty();) {
    --to;
    if (old > 0 && before(tags.back(), list.tags[old - 1])) {
      list.tags[to] = list.tags[--old];
    } else {
      list.tags[to] = tags.back();
      tags.pop_back();
    }
    list.values[to] = ends[list.tags[to]];
  }
}

std::size_t SweepAndPrune::methodBytes() const {
  std::size_t bytes = allocatedBytes(before_) + allocatedBytes(now_) + allocatedBytes(present_) +
                      allocatedBytes(added_) + allocatedBytes(removed_) + search_.memoryBytes();
  for (std::size_t axis = 0; axis < 3; ++axis)
    bytes +=
        allocatedBytes(ends_[axis]) + allocatedBytes(lists_[axis].values) + allocatedBytes(lists_[axis].tags);
  return bytes;
}

}  // namespace talus
