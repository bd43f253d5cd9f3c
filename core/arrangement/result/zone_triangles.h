#pragma once

#include <span>
#include <vector>

#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// The triangles of surfaces that tell what the surfaces have in common in a box, the zone: those whose boxes
/// intersect the zone, and those that a ray from them in the direction of an axis may meet. Of surfaces that
/// overlap a little, these are few.
struct ZoneTriangles {
  Box zone;
  std::vector<TriangleMesh> surfaces;
  std::vector<std::vector<Index>> numbers;  ///< of each triangle, in its whole surface
  std::size_t inZone = 0;                   ///< triangles whose boxes intersect it

  /// O(triangles).
  ZoneTriangles(std::span<const TriangleMesh* const> wholes, const Box& around);
};

}  // namespace talus
