#pragma once

#include <limits>
#include <vector>

#include "geometry/distance/distance_tree.h"

namespace talus {

/// A candidate for the nearest triangle, and its distance up to DistanceQuery::margin.
struct NearCandidate {
  float distance = 0;
  Index triangle = -1;
};

/// A point in the unit frame of a DistanceTree.
struct DistanceQuery {
  std::array<float, 3> point{};
  /// Bound on the error of distances computed in float.
  float margin = 0;
  /// An upper bound of the distance of the nearest triangle.
  float bound = std::numeric_limits<float>::infinity();
};

/// The single-precision search accepts coordinates of points up to this magnitude.
constexpr double reachOfFloat = 8;

/// The margin for a point, from the largest magnitude of its coordinates.
///
/// In units of 2⁻²⁴ (1 + largest): point, axes and offsets are rounded by 1 each, and each sum of products
/// adds as much again: at most 9 for a coordinate in a triangle's frame, and 20 for one along an edge or
/// across it. A wrong decision whether the point projects into the triangle adds at most 40. The sum, 46, is
/// 2.8e-6.
inline float marginAt(const Vec3& point) {
  return 4e-6F * (1 + static_cast<float>(point.cwiseAbs().maxCoeff()));
}

/// Collects every triangle that may be nearest to a point, including equally near ones.
/// @param candidates replaced. @return an upper bound of the smallest distance, up to the margin: candidates
/// farther than this plus twice the margin are not nearest.
float collectNear(const DistanceTree& tree, const DistanceQuery& query,
                  std::vector<NearCandidate>& candidates);

}  // namespace talus
