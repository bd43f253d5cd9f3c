#include "geometry/mesh/open_edges.h"

#include "geometry/mesh/edge_table.h"

namespace talus {

std::vector<OpenEdge> openEdges(const TriangleMesh& mesh) {
  std::vector<OpenEdge> open;
  EdgeTable(mesh).forEachEdge([&](Index low, std::span<const EdgeUse> uses) {
    std::int64_t net = 0;
    for (const EdgeUse& use : uses) net += use.forward ? 1 : -1;
    if (net > 0) open.push_back({uses[0].high, low, net});
    if (net < 0) open.push_back({low, uses[0].high, -net});
  });
  return open;
}

std::vector<std::array<Index, 2>> oddEdges(const TriangleMesh& mesh) {
  std::vector<std::array<Index, 2>> odd;
  EdgeTable(mesh).forEachEdge([&](Index low, std::span<const EdgeUse> uses) {
    if (uses.size() % 2 == 1) odd.push_back({low, uses[0].high});
  });
  return odd;
}

}  // namespace talus
