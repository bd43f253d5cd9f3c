#include "geometry/check/shell_directions.h"

#include "base/compensated_sum.h"
#include "geometry/check/piece_nesting.h"
#include "geometry/check/self_intersection.h"

namespace talus {

namespace {

std::vector<std::uint8_t> intersecting(const TriangleMesh& mesh, const MeshReport& report, Context& context) {
  std::vector<std::uint8_t> flags(mesh.triangleCount());
  if (report.intersectionsChecked) {
    for (std::size_t t = 0; t < flags.size(); ++t)
      flags[t] = (report.defects[t] & bit(Defect::SelfIntersecting)) != 0;
    return flags;
  }
  if (report.components <= 1) return flags;
  for (std::size_t t = 0; t < flags.size(); ++t)
    flags[t] = (report.defects[t] & (bit(Defect::Degenerate) | bit(Defect::NonFinite))) == 0;
  return findSelfIntersections(mesh, flags, context).involved;
}

std::vector<bool> meetingShells(const TriangleMesh& mesh, const MeshReport& report, Context& context) {
  const std::vector<std::uint8_t> involved = intersecting(mesh, report, context);
  std::vector<bool> meets(static_cast<std::size_t>(report.components), false);
  for (std::size_t t = 0; t < involved.size(); ++t)
    if (involved[t]) meets[static_cast<std::size_t>(report.component[t])] = true;
  return meets;
}

bool isNegative(const std::vector<double>& volumes) {
  CompensatedSum total;
  for (const double volume : volumes) total.add(volume);
  return total.value() < 0;
}

}  // namespace

ShellDirections judgeShells(const TriangleMesh& mesh, const MeshReport& report, const LocalFrame& frame,
                            Context& context) {
  const auto count = static_cast<std::size_t>(report.components);
  ShellDirections shells;
  shells.volumes = signedVolumes(mesh, report.component, count, frame);
  shells.directions.assign(count, isNegative(shells.volumes) ? -1 : 1);
  shells.meets = meetingShells(mesh, report, context);
  if (count <= 1) return shells;
  const PieceNesting nesting(mesh, report.component, std::vector<bool>(count, true));
  for (std::size_t i = 0; i < count; ++i) {
    context.throwIfCancelled();
    if (shells.meets[i]) continue;
    const std::optional<bool> inside = nesting.insideOdd(static_cast<Index>(i));
    if (inside && *inside != shells.isCavity(i)) shells.directions[i] = -shells.directions[i];
  }
  return shells;
}

}  // namespace talus
