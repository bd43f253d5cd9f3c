#pragma once

#include <array>
#include <span>
#include <vector>

#include "arrangement/points/point_table.h"
#include "base/context.h"

namespace talus {

/// A triangle of which a facet is a part.
struct FacetCover {
  Index triangle;
  int sign;  ///< 1: it faces the same way as the facet, −1: the other way
};

/// Triangles cut along all of their intersections: facets meet in common corners and edges only. A facet that
/// several coplanar triangles cover occurs once.
struct CutTriangles {
  std::vector<std::array<Index, 3>> facets;  ///< corners in the PointTable
  std::vector<std::size_t> coverBegin;       ///< first cover of each facet, with an end marker
  std::vector<FacetCover> covers;            ///< of each facet at least one; the first one has sign 1

  std::span<const FacetCover> coversOf(std::size_t facet) const {
    return {covers.data() + coverBegin[facet], coverBegin[facet + 1] - coverBegin[facet]};
  }
  /// A triangle whose plane and direction the facet has.
  Index planeOf(std::size_t facet) const { return covers[coverBegin[facet]].triangle; }
};

/// Cuts the triangles of a mesh without equal points and triangles of zero area. New points are added to the
/// table of the mesh's geometry.
///
/// Triangles that share an area of their plane are triangulated together (a cluster), so that the result is
/// the same for all of them. O(n log n + pairs that intersect + m² for m crossings in one plane). Advances
/// the context by three steps per triangle. Deterministic for any number of threads.
CutTriangles cutTriangles(PointTable& points, Context& context);
/// The same of some triangles only. @param usable one per triangle: 0 leaves it out.
CutTriangles cutTriangles(PointTable& points, const std::vector<std::uint8_t>& usable, Context& context);

}  // namespace talus
