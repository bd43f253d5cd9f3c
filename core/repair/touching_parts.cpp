#include "repair/touching_parts.h"

#include <span>
#include <utility>

#include "repair/divided_edges.h"
#include "repair/part_separation.h"

namespace talus {

namespace {

// Divides edges, and separates what is connected no longer. @param least contacts of the surface.
void separateDivided(MendedSurface& surface, std::span<const TouchingFans::Edge> edges, std::int64_t& least,
                     std::int64_t& work, Context& context) {
  for (const double place : {0.5, 0.375, 0.625}) {
    if (least == 0 || work <= 0) return;
    MendedSurface divided = withDividedEdges(surface, edges, place);
    PartSeparation separation(divided.mesh, work, context);
    separation.search();
    if (separation.contacts() >= least) continue;
    least = separation.contacts();
    surface = {separation.take(), std::move(divided.source)};
    return;
  }
}

}  // namespace

std::int64_t separateTouchingParts(MendedSurface& surface, Context& context) {
  std::int64_t work = 100'000 + 20 * static_cast<std::int64_t>(surface.mesh.triangleCount());
  const std::size_t points = surface.mesh.pointCount();
  PartSeparation separation(surface.mesh, work, context);
  separation.search();
  std::int64_t least = separation.contacts();
  surface.mesh = separation.take();
  separateDivided(surface, touchingEdges(surface.mesh), least, work, context);
  for (const TouchingFans::Edge& edge : touchingEdges(surface.mesh))
    separateDivided(surface, std::span(&edge, 1), least, work, context);
  return static_cast<std::int64_t>(surface.mesh.pointCount() - points);
}

}  // namespace talus
