#pragma once

#include <span>
#include <vector>

#include "base/types.h"

namespace talus {

/// Points sorted into small groups that lie close together, by the cells of a uniform grid; in a group,
/// consecutive points lie still closer together. The groups do not depend on the number of threads.
///
/// Memory: 4 bytes per point, and 8 per cell, for 8 points each if they fill their box. Cost: O(points),
/// about 10 ns each.
class PointGroups {
 public:
  /// @param points those that are not finite belong to no group. @param size the maximum number of points in
  /// a group, ≥ 1.
  PointGroups(std::span<const Vec3> points, std::size_t size);

  std::size_t count() const { return begins_.size() - 1; }
  /// Numbers of the points of a group.
  std::span<const Index> operator[](std::size_t group) const {
    return std::span(order_).subspan(begins_[group], begins_[group + 1] - begins_[group]);
  }

 private:
  std::vector<Index> order_;
  std::vector<std::size_t> begins_;
};

}  // namespace talus
