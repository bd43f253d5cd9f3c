#include "broadphase/support_tree.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace talus {

namespace {

constexpr std::size_t fewPoints = 24;  // of a leaf

}  // namespace

SupportTree::SupportTree(std::vector<Vec3> points) : points_(std::move(points)) {
  if (!points_.empty()) build(0, points_.size());
}

void SupportTree::build(std::size_t begin, std::size_t end) {
  Box box;
  for (std::size_t i = begin; i < end; ++i) box.extend(points_[i]);
  const std::size_t node = nodes_.size();
  nodes_.push_back({0.5 * box.min() + 0.5 * box.max(), 0.5 * box.max() - 0.5 * box.min(), begin, end});
  if (end - begin <= fewPoints) return;
  Eigen::Index axis = 0;
  nodes_[node].half.maxCoeff(&axis);
  const std::size_t middle = begin + (end - begin) / 2;
  const auto at = [&](std::size_t i) { return points_.begin() + static_cast<std::ptrdiff_t>(i); };
  std::nth_element(at(begin), at(middle), at(end),
                   [axis](const Vec3& p, const Vec3& q) { return p[axis] < q[axis]; });
  build(begin, middle);
  nodes_[node].right = nodes_.size();
  build(middle, end);
}

// The greatest product of the direction with a point.
double SupportTree::farthest(const Vec3& direction) const {
  constexpr double roundings = 16 * std::numeric_limits<double>::epsilon();
  const Vec3 lengths = direction.cwiseAbs();
  const auto above = [&](const Node& node) {
    const double reach = lengths.dot(node.half);
    return direction.dot(node.centre) + reach + roundings * (lengths.dot(node.centre.cwiseAbs()) + reach);
  };
  constexpr std::size_t maximumDepth = 64;
  std::pair<std::size_t, double> waiting[maximumDepth];
  std::size_t count = 0;
  double best = -std::numeric_limits<double>::infinity();
  waiting[count++] = {0, above(nodes_.front())};
  while (count > 0) {
    const auto [number, limit] = waiting[--count];
    if (limit <= best) continue;
    const Node& node = nodes_[number];
    if (node.right == 0) {
      for (std::size_t i = node.begin; i < node.end; ++i) best = std::max(best, direction.dot(points_[i]));
      continue;
    }
    std::pair<std::size_t, double> near{number + 1, above(nodes_[number + 1])};
    std::pair<std::size_t, double> far{node.right, above(nodes_[node.right])};
    if (near.second < far.second) std::swap(near, far);
    waiting[count++] = far;
    waiting[count++] = near;
  }
  return best;
}

Box SupportTree::extent(const Eigen::Matrix3d& map) const {
  Box box;
  if (points_.empty()) return box;
  for (Eigen::Index i = 0; i < 3; ++i) {
    box.min()[i] = -farthest(-map.row(i));
    box.max()[i] = farthest(map.row(i));
  }
  return box;
}

}  // namespace talus
