#pragma once

#include <memory>
#include <span>
#include <vector>

#include "contact/search/search_counts.h"
#include "contact/trees/pair_descent.h"
#include "contact/trees/triangle_method.h"

namespace talus {

/// Finds which triangles of pairs of sibling groups may be near, by bounds for Certified, by a
/// TriangleMethod for others. Keeps its buffers.
class GroupComparison {
 public:
  /// The frame must outlive the search; its reach may shrink.
  void begin(const PairFrame& frame, const SieveRule& rule);
  /// One set of pairs for each visit, see visitGroups(); valid until the next call. Adds to `count`.
  std::span<const std::uint64_t> compare(std::span<const GroupPair> visits, LevelCounts& count);

  const PlacedTrees& trees() const { return trees_; }

 private:
  const PairFrame* frame_ = nullptr;
  SieveRule rule_;
  PlacedTrees trees_;
  std::unique_ptr<TriangleMethod> method_;  // null for Certified
  std::vector<std::uint64_t> open_;
};

}  // namespace talus
