#pragma once

#include <limits>
#include <vector>

#include "geometry/distance/distance_tree.h"

namespace talus {

/// A triangle that may be the nearest, and a lower bound of its distance up to DistanceQuery::margin.
struct NearCandidate {
  float distance = 0;
  Index triangle = -1;
};

/// A point in the unit frame of a DistanceTree.
struct DistanceQuery {
  std::array<float, 3> point{};
  /// No distance that is computed in float is farther than this from the true one.
  float margin = 0;
  /// The nearest triangle is known not to be farther than this.
  float bound = std::numeric_limits<float>::infinity();
};

/// Coordinates of points up to here are told in single precision.
constexpr double reachOfFloat = 8;

/// The margin of a point with such coordinates: corners and points are rounded by 2⁻²⁴ of themselves, cross
/// products by a few of that; doubled.
inline float marginAt(const Vec3& point) {
  return 4e-6F * (1 + static_cast<float>(point.cwiseAbs().maxCoeff()));
}

/// Collects every triangle that may be the nearest to a point, or equally near.
/// @param candidates replaced. @return what the nearest is not farther than, up to the margin: candidates
/// with a distance of more than this and twice the margin are farther than another one.
float collectNear(const DistanceTree& tree, const DistanceQuery& query,
                  std::vector<NearCandidate>& candidates);

/// The leaves of a tree that may hold the nearest triangle of any point within `radius` of a point: as
/// children of `packs`. The query's bound must be that of the point. @return false if there are more than
/// `most` packs; then they are not all there.
bool collectLeaves(const DistanceTree& tree, const DistanceQuery& query, float radius, std::size_t most,
                   std::vector<DistanceTree::Node>& packs);

/// As collectNear, for a point for which the packs were collected.
float collectNearAmong(const std::vector<DistanceTree::Node>& packs, const DistanceTree& tree,
                       const DistanceQuery& query, std::vector<NearCandidate>& candidates);

}  // namespace talus
