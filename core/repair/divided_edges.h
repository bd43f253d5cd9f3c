#pragma once

#include <span>

#include "repair/mended_surface.h"
#include "repair/touching_fans.h"

namespace talus {

/// A surface with edges divided, and all triangles at them. Parts that are connected around both ends of an
/// edge are not so around its new point. @param place of the new point, from 0 at the first end to 1.
/// O(triangles) for each edge.
MendedSurface withDividedEdges(MendedSurface surface, std::span<const TouchingFans::Edge> edges,
                               double place);

}  // namespace talus
