#pragma once

#include <vector>

#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// A surface between two steps of its repair.
struct MendedSurface {
  static constexpr Index added = -1;

  TriangleMesh mesh;          ///< without equal points
  std::vector<Index> source;  ///< of each triangle: that of the input of which it is a part; `added`: none

  void addTriangle(Index a, Index b, Index c, Index from) {
    mesh.addTriangle(a, b, c);
    source.push_back(from);
  }
  /// Keeps the triangles that are marked. @return the number of the others. O(triangles).
  std::int64_t keep(const std::vector<bool>& kept);
};

}  // namespace talus
