#include "geometry/distance/distance_kernel.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "geometry/distance/distance_kernel.cpp"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h: this file is compiled once per instruction set.
#include "base/lane_code-inl.h"
#include "geometry/distance/frame_lanes-inl.h"
#include "geometry/distance/tree_walk-inl.h"

HWY_BEFORE_NAMESPACE();
TALUS_BEGIN_LANE_CODE;

float collectNearHere(const DistanceTree& tree, const DistanceQuery& query,
                      std::vector<NearCandidate>& candidates) {
  const LeafTag d;
  candidates.clear();
  float bound = query.bound, reach = bound + 2 * query.margin;
  TreeWalk walk(tree, query.point, {0, 0, 0});
  walk(reach, [&](Index number) {
    const DistanceTree::Leaf& leaf = tree.leaves[static_cast<std::size_t>(number)];
    alignas(64) float distance[DistanceTree::width];
    for (std::size_t at = 0; at < DistanceTree::width; at += hn::Lanes(d))
      hn::Store(hn::Sqrt(squaredDistance(d, inFrame(d, rowsOf(d, leaf, at), walk.box().middle))), d,
                distance + at);
    bound = std::min(bound, *std::min_element(distance, distance + DistanceTree::width));
    reach = bound + 2 * query.margin;
    for (std::size_t i = 0; i < static_cast<std::size_t>(leaf.count); ++i)
      if (distance[i] <= reach) candidates.push_back({distance[i], leaf.triangle[i]});
    return true;
  });
  return bound;
}

TALUS_END_LANE_CODE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace talus {

HWY_EXPORT(collectNearHere);

float collectNear(const DistanceTree& tree, const DistanceQuery& query,
                  std::vector<NearCandidate>& candidates) {
  return HWY_DYNAMIC_DISPATCH(collectNearHere)(tree, query, candidates);
}

}  // namespace talus
#endif
