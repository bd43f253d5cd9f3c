#include "repair/holes.h"

#include "geometry/mesh/hole_loops.h"
#include "geometry/mesh/hole_triangulation.h"
#include "repair/hole_patch.h"

namespace talus {

namespace {

double sizeOf(const HoleLoop& loop, const TriangleMesh& mesh) {
  Box box;
  for (const Index p : loop) box.extend(mesh.point(p));
  return box.sizes().norm();
}

}  // namespace

ClosedHoles closeHoles(MendedSurface& surface, double maximumSize, bool smooth, Context& context) {
  ClosedHoles result;
  const std::vector<HoleLoop> loops = holeLoops(surface.mesh);
  if (loops.empty()) return result;
  HoleTriangulation triangulation(surface.mesh);
  const HoleSurroundings around(surface.mesh, smooth ? loops : std::vector<HoleLoop>());
  std::vector<std::array<Index, 3>> all;
  for (const HoleLoop& loop : loops) {
    context.advance(0);  // may be cancelled
    std::vector<std::array<Index, 3>> triangles;
    if (!(maximumSize > 0) || sizeOf(loop, surface.mesh) <= maximumSize)
      triangles = triangulation.close(loop);
    if (smooth && HolePatch::isSmooth(surface.mesh, around, triangles, loop))
      HolePatch::make(surface.mesh, around, loop, triangles);
    ++(triangles.empty() ? result.left : result.closed);
    all.insert(all.end(), triangles.begin(), triangles.end());
  }
  for (const auto& [a, b, c] : all) surface.addTriangle(a, b, c, MendedSurface::added);
  result.triangles = static_cast<std::int64_t>(all.size());
  return result;
}

}  // namespace talus
