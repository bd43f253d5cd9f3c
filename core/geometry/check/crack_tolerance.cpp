#include "geometry/check/crack_tolerance.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace talus {

namespace {

/// Points in a balanced tree that divides them at medians, along each axis in turn.
class MedianTree {
 public:
  explicit MedianTree(std::vector<Vec3> points) : points_(std::move(points)), order_(points_.size()) {
    std::iota(order_.begin(), order_.end(), 0);
    divide(0, order_.size(), 0);
  }

  double distanceToNearest(std::size_t point) const {
    double squared = std::numeric_limits<double>::infinity();
    visit(points_[point], 0, order_.size(), 0, squared, [&](std::size_t other, double distance) {
      if (other != point) squared = std::min(squared, distance);
    });
    return std::sqrt(squared);
  }

  /// Calls take(other) for each point within a distance, itself included.
  template <class Take>
  void within(double distance, std::size_t point, const Take& take) const {
    const double squared = distance * distance;
    visit(points_[point], 0, order_.size(), 0, squared, [&](std::size_t other, double apart) {
      if (apart <= squared) take(other);
    });
  }

 private:
  void divide(std::size_t begin, std::size_t end, int axis) {
    if (end - begin < 2) return;
    const std::size_t middle = begin + (end - begin) / 2;
    const auto at = [this](std::size_t i) { return order_.begin() + static_cast<std::ptrdiff_t>(i); };
    std::nth_element(at(begin), at(middle), at(end), [&](std::size_t one, std::size_t other) {
      return points_[one][axis] < points_[other][axis];
    });
    divide(begin, middle, (axis + 1) % 3);
    divide(middle + 1, end, (axis + 1) % 3);
  }

  // Visits points nearer than a squared radius, which may shrink meanwhile, and some others.
  template <class Take>
  void visit(const Vec3& place, std::size_t begin, std::size_t end, int axis, const double& squared,
             const Take& take) const {
    if (begin == end) return;
    const std::size_t middle = begin + (end - begin) / 2;
    const Vec3& point = points_[order_[middle]];
    take(order_[middle], (point - place).squaredNorm());
    const double offset = place[axis] - point[axis];
    const int next = (axis + 1) % 3;
    const bool below = offset < 0;
    visit(place, below ? begin : middle + 1, below ? middle : end, next, squared, take);
    if (offset * offset <= squared)
      visit(place, below ? middle + 1 : begin, below ? end : middle, next, squared, take);
  }

  std::vector<Vec3> points_;
  std::vector<std::size_t> order_;  // the median of a range is in its middle
};

using BoundaryEdge = std::array<std::size_t, 2>;  // of boundary points

/// Groups of points that are merged, each named by one of its points.
class MergedPoints {
 public:
  MergedPoints(const MedianTree& tree, std::size_t count, double tolerance) : parent_(count) {
    std::iota(parent_.begin(), parent_.end(), 0);
    for (std::size_t point = 0; point < count; ++point)
      tree.within(tolerance, point, [&](std::size_t other) { parent_[group(point)] = group(other); });
  }

  std::size_t group(std::size_t point) {
    while (parent_[point] != point) point = parent_[point] = parent_[parent_[point]];
    return point;
  }

  /// Whether all edges keep their length and meet in pairs.
  bool close(std::vector<BoundaryEdge> edges) {
    for (auto& [first, second] : edges) {
      first = group(first);
      second = group(second);
      if (first == second) return false;
      if (first > second) std::swap(first, second);
    }
    std::sort(edges.begin(), edges.end());
    for (auto run = edges.begin(); run != edges.end();) {
      const auto next = std::upper_bound(run, edges.end(), *run);
      if ((next - run) % 2 != 0) return false;
      run = next;
    }
    return true;
  }

 private:
  std::vector<std::size_t> parent_;
};

// Corners that differ in their last bits need no smaller one.
constexpr double leastTolerance = 1e-9;

double roundedUp(double value) {
  const double unit = std::pow(10, std::floor(std::log10(value)));
  return std::ceil(value / unit) * unit;
}

}  // namespace

double crackTolerance(const TriangleMesh& mesh, std::span<const std::array<Index, 2>> boundary) {
  std::vector<Index> ends;
  for (const auto& edge : boundary) ends.insert(ends.end(), edge.begin(), edge.end());
  std::sort(ends.begin(), ends.end());
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  if (ends.size() < 4) return 0;
  std::vector<Vec3> points;
  for (const Index end : ends) points.push_back(mesh.point(end));
  const MedianTree tree(std::move(points));
  double distance = 0;
  for (std::size_t i = 0; i < ends.size(); ++i) distance = std::max(distance, tree.distanceToNearest(i));
  const double diagonal = mesh.bounds().sizes().norm();
  if (!(distance > 0) || !(distance < diagonal)) return 0;
  const double tolerance = std::max(leastTolerance, roundedUp(distance / diagonal));
  std::vector<BoundaryEdge> edges;
  const auto numberOf = [&](Index end) {
    return static_cast<std::size_t>(std::lower_bound(ends.begin(), ends.end(), end) - ends.begin());
  };
  for (const auto& edge : boundary) edges.push_back({numberOf(edge[0]), numberOf(edge[1])});
  const bool closes = MergedPoints(tree, ends.size(), tolerance * diagonal).close(std::move(edges));
  return closes ? tolerance : 0;
}

}  // namespace talus
