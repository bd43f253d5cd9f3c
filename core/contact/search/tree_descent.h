#pragma once

#include <vector>

#include "contact/search/fine_pairs.h"
#include "contact/search/group_comparison.h"

namespace talus {

/// Descends both surrogate trees level by level, from the roots to the fine triangles (Noble and Weinzierl,
/// Algorithm 5). Keeps its buffers.
class TreeDescent {
 public:
  /// @param counts an entry for each level is appended. Throws as FinePairs::requireRoom().
  void run(GroupComparison& groups, FinePairs& fine, std::vector<LevelCounts>& counts);

 private:
  void openLevel(GroupComparison& groups, FinePairs& fine, LevelCounts& count);

  std::vector<GroupPair> level_, next_;
};

}  // namespace talus
