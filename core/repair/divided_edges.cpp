#include "repair/divided_edges.h"

#include <algorithm>
#include <array>

namespace talus {

MendedSurface withDividedEdges(MendedSurface surface, std::span<const TouchingFans::Edge> edges,
                               double place) {
  TriangleMesh& mesh = surface.mesh;
  for (const auto& [p, q] : edges) {
    const Index middle = mesh.addPoint((1 - place) * mesh.point(p) + place * mesh.point(q));
    for (std::size_t t = 0, count = mesh.triangleCount(); t < count; ++t) {
      const std::array<Index, 3> corners = mesh.triangle(t);
      for (std::size_t k = 0; k < 3; ++k) {
        const Index from = corners[k], to = corners[(k + 1) % 3], opposite = corners[(k + 2) % 3];
        if (std::minmax(from, to) != std::minmax(p, q)) continue;
        mesh.a[t] = from, mesh.b[t] = middle, mesh.c[t] = opposite;
        mesh.addTriangle(middle, to, opposite);
        surface.source.push_back(Index(surface.source[t]));
      }
    }
  }
  return surface;
}

}  // namespace talus
