#pragma once

#include <span>
#include <vector>

#include "contact/search/pair_descent.h"
#include "contact/search/search_counts.h"
#include "contact/search/surrogate_stream.h"

namespace talus {

/// Finds which triangles of pairs of sibling groups may be near, by the triangle method of the search: bounds
/// for Certified, streamed comparisons or iterations for the reference methods. Keeps its buffers.
class GroupComparison {
 public:
  /// The frame must stay; its reach may shrink.
  void begin(const PairFrame& frame, const SieveRule& rule);
  /// One set of pairs for each visit, see visitGroups(); valid until the next call. Adds to `count`.
  std::span<const std::uint64_t> compare(std::span<const GroupPair> visits, LevelCounts& count);

  const PlacedTrees& trees() const { return trees_; }

 private:
  SurrogateStream stream_;  // aligned: first
  const PairFrame* frame_ = nullptr;
  SieveRule rule_;
  PlacedTrees trees_;
  std::vector<std::uint64_t> open_;
};

}  // namespace talus
