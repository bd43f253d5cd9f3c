#include "reference/broadphase/octree.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/parallel.h"
#include "broadphase/overlap_kernel.h"

namespace talus {

namespace {

constexpr std::size_t leafSize = 32;
constexpr int maximumDepth = 48;  // two floats of a cell are then neighbours

// A bit for each octant that a box touches. Bit k of an octant's number is set if it is the upper half along
// axis k.
std::uint32_t octants(const FloatBoxes& boxes, std::uint32_t box, const std::array<float, 3>& middle) {
  constexpr std::array<std::uint32_t, 3> lowerOctants{0x55, 0x33, 0x0F};
  std::uint32_t met = 0xFF;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::uint32_t lower = boxes.low[axis][box] < middle[axis] ? lowerOctants[axis] : 0;
    const std::uint32_t upper = boxes.high[axis][box] >= middle[axis] ? 0xFF ^ lowerOctants[axis] : 0;
    met &= lower | upper;
  }
  return met;
}

}  // namespace

std::array<float, 3> Octree::Cell::middle() const {
  return {low[0] / 2 + high[0] / 2, low[1] / 2 + high[1] / 2, low[2] / 2 + high[2] / 2};
}

Octree::Cell Octree::Cell::child(std::size_t octant) const {
  const std::array<float, 3> at = middle();
  Cell cell = *this;
  for (std::size_t axis = 0; axis < 3; ++axis)
    ((octant >> axis & 1) != 0 ? cell.low : cell.high)[axis] = at[axis];
  return cell;
}

void Octree::search(const BoxArrays& boxes) {
  floats_.assign(boxes, FloatFrame(boxes));
  build();
  constexpr std::size_t nodesPerChunk = 64;
  PairParts parts((nodes_.size() + nodesPerChunk - 1) / nodesPerChunk);
  Context quiet;
  parallelChunks(nodes_.size(), nodesPerChunk, quiet, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      if (nodes_[i].leaf) searchLeaf(nodes_[i], boxes, parts[begin / nodesPerChunk]);
  });
  replacePairs(parts, boxes.size());
}

void Octree::build() {
  nodes_.clear();
  items_.clear();
  stack_.resize(floats_.size());
  std::iota(stack_.begin(), stack_.end(), 0U);
  Cell root{};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    float low = std::numeric_limits<float>::max();
    float high = -low;
    for (std::size_t i = 0; i < floats_.size(); ++i)
      for (const float x : {floats_.low[axis][i], floats_.high[axis][i]})
        if (std::isfinite(x)) {
          low = std::min(low, x);
          high = std::max(high, x);
        }
    root.low[axis] = low;
    root.high[axis] = high;
  }
  nodes_.push_back({root, 0, 0, true});
  grow(0, 0, 0);
}

void Octree::grow(std::size_t node, std::size_t begin, int depth) {
  const Cell cell = nodes_[node].cell;
  const std::size_t end = stack_.size();
  if (end - begin <= leafSize || depth == maximumDepth || !splitPays(cell, begin)) {
    makeLeaf(nodes_[node], begin);
    return;
  }
  const std::array<float, 3> middle = cell.middle();
  std::array<std::size_t, 8> begins{};
  for (std::size_t octant = 0; octant < 8; ++octant) {
    begins[octant] = stack_.size();
    for (std::size_t i = begin; i < end; ++i)
      if ((octants(floats_, stack_[i], middle) >> octant & 1) != 0) stack_.push_back(stack_[i]);
  }
  const std::size_t first = nodes_.size();
  nodes_[node].first = static_cast<std::uint32_t>(first);
  nodes_[node].leaf = false;
  std::array<std::size_t, 8> children{};
  for (std::size_t octant = 0; octant < 8; ++octant) {
    const std::size_t childEnd = octant < 7 ? begins[octant + 1] : stack_.size();
    if (childEnd == begins[octant]) continue;
    children[octant] = nodes_.size();
    nodes_.push_back({cell.child(octant), 0, 0, true});
  }
  nodes_[node].count = static_cast<std::uint32_t>(nodes_.size() - first);
  for (std::size_t octant = 8; octant-- > 0;) {  // the last child's items are the last of the stack
    if (children[octant] != 0) grow(children[octant], begins[octant], depth + 1);
    stack_.resize(begins[octant]);
  }
}

// Whether the children together have clearly fewer pairs to compare than the cell. Also if no box is in two
// children: a child that gets all boxes is divided further.
bool Octree::splitPays(const Cell& cell, std::size_t begin) const {
  const std::array<float, 3> middle = cell.middle();
  std::array<std::size_t, 8> counts{};
  for (std::size_t i = begin; i < stack_.size(); ++i) {
    const std::uint32_t met = octants(floats_, stack_[i], middle);
    for (std::size_t octant = 0; octant < 8; ++octant) counts[octant] += met >> octant & 1;
  }
  const auto count = static_cast<double>(stack_.size() - begin);
  double pairs = 0;
  double sum = 0;
  for (const std::size_t n : counts) {
    pairs += static_cast<double>(n) * static_cast<double>(n);
    sum += static_cast<double>(n);
  }
  constexpr double worthWhile = 0.7;
  return sum == count || pairs < worthWhile * count * count;
}

void Octree::makeLeaf(Node& node, std::size_t begin) {
  node.first = static_cast<std::uint32_t>(items_.size());
  node.count = static_cast<std::uint32_t>(stack_.size() - begin);
  items_.insert(items_.end(), stack_.begin() + static_cast<std::ptrdiff_t>(begin), stack_.end());
}

void Octree::searchLeaf(const Node& node, const BoxArrays& boxes, std::vector<BodyPair>& found) const {
  thread_local FloatBoxes leaf;
  leaf.gather(floats_, {items_.data() + node.first, node.count}, {0, 1, 2});
  thread_local std::vector<OverlapTask> tasks;
  tasks.clear();
  for (std::uint32_t i = 0; i + 1 < node.count; ++i) tasks.push_back({i, i + 1, node.count});
  OverlapSearch search{leaf, leaf, boxes};
  for (std::size_t axis = 0; axis < 3; ++axis)  // nothing lies before the outermost cells
    if (node.cell.low[axis] > nodes_.front().cell.low[axis]) search.origin[axis] = node.cell.low[axis];
  findOverlaps(search, tasks, found);
}

std::size_t Octree::methodBytes() const {
  return floats_.memoryBytes() + allocatedBytes(nodes_) + allocatedBytes(items_) + allocatedBytes(stack_);
}

}  // namespace talus
