#pragma once

#include <span>
#include <vector>

#include "arrangement/cut/cut_triangles.h"
#include "arrangement/points/point_table.h"

namespace talus {

/// What cuts the triangles of one plane: a segment, or a point.
struct PlaneItem {
  Index cluster;   ///< the smallest number of a triangle of the cluster
  Index from, to;  ///< points of the table; equal for a point
  Index on;        ///< a triangle in the other plane

  auto operator<=>(const PlaneItem&) const = default;
};

/// The facets of one cluster: coplanar triangles that share areas, or a single triangle.
struct PlaneCut {
  std::vector<ExactPoint> newPoints;  ///< crossings of segments
  /// Corners: points of the table, or −1 − i for new point i.
  std::vector<std::array<Index, 3>> facets;
  std::vector<std::vector<FacetCover>> covers;
};

/// Cuts a cluster. @param members ascending. Thread-safe.
PlaneCut cutPlane(const PointTable& points, std::span<const Index> members, std::span<const PlaneItem> items);

}  // namespace talus
