#pragma once

#include <memory>
#include <span>
#include <vector>

#include "contact/search/search_counts.h"
#include "contact/trees/pair_descent.h"

namespace talus {

class SurrogateStream;

/// Finds which triangles of pairs of sibling groups may be near, by the triangle method of the search: bounds
/// for Certified, streamed comparisons or iterations for the reference methods. Keeps its buffers.
class GroupComparison {
 public:
  GroupComparison();
  ~GroupComparison();
  /// The frame must outlive the search; its reach may shrink.
  void begin(const PairFrame& frame, const SieveRule& rule);
  /// One set of pairs for each visit, see visitGroups(); valid until the next call. Adds to `count`.
  std::span<const std::uint64_t> compare(std::span<const GroupPair> visits, LevelCounts& count);

  const PlacedTrees& trees() const { return trees_; }

 private:
  const PairFrame* frame_ = nullptr;
  SieveRule rule_;
  PlacedTrees trees_;
  std::unique_ptr<SurrogateStream> stream_;  // for the reference methods
  std::vector<std::uint64_t> open_;
};

}  // namespace talus
