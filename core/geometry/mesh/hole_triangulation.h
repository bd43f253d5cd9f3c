#pragma once

#include <array>
#include <set>
#include <vector>

#include "geometry/mesh/hole_loops.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// Closes outlines by triangles between their corners.
///
/// Corners in one plane, exactly: as a polygon. Otherwise the triangulation of the least sum of 0.9 area +
/// 0.1 (squares of the sides) / (4 √3), by dynamic programming (G. Barequet, M. Sharir, "Filling gaps in the
/// boundary of a polyhedron", 1995). The second term equals the area of a triangle with equal sides and is
/// greater for all others; so of triangulations of similar areas the one of the fairest triangles is chosen.
/// No triangle has zero area, and none uses an edge between two corners that the mesh has already, as far as
/// there is a choice. Outlines of more than 300 corners are divided at short chords first.
class HoleTriangulation {
 public:
  /// @param mesh must outlive this object.
  explicit HoleTriangulation(const TriangleMesh& mesh);

  /// @param loop at least three points. @return triangles, facing as the loop turns; none if all
  /// triangulations have triangles of zero area. O(n³) up to 300 corners, O(n²) beyond.
  std::vector<std::array<Index, 3>> close(const HoleLoop& loop);

 private:
  using Triangles = std::vector<std::array<Index, 3>>;

  bool asPolygon(const HoleLoop& loop, Triangles& triangles) const;
  bool ofLeastWeight(const HoleLoop& loop, bool avoidEdges, Triangles& triangles) const;
  void addPart(const HoleLoop& loop, Triangles& triangles) const;
  bool isEdge(Index p, Index q) const { return edges_.contains({std::min(p, q), std::max(p, q)}); }
  double weightOf(Index p, Index q, Index r) const;

  const TriangleMesh& mesh_;
  std::set<std::array<Index, 2>> edges_;  // between points of outlines
};

}  // namespace talus
