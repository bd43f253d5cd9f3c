#pragma once

#include <span>
#include <vector>

#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// The triangles of several surfaces as one mesh without equal points, and without triangles of zero area.
struct LabelledTriangles {
  TriangleMesh mesh;
  std::vector<Index> surface;  ///< of each triangle
  std::vector<Index> cell;     ///< its number in that surface
};

/// O(points + triangles). @throws Error a coordinate is not finite, or a corner does not exist.
LabelledTriangles gatherTriangles(std::span<const TriangleMesh> surfaces);

}  // namespace talus
