#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "arrangement/cut/cut_triangles.h"
#include "arrangement/points/point_table.h"

namespace talus {

/// What cuts the triangles of one plane: a segment, or a point.
struct PlaneItem {
  Index from, to;  ///< points of the table; equal for a point
  Index on;        ///< a triangle in the other plane

  /// By points, then by the other plane; −1 is the last one.
  bool operator<(const PlaneItem& other) const {
    return place() != other.place() ? place() < other.place()
                                    : static_cast<std::uint32_t>(on) < static_cast<std::uint32_t>(other.on);
  }

 private:
  std::uint64_t place() const {
    return std::uint64_t{static_cast<std::uint32_t>(from)} << 32 | static_cast<std::uint32_t>(to);
  }
};

/// The facets of one cluster: coplanar triangles that share areas, or a single triangle.
struct PlaneCut {
  std::vector<ExactPoint> newPoints;  ///< crossings of segments
  /// Corners: points of the table, or −1 − i for new point i.
  std::vector<std::array<Index, 3>> facets;
  std::vector<std::size_t> coverEnd;  ///< of each facet in `covers`
  std::vector<FacetCover> covers;

  std::span<const FacetCover> coversOf(std::size_t facet) const {
    const std::size_t begin = facet == 0 ? 0 : coverEnd[facet - 1];
    return {covers.data() + begin, coverEnd[facet] - begin};
  }
};

/// Cuts a cluster. @param members ascending. Thread-safe.
PlaneCut cutPlane(const PointTable& points, std::span<const Index> members, std::span<const PlaneItem> items);

}  // namespace talus
