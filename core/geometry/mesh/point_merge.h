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

/// Merges points with equal coordinates, without a tolerance; 0.0 equals −0.0, and NaN equals nothing. Needed
/// for every STL file. O(points).
MergedMesh mergeDuplicatePoints(const TriangleMesh& mesh);
MergedMesh mergeDuplicatePoints(TriangleMesh&& mesh);  ///< takes the memory of a mesh without equal points

}  // namespace talus
