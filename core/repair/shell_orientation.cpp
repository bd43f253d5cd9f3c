#include "repair/shell_orientation.h"

#include <algorithm>
#include <utility>

#include "geometry/check/mesh_check.h"
#include "geometry/check/piece_nesting.h"
#include "geometry/check/shell_directions.h"

namespace talus {

namespace {

constexpr MeshCheckOptions orientationOnly{.selfIntersections = false};

void turnTriangle(TriangleMesh& mesh, std::size_t t) {
  std::swap(mesh.b[t], mesh.c[t]);
}

// Whether a corner of each shell lies inside an even number of the others. Only shells that are asked for.
std::vector<bool> outsideOthers(const TriangleMesh& mesh, const std::vector<Index>& component,
                                const std::vector<bool>& asked, Context& context) {
  std::vector<bool> outside(asked.size(), false);
  const PieceNesting nesting(mesh, component, std::vector<bool>(asked.size(), true));
  for (std::size_t t = 0; t < component.size(); ++t) {
    const auto shell = static_cast<std::size_t>(component[t]);
    if (!asked[shell] || outside[shell]) continue;
    context.throwIfCancelled();
    for (const Vec3& corner : mesh.corners(t)) {
      const std::optional<bool> odd = nesting.insideOdd(component[t], corner);
      if (odd && !*odd) outside[shell] = true;
    }
  }
  return outside;
}

}  // namespace

std::int64_t turnFlipped(MendedSurface& surface, Context& context) {
  const MeshReport report = checkMesh(surface.mesh, orientationOnly, context);
  if (report.flippedTriangles == 0) return 0;
  for (std::size_t t = 0; t < report.defects.size(); ++t)
    if (report.defects[t] & bit(Defect::Flipped)) turnTriangle(surface.mesh, t);
  return report.flippedTriangles;
}

std::int64_t turnShells(MendedSurface& surface, Context& context) {
  TriangleMesh& mesh = surface.mesh;
  const MeshReport report = checkMesh(mesh, orientationOnly, context);
  if (!report.closed || !report.oriented || report.triangles == 0) return 0;
  ShellDirections shells = judgeShells(mesh, report, LocalFrame::of(report.bounds), context);
  std::vector<bool> doubtful;
  for (std::size_t i = 0; i < shells.directions.size(); ++i)
    doubtful.push_back(shells.directions.size() > 1 && shells.meets[i] && shells.isCavity(i));
  if (std::find(doubtful.begin(), doubtful.end(), true) != doubtful.end()) {
    const std::vector<bool> bodies = outsideOthers(mesh, report.component, doubtful, context);
    for (std::size_t i = 0; i < bodies.size(); ++i)
      if (bodies[i]) shells.directions[i] = -shells.directions[i];
  }
  for (std::size_t t = 0; t < report.component.size(); ++t)
    if (shells.directions[static_cast<std::size_t>(report.component[t])] < 0) turnTriangle(mesh, t);
  return std::count(shells.directions.begin(), shells.directions.end(), -1.0);
}

}  // namespace talus
