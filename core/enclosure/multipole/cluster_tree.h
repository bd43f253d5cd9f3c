#pragma once

#include <array>
#include <span>
#include <vector>

#include "base/context.h"
#include "base/types.h"
#include "enclosure/direct/winding_kernel.h"
#include "enclosure/multipole/multipole_accuracy.h"

namespace talus {

/// Some panels that lie near each other.
struct PanelCluster {
  Box box{};                   ///< of the panels
  Vec3 centre = Vec3::Zero();  ///< of the box
  double radius = 0;           ///< no corner is farther from the centre
  IndexRange panels;           ///< in the tree's order, including the panels of all children
  std::size_t firstChild = 0;  ///< children are consecutive
  std::size_t childCount = 0;  ///< 0: a leaf
};

/// The cluster tree of a surface: the multipole moments of all clusters of panels, from the leaves up to the
/// whole surface.
///
/// Adaptive: a cluster of more than `leafSize` panels is split at the middle of the box of its panels'
/// centres, along each axis that is not much shorter than the longest. Panels larger than the expected size
/// of the children form a separate leaf, so that one large panel does not enlarge the cluster of its small
/// neighbours. A cluster's radius covers all of its panels.
class PanelTree {
 public:
  using Corners = std::array<Vec3, 3>;

  /// @param panels finite. O(N log N) for N panels of even size.
  PanelTree(std::span<const Corners> panels, std::size_t leafSize, int degree, Context& context);

  std::span<const PanelCluster> clusters() const { return clusters_; }  ///< the whole surface first
  const PanelArrays<3>& panels() const { return panels_; }              ///< in the tree's order
  Corners panel(std::size_t t) const;                                   ///< in the tree's order
  std::span<const std::size_t> order() const { return order_; }         ///< the panels' numbers in the mesh
  const double* moments(std::size_t cluster) const { return &moments_[cluster * coefficientCount(degree_)]; }
  const MultipoleStrength& strength(std::size_t cluster) const { return strengths_[cluster]; }
  int degree() const { return degree_; }

 private:
  void split(std::span<const Corners> panels, std::size_t leafSize);
  void measure(std::size_t cluster);
  void expand(std::size_t cluster);

  int degree_;
  std::vector<PanelCluster> clusters_;  // level by level
  std::vector<std::size_t> levels_;     // first cluster of each level, with an end marker
  std::vector<std::size_t> order_;
  PanelArrays<3> panels_;
  std::vector<double> moments_;
  std::vector<MultipoleStrength> strengths_;
};

/// Some points that lie near each other.
struct PointCluster {
  /// Radius of a cluster of equal points: negligible compared with any distance, but not 0, so division is
  /// possible.
  static constexpr double leastRadius = 1e-200;

  IndexRange points;
  Box box;
  Vec3 centre = Vec3::Zero();
  double radius = leastRadius;  ///< no point is farther from the centre
};

/// Points that are sorted into clusters on demand.
class PointClusters {
 public:
  explicit PointClusters(std::size_t count);

  /// Sets point `i` and its number; must be called before split().
  void set(std::size_t i, const Vec3& p, std::size_t number);

  PointCluster all() const { return cluster({0, points_.count()}); }
  /// Splits a cluster of points that are not all equal into at most eight non-empty clusters. Moves its
  /// points. Disjoint clusters may be split on different threads.
  std::size_t split(const PointCluster& parent, std::array<PointCluster, 8>& children);

  const VectorArrays& points() const { return points_; }
  Vec3 point(std::size_t i) const { return {points_.x[i], points_.y[i], points_.z[i]}; }
  std::size_t number(std::size_t i) const { return numbers_[i]; }  ///< as set by set()

 private:
  PointCluster cluster(IndexRange range) const;

  VectorArrays points_;
  std::vector<std::size_t> numbers_;
};

}  // namespace talus
