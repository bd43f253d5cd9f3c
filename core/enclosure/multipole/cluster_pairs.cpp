#include "enclosure/multipole/cluster_pairs.h"

#include <cmath>

namespace talus {

namespace {

constexpr double never = 1e300;

// Bound on the error of a pair if it is treated as far.
double pairError(const PanelTree& tree, std::uint32_t source, const PointCluster& target) {
  constexpr double widest = 0.95;  // maximum ratio of the sum of the radii to the distance
  const PanelCluster& cluster = tree.clusters()[source];
  const double squared = (target.centre - cluster.centre).squaredNorm();
  const double radii = cluster.radius + target.radius;
  if (radii * radii >= widest * widest * squared) return never;
  return tree.strength(source).error(std::sqrt(squared), cluster.radius, target.radius);
}

// Whether the triangle's plane certainly misses the box, or the bounding boxes are disjoint. As for
// SegmentTarget, rounding errors are far below `slack`.
bool surelyApart(const PanelTree::Corners& t, const Box& box) {
  constexpr double slack = 1e-14;
  if ((t[0].cwiseMin(t[1]).cwiseMin(t[2]).array() > box.max().array()).any()) return true;
  if ((t[0].cwiseMax(t[1]).cwiseMax(t[2]).array() < box.min().array()).any()) return true;
  const Vec3 ab = t[1] - t[0];
  const Vec3 ac = t[2] - t[0];
  const Vec3 normal = ab.cross(ac);
  const Vec3 half = box.sizes() / 2;
  const Vec3 towards = box.center() - t[0];
  const double reach = normal.cwiseAbs().dot(half);
  const double size = towards.lpNorm<1>() + half.lpNorm<1>() + box.min().lpNorm<1>() + box.max().lpNorm<1>();
  return std::abs(normal.dot(towards)) > reach + slack * ab.lpNorm<1>() * ac.lpNorm<1>() * size;
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
    const bool direct = rule.leaf && cluster.panels.count() * target.points.count() <= rule.directPairs;
    const double error = direct ? never : pairError(tree, source, target);
    if (error <= rule.tolerance) {
      pairs.far.push_back({tree.moments(source), target.centre - cluster.centre, cluster.radius});
      pairs.bound += error;
    } else if (!direct && cluster.childCount > 0 && (rule.leaf || cluster.radius > target.radius)) {
      for (std::size_t i = cluster.childCount; i-- > 0;)
        open.push_back(static_cast<std::uint32_t>(cluster.firstChild + i));
    } else {
      pairs.rest.push_back(source);
    }
  }
  return pairs;
}

std::vector<std::size_t> panelsTouching(const PanelTree& tree, std::span<const std::uint32_t> sources,
                                        const Box& box, std::size_t maximum) {
  std::vector<std::size_t> touching;
  ClusterList open(sources.begin(), sources.end());
  while (!open.empty() && touching.size() <= maximum) {
    const PanelCluster& cluster = tree.clusters()[open.back()];
    open.pop_back();
    if (!cluster.box.intersects(box)) continue;
    for (std::size_t i = 0; i < cluster.childCount; ++i)
      open.push_back(static_cast<std::uint32_t>(cluster.firstChild + i));
    if (cluster.childCount > 0) continue;
    for (std::size_t t = cluster.panels.begin; t < cluster.panels.end; ++t)
      if (!surelyApart(tree.panel(t), box)) touching.push_back(t);
  }
  return touching;
}

}  // namespace talus
