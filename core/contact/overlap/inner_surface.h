#pragma once

#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "contact/overlap/surface_piercing.h"
#include "geometry/mesh/union_find.h"

namespace talus {

/// The part of one surface that lies inside the other body: its points and the parts of its edges, sorted
/// into regions that hang together.
///
/// Regions are sets of numbers: that of a piercing belongs to the region which it bounds. A shell that lies
/// inside as a whole gets its own number.
class InnerSurface {
 public:
  /// A part of an edge that lies inside the other body.
  struct Part {
    Index edge = 0;
    double begin = 0, end = 0;  ///< on the edge, 0 from … 1 to
    Index region = 0;
  };

  /// Finds the part: the ends of pierced edges first, then what is connected with them, then triangles and
  /// shells without a pierced edge. O(inner points + piercings).
  /// @param piercings of SurfacePair::piercings(). @param regions unites what is connected.
  /// @param nextRegion the number of the next shell that lies inside.
  InnerSurface(const SurfacePair& pair, bool first, const std::vector<Piercing>& piercings,
               UnionFind& regions, Index& nextRegion);

  const std::map<Index, Index>& points() const { return inner_; }  ///< each with its region
  const std::vector<Part>& parts() const { return parts_; }

 private:
  using PiercedEdge = std::vector<Index>;  // its piercings, from its beginning to its end

  void findPiercedEdges();
  void seedFromEdge(Index number, const PiercedEdge& piercings);
  void cut(Index number, const PiercedEdge& piercings, bool inside);
  void seedFromTriangle(Index triangle, Index piercing);
  void seedFromShells(Index& nextRegion);
  void spread();
  void seed(Index point, Index region);
  bool isInside(Index point);
  const Piercing& piercing(Index i) const { return piercings_[static_cast<std::size_t>(i)]; }
  const SurfaceCells::Edge& edge(Index e) const { return surface_.edges()[static_cast<std::size_t>(e)]; }

  const SurfacePair& pair_;
  const SurfaceCells& surface_;
  bool first_;
  const std::vector<Piercing>& piercings_;
  UnionFind& regions_;
  std::map<Index, PiercedEdge> pierced_;
  std::unordered_map<Index, bool> known_;  // points whose side is known
  std::map<Index, Index> inner_;
  std::vector<Index> queue_;  // inner points whose neighbours are to be looked at
  std::vector<Part> parts_;
};

}  // namespace talus
