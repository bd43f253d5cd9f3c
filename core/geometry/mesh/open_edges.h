#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// An edge that triangles do not use equally often in both directions: the direction in which triangles are
/// missing, and their number.
struct OpenEdge {
  Index from, to;
  std::int64_t count;
};

/// Such edges of a mesh with merged points, in the order of their points. O(triangles).
std::vector<OpenEdge> openEdges(const TriangleMesh& mesh);

/// The edges with an odd number of triangles, whichever way these face, the smaller point first.
/// O(triangles).
std::vector<std::array<Index, 2>> oddEdges(const TriangleMesh& mesh);

}  // namespace talus
