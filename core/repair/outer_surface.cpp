#include "repair/outer_surface.h"

#include <span>
#include <utility>

#include "arrangement/result/surface_arrangement.h"

namespace talus {

void keepOuterSurface(MendedSurface& surface, Context& context) {
  ArrangementBody body = SurfaceArrangement(std::span(&surface.mesh, 1), {}, context).outerBody(context);
  for (Index& cell : body.cell) cell = surface.source[static_cast<std::size_t>(cell)];
  surface = {std::move(body.mesh), std::move(body.cell)};
}

}  // namespace talus
