#pragma once

#include <array>
#include <vector>

#include "arrangement/cells/winding_ray.h"
#include "arrangement/cut/cut_triangles.h"

namespace talus {

/// Edges of a surface of one kind.
struct EdgeFinding {
  Index surface = -1;
  std::int64_t count = 0;      ///< of this surface
  Vec3 middle = Vec3::Zero();  ///< of the first one
};

/// The parts of space between facets.
struct ArrangementCells {
  /// The cells in front of each facet, where its normal points, and behind it.
  std::vector<std::array<Index, 2>> sides;
  std::vector<Windings> windings;  ///< of each cell
  /// Of the first surface that has any: edges with an odd number of facets, each counted for each of its
  /// triangles. Then there are no cells.
  EdgeFinding open;
  /// Edges with an even number of facets that do not use it equally often in both directions. Then only the
  /// parities of the winding numbers mean something.
  EdgeFinding misoriented;
};

/// Finds the cells: the wedges between neighbours around each edge belong to one cell (Zhou et al., "Mesh
/// arrangements for solid geometry", 2016). Facets that are connected have one ray for their winding numbers;
/// these change across a facet by its covers. O(facets), and a ray for each connected group of facets.
/// @param zone if not null: there may be facets of triangles that intersect this box only. Edges of the mesh
/// outside of it join no facets; each group of them has its own ray.
ArrangementCells findCells(const CutTriangles& cut, const PointTable& points,
                           const std::vector<Index>& surface, const Box* zone = nullptr);

}  // namespace talus
