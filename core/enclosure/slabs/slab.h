#pragma once

#include <limits>
#include <optional>

#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// The space between two planes across an axis, without the upper plane.
struct Slab {
  int axis = 0;
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
};

/// Closes the part of a surface that meets a slab by triangles that lie outside of it. Points of the slab
/// then have the same side and winding number as with the whole surface: README.md proves it.
/// @param part with merged points (mergeDuplicatePoints); has all triangles of the surface whose boxes meet
/// the slab, and perhaps others.
/// @return nothing if an edge that meets the slab does not have two triangles of opposite directions there.
/// O(triangles).
std::optional<TriangleMesh> closedOutside(TriangleMesh part, const Slab& slab);

}  // namespace talus
