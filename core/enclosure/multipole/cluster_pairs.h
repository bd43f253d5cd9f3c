#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "enclosure/multipole/cluster_tree.h"
#include "enclosure/multipole/multipole_kernel.h"

namespace talus {

/// Indices of panel clusters in their tree.
using ClusterList = std::vector<std::uint32_t>;

/// The rule by which a cluster of panels is far from a cluster of points, and the limits of subdivision.
struct PairRule {
  double tolerance = 1e-3;  ///< maximum error bound of a far pair
  bool leaf = false;        ///< the points are not split further
  std::size_t directPairs =
      0;  ///< a leaf is near to a cluster with which it has fewer pairs of point and panel
};

/// The classification of clusters of panels for a cluster of points.
struct ClusterPairs {
  std::vector<ShiftedExpansion> far;
  ClusterList rest;  ///< near for a leaf, otherwise passed to its children
  double bound = 0;  ///< sum of the error bounds of the far clusters
};

/// Separates far clusters of panels from near ones; of a pair that is neither, the larger cluster is split.
/// Far clusters never touch the points.
ClusterPairs dividePairs(const PanelTree& tree, std::span<const std::uint32_t> sources,
                         const PointCluster& target, const PairRule& rule);

/// The panels of some clusters that may touch a closed box. There are no false negatives.
/// @param maximum stops once there are more panels than this.
std::vector<std::size_t> panelsTouching(const PanelTree& tree, std::span<const std::uint32_t> sources,
                                        const Box& box, std::size_t maximum);

}  // namespace talus
