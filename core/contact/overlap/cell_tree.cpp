#include "contact/overlap/cell_tree.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace talus {

namespace {

constexpr std::size_t fewItems = 12;  // a cell of so few is not split
constexpr int maximumDepth = 30;
constexpr double maximumCopies = 3;  // of an item by one split: with more, lists do not become shorter
constexpr double maximumInAll = 16;  // of an item by all splits, so that memory stays O(n)

}  // namespace

CellTree::CellTree(std::span<const Box> boxes) {
  if (boxes.empty()) return;
  for (const Box& box : boxes) cube_.extend(box);
  cube_.max() = cube_.max().cwiseMax(cube_.min() + Vec3::Constant(cube_.sizes().maxCoeff()));
  Items all(boxes.size());
  std::iota(all.begin(), all.end(), 0U);
  nodes_.resize(1);
  split(0, cube_, boxes, std::move(all), {});
}

CellTree::Parts CellTree::partsOf(std::span<const Box> boxes, const Items& items, const Vec3& middle) {
  Parts parts;
  for (const std::uint32_t item : items)
    for (unsigned left = eighthsOf(boxes[item], middle); left != 0; left &= left - 1)
      parts[static_cast<std::size_t>(std::countr_zero(left))].push_back(item);
  return parts;
}

void CellTree::split(std::size_t node, const Box& cell, std::span<const Box> boxes, Items items,
                     const History& history) {
  if (items.size() <= fewItems || history.depth == maximumDepth) return keep(node, items);
  const Vec3 middle = 0.5 * (cell.min() + cell.max());
  Parts parts = partsOf(boxes, items, middle);
  std::size_t total = 0;
  for (const Items& part : parts) total += part.size();
  const double copies = static_cast<double>(total) / static_cast<double>(items.size());
  if (copies > maximumCopies || copies * history.copies > maximumInAll) return keep(node, items);
  items = {};
  std::size_t child = nodes_.size();
  nodes_[node].first = static_cast<std::uint32_t>(child);
  for (unsigned i = 0; i < 8; ++i)
    if (!parts[i].empty()) nodes_[node].occupied |= static_cast<std::uint8_t>(1U << i);
  nodes_.resize(child + childrenIn_[nodes_[node].occupied]);
  for (unsigned i = 0; i < 8; ++i)
    if (!parts[i].empty())
      split(child++, eighth(cell, middle, i), boxes, std::move(parts[i]),
            {history.depth + 1, history.copies * copies});
}

void CellTree::keep(std::size_t leaf, const Items& items) {
  nodes_[leaf].first = static_cast<std::uint32_t>(items_.size());
  nodes_[leaf].count = static_cast<std::uint32_t>(items.size());
  items_.insert(items_.end(), items.begin(), items.end());
}

}  // namespace talus
