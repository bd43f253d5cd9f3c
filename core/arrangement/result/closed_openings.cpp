#include "arrangement/result/closed_openings.h"

#include <utility>

#include "base/surface_title.h"
#include "geometry/check/solid_surface.h"
#include "geometry/mesh/open_edges.h"

namespace talus {

ClosedOpenings::ClosedOpenings(std::vector<TriangleMesh> surfaces, Context& context)
    : surfaces_(std::move(surfaces)), source_(surfaces_.size()) {
  for (std::size_t i = 0; i < surfaces_.size(); ++i) {
    if (oddEdges(surfaces_[i]).empty()) continue;
    requireUsable(surfaces_[i], surfaceTitle(i, true));
    const SolidSurface made = makeSolid(surfaces_[i], context, OpeningClosure::Patches);
    surfaces_[i] = made.solid();
    source_[i] = made.source;
    source_[i].resize(surfaces_[i].triangleCount(), added);
    ++openSurfaces_;
    openings_ += made.repairs.openings;
  }
}

bool ClosedOpenings::isAdded(Index surface, Index cell) const {
  const std::vector<Index>& source = source_[static_cast<std::size_t>(surface)];
  return !source.empty() && source[static_cast<std::size_t>(cell)] == added;
}

void ClosedOpenings::restoreCells(ArrangementBody& body) const {
  for (std::size_t t = 0; t < body.cell.size(); ++t)
    if (const std::vector<Index>& source = source_[static_cast<std::size_t>(body.surface[t])];
        !source.empty())
      body.cell[t] = source[static_cast<std::size_t>(body.cell[t])];
}

}  // namespace talus
