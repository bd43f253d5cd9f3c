#pragma once

#include <vector>

#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// A mesh whose points are all different, and where its points came from.
struct MergedMesh {
  /// The triangles keep their number and order; points appear in the order in which they first occur.
  TriangleMesh mesh;
  /// Point of `mesh` for each point of the source.
  std::vector<Index> pointOf;
};

/// Merges points whose coordinates are equal (0.0 and −0.0 are), as every STL file needs. No tolerance. NaN
/// equals nothing. O(points).
MergedMesh mergeDuplicatePoints(const TriangleMesh& mesh);

}  // namespace talus
