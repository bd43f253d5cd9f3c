#pragma once

#include <span>
#include <utility>
#include <vector>

#include "contact/overlap/index_table.h"
#include "contact/overlap/surface_piercing.h"
#include "geometry/mesh/union_find.h"

namespace talus {

/// The part of one surface that lies inside the other body: its points and the parts of its edges, grouped
/// into connected regions.
///
/// Regions are sets of numbers: the number of a piercing belongs to the region that the piercing bounds. A
/// shell that lies entirely inside gets its own number.
class InnerSurface {
 public:
  /// A part of an edge that lies inside the other body.
  struct Part {
    Index edge = 0;
    double begin = 0, end = 0;                   ///< position on the edge: 0 at `from`, 1 at `to`
    Index beginPiercing = -1, endPiercing = -1;  ///< the piercings there; −1 at `from` and at `to`
    Index region = 0;
  };

  /// Finds the inner points: ends of pierced edges, corners of triangles and shells without a pierced edge,
  /// and everything connected with them by edges that are not pierced. O(inner points + piercings).
  /// @param piercings from SurfacePair::piercings(). @param regions the numbers of connected parts are united
  /// in it. @param nextRegion the number of the next shell that lies entirely inside.
  InnerSurface(const SurfacePair& pair, bool first, const std::vector<Piercing>& piercings,
               UnionFind& regions, Index& nextRegion);

  /// Inner points, each with its region.
  const std::vector<std::pair<Index, Index>>& points() const { return inner_; }
  const std::vector<Part>& parts() const { return parts_; }

 private:
  using OnEdge = std::span<const Index>;  // its piercings, from its beginning to its end

  void findPiercedEdges();
  void seedFromPiercedEdges();
  bool alternates(OnEdge piercings, bool inside) const;
  void seedFromEdge(Index number, std::span<Index> piercings);
  void cut(Index number, OnEdge piercings, bool inside);
  void seedFromTriangle(Index triangle, Index piercing);
  void seedFromShells(Index& nextRegion);
  void spread();
  void seed(Index point, Index region);
  bool isInside(Index point);
  bool isPierced(Index edge) const;
  const Piercing& piercing(Index i) const { return piercings_[static_cast<std::size_t>(i)]; }
  const SurfaceCells::Edge& edge(Index e) const { return surface_.edges()[static_cast<std::size_t>(e)]; }

  const SurfacePair& pair_;
  const SurfaceCells& surface_;
  bool first_;
  const std::vector<Piercing>& piercings_;
  UnionFind& regions_;
  std::vector<Index> own_;                      // piercings of this surface's edges, edge by edge
  std::vector<Index> pierced_;                  // the edges, ascending
  IndexTable known_;                            // points whose side is known: 1 if inside
  IndexTable place_;                            // of inner points in inner_
  std::vector<std::pair<Index, Index>> inner_;  // with their regions
  std::vector<std::size_t> queue_;  // places of inner points whose neighbours are still to be visited
  std::vector<Part> parts_;
};

}  // namespace talus
