#include "contact/search/flat_search.h"

namespace talus {

void FlatSearch::run(const PairFrame& frame, GroupComparison& groups, FinePairs& fine,
                     std::vector<LevelCounts>& counts) {
  const auto groupsA = frame.a->tree().groups(), groupsB = frame.b->tree().groups();
  LevelCounts& count = counts.emplace_back();
  for (std::size_t i = 0; i < groupsA.size() && !fine.done(); ++i) {
    if (groupsA[i].leaf == 0) continue;
    visits_.clear();
    for (std::size_t j = 0; j < groupsB.size(); ++j)
      if (groupsB[j].leaf != 0)
        visits_.push_back(
            {static_cast<Index>(i), static_cast<Index>(j), filledLanes(groupsA[i]), filledLanes(groupsB[j])});
    const auto open = groups.compare(visits_, count);
    for (std::size_t n = 0; n < visits_.size(); ++n)
      if (open[n] != 0) fine.push(visits_[n], open[n]);
    fine.requireRoom();
  }
}

}  // namespace talus
