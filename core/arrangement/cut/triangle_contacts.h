#pragma once

#include <vector>

#include "arrangement/points/exact_geometry.h"

namespace talus {

/// What two triangles have in common.
struct TriangleContacts {
  /// Points that define the intersection: its ends if it is a segment, or the corners of a common area. The
  /// same point may occur with several origins.
  std::vector<PointOrigin> points;
  bool coplanar = false;
  bool overlap = false;  ///< coplanar, and they share an area
};

/// Finds them exactly: corners of one on the other, and edges of one that cross the other or its edges.
/// @param contacts is overwritten; keeps its memory. Both triangles must have non-zero area.
void findContacts(const ExactGeometry& geometry, Index s, Index t, TriangleContacts& contacts);

}  // namespace talus
