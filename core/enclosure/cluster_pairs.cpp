#include "enclosure/cluster_pairs.h"

#include <cmath>

namespace talus {

namespace {

constexpr double never = 1e300;

// Bound on the error of a pair if it is taken as far.
double pairError(const PanelTree& tree, std::uint32_t source, const PointCluster& target) {
  constexpr double widest = 0.95;  // of the radii's sum over the distance
  const PanelCluster& cluster = tree.clusters()[source];
  const double squared = (target.centre - cluster.centre).squaredNorm();
  const double radii = cluster.radius + target.radius;
  if (radii * radii >= widest * widest * squared) return never;
  return tree.strength(source).error(std::sqrt(squared), cluster.radius, target.radius);
}

}  // namespace

ClusterPairs dividePairs(const PanelTree& tree, std::span<const std::uint32_t> sources,
                         const PointCluster& target, const PairRule& rule) {
  ClusterPairs pairs;
  ClusterList open(sources.rbegin(), sources.rend());
  while (!open.empty()) {
    const std::uint32_t source = open.back();
    open.pop_back();
    const PanelCluster& cluster = tree.clusters()[source];
    if (rule.leaf && cluster.panels.count() * target.points.count() <= rule.directPairs) {
      pairs.rest.push_back(source);
      continue;
    }
    const double error = pairError(tree, source, target);
    if (error <= rule.tolerance) {
      pairs.far.push_back({tree.moments(source), target.centre - cluster.centre, cluster.radius});
      pairs.bound += error;
    } else if (cluster.sonCount > 0 && (rule.leaf || cluster.radius > target.radius)) {
      for (std::size_t i = cluster.sonCount; i-- > 0;)
        open.push_back(static_cast<std::uint32_t>(cluster.firstSon + i));
    } else {
      pairs.rest.push_back(source);
    }
  }
  return pairs;
}

}  // namespace talus
