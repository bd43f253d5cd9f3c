#include "contact/search/tree_descent.h"

#include <algorithm>

namespace talus {

void TreeDescent::run(GroupComparison& groups, FinePairs& fine, std::vector<LevelCounts>& counts) {
  const PlacedTrees& trees = groups.trees();
  level_.assign(1, {0, 0, filledLanes(trees.groupsA[0]), filledLanes(trees.groupsB[0])});
  while (!level_.empty() && !fine.done()) {
    next_.clear();
    openLevel(groups, fine, counts.emplace_back());
    level_.swap(next_);
  }
}

// In chunks, as the reach may shrink from one to the next.
void TreeDescent::openLevel(GroupComparison& groups, FinePairs& fine, LevelCounts& count) {
  constexpr std::size_t visitsPerChunk = 64;
  const PlacedTrees& trees = groups.trees();
  for (std::size_t begin = 0; begin < level_.size() && !fine.done(); begin += visitsPerChunk) {
    const auto visits = std::span(level_).subspan(begin, std::min(visitsPerChunk, level_.size() - begin));
    const auto open = groups.compare(visits, count);
    for (std::size_t n = 0; n < visits.size(); ++n) {
      if (open[n] == 0) continue;
      if (trees.groupsA[visits[n].a].leaf != 0 && trees.groupsB[visits[n].b].leaf != 0)
        fine.push(visits[n], open[n]);
      else
        openPairs(trees, visits[n], open[n], next_);
    }
    fine.requireRoom(next_.size());
  }
}

}  // namespace talus
