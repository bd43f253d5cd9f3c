#pragma once

#include "base/context.h"
#include "repair/mended_surface.h"

namespace talus {

/// Replaces a closed, oriented surface by the boundary of the places where its winding number is at least 1
/// (SurfaceArrangement::outerBody). Triangles that nothing crosses keep their bits. Advances the context by
/// SurfaceArrangement::stepsPerTriangle for each triangle.
void keepOuterSurface(MendedSurface& surface, Context& context);

}  // namespace talus
