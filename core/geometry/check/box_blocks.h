#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/types.h"
#include "geometry/check/box_hits.h"

namespace talus {

/// Boxes sorted into blocks of near ones, for the pairs of them that intersect. Blocks meet in a tree, and
/// the boxes of two blocks that do are compared one by one, in arrays: for all pairs of a set that is a few
/// times as fast as a query of BoxTree for each box.
///
/// Build O(n log n), about 0.15 µs a box; 60 bytes a box. Immutable afterwards.
class BoxBlocks {
 public:
  static constexpr std::size_t maximumSize = 32;  ///< boxes of a block

  BoxBlocks() = default;
  /// @param boxes empty ones intersect nothing. The others are finite.
  explicit BoxBlocks(std::span<const Box> boxes);

  /// How many boxes precede those of a block.
  std::size_t beginOf(std::size_t block) const { return blockBegin_[block]; }
  std::size_t blockCount() const { return blockBegin_.empty() ? 0 : blockBegin_.size() - 1; }
  /// Calls visit(i, j) for the pairs of boxes of a block, or of one of it and one of a later block, that
  /// intersect (closed): over all blocks each pair once. @param enter called for each i of the block before
  /// its pairs; false skips them.
  template <class Enter, class Visit>
  void forEachPairOf(std::size_t block, const Enter& enter, const Visit& visit) const;
  /// Calls visit(i) for the boxes that intersect another box.
  template <class Visit>
  void forEachIn(const Box& box, const Visit& visit) const;

 private:
  // The left child follows its parent directly; `right` is the other one, 0 in a leaf, which is a block.
  struct Node {
    Box box;
    std::size_t right = 0;
    std::size_t lastBlock = 0;
  };
  struct Centre;
  static constexpr std::size_t maximumDepth = 128;  // far more than 2^31 boxes need

  void build(std::span<const Box> boxes, std::span<Centre> centres, std::size_t begin);
  void addBlock(std::span<const Box> boxes, std::span<const Centre> centres, std::size_t begin);
  /// Calls visit(node) for the blocks that a box intersects, from a block on.
  template <class Visit>
  void forEachBlock(const Box& box, std::size_t from, const Visit& visit) const;
  Box boxAt(std::size_t place) const {
    return {Vec3(low_[0][place], low_[1][place], low_[2][place]),
            Vec3(high_[0][place], high_[1][place], high_[2][place])};
  }
  /// Calls visit(place) for the boxes from one place to another that intersect a box.
  template <class Visit>
  void forEachOf(const Box& box, std::size_t begin, std::size_t end, const Visit& visit) const;

  std::vector<Node> nodes_;
  std::vector<std::size_t> nodeOf_;                // of each block
  std::vector<std::size_t> blockBegin_;            // the first place of each block, and the end
  std::vector<Index> items_;                       // by place
  std::array<std::vector<double>, 3> low_, high_;  // by place, with some more values at the end
};

template <class Visit>
void BoxBlocks::forEachBlock(const Box& box, std::size_t from, const Visit& visit) const {
  if (nodes_.empty()) return;
  std::size_t stack[maximumDepth];
  std::size_t top = 0;
  stack[top++] = 0;
  while (top > 0) {
    const std::size_t at = stack[--top];
    const Node& node = nodes_[at];
    if (node.lastBlock < from || !node.box.intersects(box)) continue;
    if (node.right == 0) {
      visit(node);
      continue;
    }
    stack[top++] = node.right;
    stack[top++] = at + 1;
  }
}

template <class Visit>
void BoxBlocks::forEachOf(const Box& box, std::size_t begin, std::size_t end, const Visit& visit) const {
  const auto from = [begin](const auto& sides) {
    return std::array<const double*, 3>{sides[0].data() + begin, sides[1].data() + begin,
                                        sides[2].data() + begin};
  };
  std::uint32_t hits = boxHits(box, from(low_), from(high_), end - begin);
  for (; hits != 0; hits &= hits - 1) visit(begin + static_cast<std::size_t>(std::countr_zero(hits)));
}

template <class Enter, class Visit>
void BoxBlocks::forEachPairOf(std::size_t block, const Enter& enter, const Visit& visit) const {
  const Node& own = nodes_[nodeOf_[block]];
  std::vector<const Node*> near;
  forEachBlock(own.box, block + 1, [&](const Node& node) { near.push_back(&node); });
  for (std::size_t place = blockBegin_[block]; place < blockBegin_[block + 1]; ++place) {
    const Index item = items_[place];
    if (!enter(item)) continue;
    const Box box = boxAt(place);
    const auto visitAt = [&](std::size_t other) { visit(item, items_[other]); };
    forEachOf(box, place + 1, blockBegin_[block + 1], visitAt);
    for (const Node* node : near)
      if (node->box.intersects(box))
        forEachOf(box, blockBegin_[node->lastBlock], blockBegin_[node->lastBlock + 1], visitAt);
  }
}

template <class Visit>
void BoxBlocks::forEachIn(const Box& box, const Visit& visit) const {
  forEachBlock(box, 0, [&](const Node& node) {
    forEachOf(box, blockBegin_[node.lastBlock], blockBegin_[node.lastBlock + 1],
              [&](std::size_t place) { visit(items_[place]); });
  });
}

}  // namespace talus
