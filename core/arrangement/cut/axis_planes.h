#pragma once

#include <array>
#include <vector>

#include "geometry/mesh/triangle_mesh.h"
#include "geometry/mesh/union_find.h"

namespace talus {

using TrianglePair = std::array<Index, 2>;

/// Two clusters of coplanar triangles whose planes lie across different axes: what they have in common lies
/// on a line along the third one.
struct PlaneLine {
  std::array<Index, 2> planes;                  ///< roots of the clusters
  std::array<std::vector<Index>, 2> triangles;  ///< of each those that may meet one of the other, each once
};

/// Triangles whose planes lie across an axis: nearly all of them in models made of boxes. Whether two of
/// them are coplanar is a comparison.
class AxisPlanes {
 public:
  explicit AxisPlanes(const TriangleMesh& mesh);

  /// Moves the pairs of triangles in one such plane out of `pairs`.
  std::vector<TrianglePair> takeCoplanar(std::vector<TrianglePair>& pairs) const;
  /// Moves pairs of two clusters out of `pairs`, if there are many of the same two: O(pairs + triangles).
  std::vector<PlaneLine> takeLines(std::vector<TrianglePair>& pairs, UnionFind& clusters) const;

 private:
  static constexpr int none = -1;
  static constexpr std::size_t manyPairs = 16;  // of two clusters, for a search along their line

  int axisOf(Index triangle) const { return axes_[static_cast<std::size_t>(triangle)]; }
  bool areCoplanar(const TrianglePair& pair) const;

  const TriangleMesh& mesh_;
  std::vector<signed char> axes_;  // of each triangle; or none
};

}  // namespace talus
