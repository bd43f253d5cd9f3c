#pragma once

#include <vector>

#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// A mesh without equal points, and the map from source points to its points.
struct MergedMesh {
  /// The triangles keep their indices and order; points appear in the order of their first occurrence.
  TriangleMesh mesh;
  /// Point of `mesh` for each point of the source.
  std::vector<Index> pointOf;
};

/// Merges points whose coordinates are equal (0.0 and −0.0 are), as every STL file needs. No tolerance. NaN
/// equals nothing. O(points).
MergedMesh mergeDuplicatePoints(const TriangleMesh& mesh);

}  // namespace talus
