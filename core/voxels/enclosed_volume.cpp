#include "voxels/enclosed_volume.h"

#include <algorithm>

#include "geometry/check/self_intersection.h"
#include "geometry/check/shell_directions.h"

namespace talus {

namespace {

EnclosedVolume refused(std::string obstacle) {
  return {.exact = false, .obstacle = std::move(obstacle), .directions = {}};
}

EnclosedVolume ofOneShell(const TriangleMesh& mesh, const MeshReport& report, Context& context) {
  std::vector<std::uint8_t> usable(mesh.triangleCount());
  for (std::size_t t = 0; t < usable.size(); ++t)
    usable[t] = (report.defects[t] & bit(Defect::Degenerate)) == 0;
  if (findSelfIntersections(mesh, usable, context).pairs > 0)
    return refused("it intersects or touches itself");
  return {.exact = true, .obstacle = {}, .directions = {report.signedVolume < 0 ? -1.0 : 1.0}};
}

EnclosedVolume ofShells(const TriangleMesh& mesh, const MeshReport& report, InsideRule rule,
                        Context& context) {
  const ShellDirections shells = judgeShells(mesh, report, LocalFrame::of(report.bounds), context);
  if (std::find(shells.meets.begin(), shells.meets.end(), true) != shells.meets.end())
    return refused("its shells intersect or touch each other or themselves");
  const double first = shells.directions.front();
  const bool asTheyFace = std::all_of(shells.directions.begin(), shells.directions.end(),
                                      [first](double direction) { return direction == first; });
  if (rule == InsideRule::NonZero && !asTheyFace)
    return refused("the orientation of its shells does not match their nesting");
  return {.exact = true, .obstacle = {}, .directions = shells.directions};
}

}  // namespace

EnclosedVolume enclosedVolume(const TriangleMesh& mesh, const MeshReport& report, InsideRule rule,
                              Context& context) {
  if (!report.closed) return refused("it is open");
  if (!report.oriented) return refused("the orientation of parts of it differs from their neighbours");
  if (report.duplicateTriangles > 0) return refused("it has duplicate triangles");
  return report.components > 1 ? ofShells(mesh, report, rule, context) : ofOneShell(mesh, report, context);
}

}  // namespace talus
