#include "geometry/check/box_blocks.h"

#include <algorithm>

#include "base/large_array.h"

namespace talus {

namespace {

constexpr std::size_t boxesAtOnce = 8;  // boxHits() may read so many

}  // namespace

// Stored with its item's number, so that splitting reads memory sequentially.
struct BoxBlocks::Centre {
  Vec3 at;
  Index item;
};

BoxBlocks::BoxBlocks(std::span<const Box> boxes) {
  LargeArray<Centre> all(boxes.size());
  std::size_t count = 0;
  for (std::size_t i = 0; i < boxes.size(); ++i)
    if (!boxes[i].isEmpty())
      all[count++] = {0.5 * boxes[i].min() + 0.5 * boxes[i].max(), static_cast<Index>(i)};
  if (count == 0) return;
  const std::span<Centre> centres(all.data(), count);
  items_.reserve(centres.size());
  for (std::size_t axis = 0; axis < 3; ++axis) {
    low_[axis].reserve(centres.size() + boxesAtOnce);
    high_[axis].reserve(centres.size() + boxesAtOnce);
  }
  build(boxes, centres, 0);
  blockBegin_.push_back(centres.size());
  for (auto* sides : {&low_, &high_})
    for (std::vector<double>& side : *sides) side.resize(centres.size() + boxesAtOnce, 0.0);
}

namespace {

// Divides items about the middle of some of them, or of all if that is far from the middle. Ties are broken
// by number, so that the order is the same on every machine. @return how many are in the first part.
template <class Item>
std::size_t divide(std::span<Item> items, Eigen::Index axis) {
  const auto precedes = [axis](const Item& a, const Item& b) {
    return a.at[axis] != b.at[axis] ? a.at[axis] < b.at[axis] : a.item < b.item;
  };
  constexpr std::size_t samples = 31;
  if (items.size() > 8 * samples) {
    std::array<Item, samples> some;
    for (std::size_t i = 0; i < samples; ++i) some[i] = items[(2 * i + 1) * items.size() / (2 * samples)];
    std::nth_element(some.begin(), some.begin() + samples / 2, some.end(), precedes);
    const Item middle = some[samples / 2];
    const auto end =
        std::partition(items.begin(), items.end(), [&](const Item& item) { return precedes(item, middle); });
    const auto count = static_cast<std::size_t>(end - items.begin());
    if (4 * count >= items.size() && 4 * count <= 3 * items.size()) return count;
  }
  const std::size_t half = items.size() / 2;
  std::nth_element(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(half), items.end(), precedes);
  return half;
}

}  // namespace

void BoxBlocks::build(std::span<const Box> boxes, std::span<Centre> centres, std::size_t begin) {
  const std::size_t at = nodes_.size();
  nodes_.emplace_back();
  if (centres.size() <= maximumSize) return addBlock(boxes, centres, begin);
  Box spread;
  for (const Centre& centre : centres) spread.extend(centre.at);
  Eigen::Index axis = 0;
  spread.sizes().maxCoeff(&axis);
  const std::size_t half = divide(centres, axis);
  build(boxes, centres.first(half), begin);
  const std::size_t right = nodes_.size();
  build(boxes, centres.subspan(half), begin + half);
  nodes_[at].right = right;
  nodes_[at].lastBlock = nodes_[right].lastBlock;
  nodes_[at].box = nodes_[at + 1].box.merged(nodes_[right].box);
}

// For the last node.
void BoxBlocks::addBlock(std::span<const Box> boxes, std::span<const Centre> centres, std::size_t begin) {
  Node& node = nodes_.back();
  node.lastBlock = blockBegin_.size();
  nodeOf_.push_back(nodes_.size() - 1);
  blockBegin_.push_back(begin);
  for (const Centre& centre : centres) {
    const Box& box = boxes[static_cast<std::size_t>(centre.item)];
    node.box.extend(box);
    items_.push_back(centre.item);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      low_[axis].push_back(box.min()[static_cast<Eigen::Index>(axis)]);
      high_[axis].push_back(box.max()[static_cast<Eigen::Index>(axis)]);
    }
  }
}

}  // namespace talus
