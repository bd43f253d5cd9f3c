#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "geometry/mesh/box_tree.h"

namespace talus {

/// Points in a tree of boxes, for those near each other. Immutable.
class PointTree {
 public:
  explicit PointTree(std::vector<Vec3> points) : points_(std::move(points)) {
    std::vector<Box> boxes;
    boxes.reserve(points_.size());
    for (const Vec3& point : points_) boxes.emplace_back(point, point);
    tree_ = BoxTree(boxes);
  }

  /// The distance of a point from the nearest other one; infinite without others. O(log n).
  double distanceToNearest(std::size_t point) const {
    const Vec3& place = points_[point];
    double squared = std::numeric_limits<double>::infinity();
    tree_.queryNearest([&](const Box& box) { return box.squaredExteriorDistance(place); },
                       [&] { return squared; },
                       [&](Index other) {
                         if (static_cast<std::size_t>(other) != point)
                           squared = std::min(squared, squaredDistance(place, other));
                       });
    return std::sqrt(squared);
  }

  /// Calls take(other) for each point within a distance of one, itself included.
  template <class Take>
  void within(double distance, std::size_t point, const Take& take) const {
    const Vec3& place = points_[point];
    const double squared = distance * distance;
    tree_.query([&](const Box& box) { return box.squaredExteriorDistance(place) <= squared; },
                [&](Index other) {
                  if (squaredDistance(place, other) <= squared) take(other);
                  return true;
                });
  }

 private:
  double squaredDistance(const Vec3& place, Index point) const {
    return (points_[static_cast<std::size_t>(point)] - place).squaredNorm();
  }

  std::vector<Vec3> points_;
  BoxTree tree_;
};

}  // namespace talus
