#pragma once

#include <vector>

#include "contact/search/fine_pairs.h"
#include "contact/search/group_comparison.h"

namespace talus {

/// All pairs of fine triangles, without surrogates. Keeps its buffer. O(product of the triangle counts).
class FlatSearch {
 public:
  /// @param counts one entry is appended. Throws as FinePairs::requireRoom().
  void run(const PairFrame& frame, GroupComparison& groups, FinePairs& fine,
           std::vector<LevelCounts>& counts);

 private:
  std::vector<GroupPair> visits_;
};

}  // namespace talus
