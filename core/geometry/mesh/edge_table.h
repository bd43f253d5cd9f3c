#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/large_array.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// One side of a triangle, seen from its edge.
struct EdgeUse {
  Index high;           ///< the edge's point with the larger number
  Index opposite;       ///< the triangle's third corner
  Index triangle;       ///< the triangle's number
  std::uint8_t corner;  ///< the corner (0, 1, 2) at which the side starts
  bool forward;         ///< directed from the smaller to the larger point number

  int cornerAtLow() const { return forward ? corner : (corner + 1) % 3; }
  int cornerAtHigh() const { return forward ? (corner + 1) % 3 : corner; }
};

/// The edges of a mesh with merged points, each with all the triangles that use it.
///
/// Triangles with a repeated vertex are omitted: they use their only edge once in each direction, so neither
/// parity nor orientation changes. Build O(n) for bounded valence, O(n log n) at worst; 16 bytes per side.
class EdgeTable {
 public:
  explicit EdgeTable(const TriangleMesh& mesh);

  /// Calls visit(low, uses) for every edge in the order of its (smaller, larger) point number. `uses` are
  /// sorted by opposite corner, then triangle.
  template <class Visit>
  void forEachEdge(const Visit& visit) const;

 private:
  LargeArray<EdgeUse> uses_;        // grouped by the smaller point number
  std::vector<std::size_t> begin_;  // first of each group, with an end marker
};

/// Whether a triangle uses a point twice.
inline bool hasRepeatedCorner(const std::array<Index, 3>& corners) {
  return corners[0] == corners[1] || corners[1] == corners[2] || corners[2] == corners[0];
}

template <class Visit>
void EdgeTable::forEachEdge(const Visit& visit) const {
  for (std::size_t low = 0; low + 1 < begin_.size(); ++low) {
    std::size_t first = begin_[low];
    while (first < begin_[low + 1]) {
      std::size_t last = first + 1;
      while (last < begin_[low + 1] && uses_[last].high == uses_[first].high) ++last;
      visit(static_cast<Index>(low), std::span(uses_.data() + first, last - first));
      first = last;
    }
  }
}

}  // namespace talus
