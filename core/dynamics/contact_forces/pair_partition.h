#pragma once

#include <span>
#include <vector>

#include "broadphase/body_pairs.h"

namespace talus {

/// Consecutive pairs as blocks, each of which one thread computes.
class PairPartition {
 public:
  /// @param pairs sorted; must last as long as the blocks are used. @param maximum pairs of a block.
  /// @param byBodies a block has the pairs of some bodies with those that follow, so that where pairs come or
  /// go all other blocks keep theirs.
  void divide(std::span<const BodyPair> pairs, std::size_t maximum, bool byBodies);

  std::size_t size() const { return begins_.size() - 1; }
  /// The pairs of a block.
  std::span<const BodyPair> operator[](std::size_t block) const { return of(block, pairs_); }
  /// Those of a block among items of all pairs.
  template <class Item>
  std::span<Item> of(std::size_t block, std::span<Item> all) const {
    return all.subspan(begins_[block], begins_[block + 1] - begins_[block]);
  }

 private:
  std::vector<std::size_t> begins_{0};  // of blocks, and the end of the last one
  std::span<const BodyPair> pairs_;
};

}  // namespace talus
