#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "geometry/distance/distance_tree.h"

namespace talus {

/// Up to 64 points that lie close together, in the unit frame of a DistanceTree.
struct PointGroup {
  static constexpr std::size_t capacity = 64;

  std::array<float, 3> middle{};
  std::array<float, 3> halfSize{};  ///< of the points' box around the middle
  /// x, y, z of each point. The places after the last one repeat it.
  alignas(64) std::array<std::array<float, capacity>, 3> at;
  std::size_t count = 0;
  float margin = 0;  ///< for each point: marginAt
  /// An upper bound of the distance of every point of the box from the nearest triangle.
  float bound = std::numeric_limits<float>::infinity();
  /// Triangles farther away than this are not wanted.
  float band = std::numeric_limits<float>::infinity();
};

/// A triangle that may be the nearest one of a point.
struct NearTriangle {
  std::uint32_t point = 0;  ///< in its group
  Index triangle = -1;
};

/// Memory of collectNearOfGroup, kept from call to call.
struct GroupRoom {
  std::vector<float> distance, low, ux, uy, uz;  // the middle's distance, and LinearBound
  std::vector<Index> place;                      // leaf · width + lane
  std::vector<float> atPack;                     // lower bound at the middle of some points
  std::vector<Index> chosen;                     // triangles that may be nearest to one of these points
  std::vector<float> measured;                   // distances of these points, triangle by triangle
  std::vector<Index> measuredPlace;
};

/// Collects for each point of a group every triangle that may be nearest, including equally near ones.
/// @param pairs replaced; none for points farther than the band, up to the margin, and for others at least
/// one. @return false if more than `maximum` triangles may be near any of them; then the pairs are
/// incomplete.
bool collectNearOfGroup(const DistanceTree& tree, const PointGroup& group, std::size_t maximum,
                        GroupRoom& room, std::vector<NearTriangle>& pairs);

}  // namespace talus
