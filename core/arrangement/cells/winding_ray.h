#pragma once

#include <utility>
#include <vector>

#include "arrangement/cut/cut_triangles.h"
#include "geometry/mesh/box_tree.h"

namespace talus {

/// Winding numbers that are not zero, by surface in ascending order.
using Windings = std::vector<std::pair<Index, int>>;

/// Adds to the winding number of one surface. O(surfaces there).
void addTo(Windings& windings, Index surface, int change);
/// Adds `times` times the windings of `other`.
void addTo(Windings& windings, const Windings& other, int times);

/// Winding numbers beside a facet by a ray along an axis from its middle. Exact: the ray begins at an
/// infinitesimal distance from the middle, in the order of size along the axis and the two others (simulation
/// of simplicity), so that it meets no edge. O(log n + triangles near the ray); a few rays look at all
/// triangles.
class WindingRay {
 public:
  /// @param surface of each triangle. All arguments must outlive this object. @param rays how many will be
  /// asked: a tree is built for many.
  WindingRay(const CutTriangles& cut, const PointTable& points, const std::vector<Index>& surface,
             std::size_t rays);

  struct Result {
    bool inFront;  ///< whether the windings are those on the side to which the facet's normal points
    Windings windings;
  };
  Result beside(std::size_t facet) const;

 private:
  const CutTriangles& cut_;
  const PointTable& points_;
  template <class Visit>
  void forEachNear(const Box& way, const Visit& visit) const;

  const std::vector<Index>& surface_;
  Box bounds_;
  BoxTree tree_;  // empty for few rays
};

}  // namespace talus
