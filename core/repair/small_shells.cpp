#include "repair/small_shells.h"

#include <map>

#include "geometry/mesh/edge_table.h"
#include "geometry/mesh/union_find.h"

namespace talus {

std::int64_t removeSmallShells(MendedSurface& surface, double size) {
  if (!(size > 0)) return 0;
  const TriangleMesh& mesh = surface.mesh;
  UnionFind connected(mesh.triangleCount());
  EdgeTable(mesh).forEachEdge([&](Index, std::span<const EdgeUse> uses) {
    for (const EdgeUse& use : uses) connected.unite(uses[0].triangle, use.triangle);
  });
  std::map<Index, Box> boxes;
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t)
    boxes[connected.find(static_cast<Index>(t))].extend(mesh.bounds(t));
  const auto isSmall = [&](const Box& box) { return box.sizes().norm() < size; };
  std::vector<bool> kept(mesh.triangleCount());
  for (std::size_t t = 0; t < kept.size(); ++t)
    kept[t] = !isSmall(boxes[connected.find(static_cast<Index>(t))]);
  std::int64_t shells = 0;
  for (const auto& [number, box] : boxes) shells += isSmall(box);
  surface.keep(kept);
  return shells;
}

}  // namespace talus
