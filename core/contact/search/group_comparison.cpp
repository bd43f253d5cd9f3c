#include "contact/search/group_comparison.h"

#include <algorithm>

namespace talus {

void GroupComparison::begin(const PairFrame& frame, const SieveRule& rule) {
  frame_ = &frame;
  rule_ = rule;
  trees_ = placedTrees(frame);
}

std::span<const std::uint64_t> GroupComparison::compare(std::span<const GroupPair> visits,
                                                        LevelCounts& count) {
  trees_.reach = searchReach(*frame_);
  open_.resize(std::max(open_.size(), visits.size()));
  count.visits += static_cast<std::int64_t>(visits.size());
  if (rule_.method == TrianglePairMethod::Certified) {
    const VisitCounts compared = visitGroups(trees_, visits, open_);
    count.spheres += compared.spheres;
    count.comparisons += compared.triangles;
  } else {
    if (!method_) method_ = addedTriangleMethods().at(rule_.method)();
    count.comparisons += method_->open(trees_, *frame_, rule_, visits, open_);
  }
  return std::span(open_).first(visits.size());
}

}  // namespace talus
