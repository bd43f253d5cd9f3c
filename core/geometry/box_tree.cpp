#include "geometry/box_tree.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace talus {

BoxTree::BoxTree(std::span<const Box> boxes) : items_(boxes.size()) {
  if (boxes.empty()) return;
  std::iota(items_.begin(), items_.end(), Index{0});
  nodes_.reserve(2 * (boxes.size() / leafSize + 1));
  build(boxes, 0, boxes.size());
  itemBoxes_.reserve(boxes.size());
  for (const Index item : items_) itemBoxes_.push_back(boxes[static_cast<std::size_t>(item)]);
}

void BoxTree::build(std::span<const Box> boxes, std::size_t begin, std::size_t end) {
  const std::size_t at = nodes_.size();
  nodes_.emplace_back();
  for (std::size_t i = begin; i < end; ++i) nodes_[at].box.extend(boxes[static_cast<std::size_t>(items_[i])]);
  if (end - begin <= leafSize) {
    nodes_[at].first = static_cast<Index>(begin);
    nodes_[at].count = static_cast<Index>(end - begin);
    return;
  }
  const std::size_t middle = begin + halve(boxes, std::span(items_).subspan(begin, end - begin));
  build(boxes, begin, middle);
  nodes_[at].right = static_cast<Index>(nodes_.size());
  build(boxes, middle, end);
}

// Splits the items at the median of their centres along the axis in which the centres spread most. Ties are
// broken by number so that the tree is the same on every machine.
std::size_t BoxTree::halve(std::span<const Box> boxes, std::span<Index> items) {
  const auto centre = [&boxes](Index item, Eigen::Index axis) {
    const Box& box = boxes[static_cast<std::size_t>(item)];
    const double middle = 0.5 * box.min()[axis] + 0.5 * box.max()[axis];
    return std::isfinite(middle) ? middle : 0.0;  // a box may be infinite
  };
  Box centres;
  for (const Index item : items) centres.extend(Vec3(centre(item, 0), centre(item, 1), centre(item, 2)));
  Eigen::Index axis = 0;
  centres.sizes().maxCoeff(&axis);
  const auto middle = items.begin() + static_cast<std::ptrdiff_t>(items.size() / 2);
  std::nth_element(items.begin(), middle, items.end(), [&](Index i, Index j) {
    const double ci = centre(i, axis);
    const double cj = centre(j, axis);
    return ci != cj ? ci < cj : i < j;
  });
  return items.size() / 2;
}

}  // namespace talus
