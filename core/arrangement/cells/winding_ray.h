#pragma once

#include <utility>
#include <vector>

#include "arrangement/cut/cut_triangles.h"
#include "geometry/mesh/box_tree.h"

namespace talus {

/// Winding numbers that are not zero, by surface in ascending order.
using Windings = std::vector<std::pair<Index, int>>;

/// Adds `times` times the windings of `other`.
void addTo(Windings& windings, const Windings& other, int times);

/// Winding numbers beside a facet by a ray along an axis from its middle. Exact: the ray begins at an
/// infinitesimal distance from the middle, in the order of size along the axis and the two others (simulation
/// of simplicity), so that it meets no edge. O(log n + triangles near the ray).
class WindingRay {
 public:
  /// @param surface of each triangle. All arguments must outlive this object.
  WindingRay(const CutTriangles& cut, const PointTable& points, const std::vector<Index>& surface);

  struct Result {
    bool inFront;  ///< whether the windings are those on the side to which the facet's normal points
    Windings windings;
  };
  Result beside(std::size_t facet) const;

 private:
  const CutTriangles& cut_;
  const PointTable& points_;
  const std::vector<Index>& surface_;
  BoxTree tree_;
};

}  // namespace talus
