#include "geometry/mesh/boundary_loops.h"

#include "geometry/mesh/union_find.h"

namespace talus {

BoundaryLoops findBoundaryLoops(const TriangleMesh& mesh, const std::vector<std::array<Index, 2>>& edges) {
  BoundaryLoops result;
  if (edges.empty()) return result;
  UnionFind loops(mesh.pointCount());
  for (const auto& [from, to] : edges) loops.unite(from, to);
  std::vector<Index> number(mesh.pointCount(), -1);
  for (const auto& [from, to] : edges) {
    Index& loop = number[static_cast<std::size_t>(loops.find(from))];
    if (loop < 0) {
      loop = static_cast<Index>(result.loops.size());
      result.loops.emplace_back();
    }
    BoundaryLoop& found = result.loops[static_cast<std::size_t>(loop)];
    ++found.edges;
    found.length += (mesh.point(to) - mesh.point(from)).norm();
    result.loopOf.push_back(loop);
  }
  return result;
}

}  // namespace talus
