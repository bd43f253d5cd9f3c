#include "geometry/mesh/hole_surroundings.h"

#include <algorithm>
#include <set>
#include <span>

#include "geometry/mesh/edge_table.h"

namespace talus {

HoleSurroundings::HoleSurroundings(const TriangleMesh& mesh, const std::vector<HoleLoop>& loops) {
  std::set<std::array<Index, 2>> outline;
  for (const HoleLoop& loop : loops)
    for (std::size_t i = 0; i < loop.size(); ++i) {
      neighbours_[loop[i]];
      outline.insert(orderedEdge(loop[i], loop[(i + 1) % loop.size()]));
    }
  EdgeTable(mesh).forEachEdge([&](Index low, std::span<const EdgeUse> uses) {
    const Index high = uses[0].high;
    if (const auto at = neighbours_.find(low); at != neighbours_.end()) at->second.push_back(high);
    if (const auto at = neighbours_.find(high); at != neighbours_.end()) at->second.push_back(low);
    if (outline.contains(orderedEdge(low, high)))
      normals_[orderedEdge(low, high)] =
          unitNormalOf(mesh.corners(static_cast<std::size_t>(uses[0].triangle)));
  });
  for (auto& entry : neighbours_) std::sort(entry.second.begin(), entry.second.end());
}

}  // namespace talus
