#include "geometry/mesh/box_tree.h"

#include <algorithm>
#include <cmath>

namespace talus {

// The centre of an item's box, stored together with the item's number, so that splitting reads memory
// sequentially.
struct BoxTree::Centre {
  Vec3 at;
  Index item;

  Centre(const Box& box, Index number) : at(0.5 * box.min() + 0.5 * box.max()), item(number) {
    for (double& coordinate : at)
      if (!std::isfinite(coordinate)) coordinate = 0;  // a box may be infinite
  }
};

BoxTree::BoxTree(std::span<const Box> boxes) {
  if (boxes.empty()) return;
  std::vector<Centre> centres;
  centres.reserve(boxes.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) centres.emplace_back(boxes[i], static_cast<Index>(i));
  nodes_.reserve(2 * (boxes.size() / leafSize + 1));
  build(boxes, centres, 0, boxes.size());
  items_.reserve(boxes.size());
  itemBoxes_.reserve(boxes.size());
  for (const Centre& centre : centres) {
    items_.push_back(centre.item);
    itemBoxes_.push_back(boxes[static_cast<std::size_t>(centre.item)]);
  }
}

// Splits at the median of the centres along the axis of their largest extent. Ties are broken by number, so
// that the tree is the same on every machine.
void BoxTree::build(std::span<const Box> boxes, std::span<Centre> centres, std::size_t begin,
                    std::size_t end) {
  const std::size_t at = nodes_.size();
  nodes_.emplace_back();
  const auto mine = centres.subspan(begin, end - begin);
  if (mine.size() <= leafSize) {
    for (const Centre& centre : mine) nodes_[at].box.extend(boxes[static_cast<std::size_t>(centre.item)]);
    nodes_[at].first = static_cast<Index>(begin);
    nodes_[at].count = static_cast<Index>(mine.size());
    return;
  }
  Box spread;
  for (const Centre& centre : mine) spread.extend(centre.at);
  Eigen::Index axis = 0;
  spread.sizes().maxCoeff(&axis);
  const std::size_t half = mine.size() / 2;
  std::nth_element(mine.begin(), mine.begin() + static_cast<std::ptrdiff_t>(half), mine.end(),
                   [axis](const Centre& a, const Centre& b) {
                     return a.at[axis] != b.at[axis] ? a.at[axis] < b.at[axis] : a.item < b.item;
                   });
  build(boxes, centres, begin, begin + half);
  const std::size_t right = nodes_.size();
  build(boxes, centres, begin + half, end);
  nodes_[at].right = static_cast<Index>(right);
  nodes_[at].box = nodes_[at + 1].box.merged(nodes_[right].box);
}

std::array<BoxTree::WaitingPair, 2> BoxTree::halves(const BoxTree& other, const WaitingPair& pair) const {
  const Node& a = nodes_[static_cast<std::size_t>(pair.a)];
  const Node& b = other.nodes_[static_cast<std::size_t>(pair.b)];
  const bool ofThis =
      a.count == 0 && (b.count > 0 || a.box.sizes().squaredNorm() >= b.box.sizes().squaredNorm());
  const auto box = [](const BoxTree& tree, Index node) -> const Box& {
    return tree.nodes_[static_cast<std::size_t>(node)].box;
  };
  if (ofThis)
    return {{{pair.a + 1, pair.b, squaredDistance(box(*this, pair.a + 1), b.box)},
             {a.right, pair.b, squaredDistance(box(*this, a.right), b.box)}}};
  return {{{pair.a, pair.b + 1, squaredDistance(a.box, box(other, pair.b + 1))},
           {pair.a, b.right, squaredDistance(a.box, box(other, b.right))}}};
}

}  // namespace talus
