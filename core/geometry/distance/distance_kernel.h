#pragma once

#include <limits>
#include <vector>

#include "geometry/distance/distance_tree.h"

namespace talus {

/// A candidate for the nearest triangle, and a lower bound of its distance up to DistanceQuery::margin.
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

/// The margin for a point, from the largest magnitude of its coordinates: relative rounding errors are 2⁻²⁴
/// for vertices and points and a few times that for cross products; the sum is doubled.
inline float marginAt(const Vec3& point) {
  return 4e-6F * (1 + static_cast<float>(point.cwiseAbs().maxCoeff()));
}

/// Collects every triangle that may be nearest to a point, including equally near ones.
/// @param candidates replaced. @return an upper bound of the smallest distance, up to the margin: candidates
/// farther than this plus twice the margin are not nearest.
float collectNear(const DistanceTree& tree, const DistanceQuery& query,
                  std::vector<NearCandidate>& candidates);

/// Collects the leaves of a tree that may contain the nearest triangle of any point within `radius` of a
/// point, as children of `packs`. The query's bound must be the bound of that point. @return false if there
/// are more than `maximum` packs; then the list is incomplete.
bool collectLeaves(const DistanceTree& tree, const DistanceQuery& query, float radius, std::size_t maximum,
                   std::vector<DistanceTree::Node>& packs);

/// As collectNear, for a point covered by the packs of collectLeaves.
float collectNearAmong(const std::vector<DistanceTree::Node>& packs, const DistanceTree& tree,
                       const DistanceQuery& query, std::vector<NearCandidate>& candidates);

}  // namespace talus
