#include "geometry/check/crack_tolerance.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "geometry/mesh/point_tree.h"
#include "geometry/mesh/union_find.h"

namespace talus {

namespace {

using BoundaryEdge = std::array<Index, 2>;  // of boundary points

// Whether all edges keep their length and meet in pairs once points within a tolerance are merged.
bool meetInPairs(const PointTree& tree, std::size_t count, double tolerance,
                 std::vector<BoundaryEdge> edges) {
  UnionFind merged(count);
  for (std::size_t point = 0; point < count; ++point)
    tree.within(tolerance, point, [&](Index other) { merged.unite(static_cast<Index>(point), other); });
  for (auto& [first, second] : edges) {
    first = merged.find(first);
    second = merged.find(second);
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
  const PointTree tree(std::move(points));
  double distance = 0;
  for (std::size_t i = 0; i < ends.size(); ++i) distance = std::max(distance, tree.distanceToNearest(i));
  const double diagonal = mesh.bounds().sizes().norm();
  if (!(distance > 0) || !(distance < diagonal)) return 0;
  const double tolerance = std::max(leastTolerance, roundedUp(distance / diagonal));
  std::vector<BoundaryEdge> edges;
  const auto numberOf = [&](Index end) {
    return static_cast<Index>(std::lower_bound(ends.begin(), ends.end(), end) - ends.begin());
  };
  for (const auto& edge : boundary) edges.push_back({numberOf(edge[0]), numberOf(edge[1])});
  return meetInPairs(tree, ends.size(), tolerance * diagonal, std::move(edges)) ? tolerance : 0;
}

}  // namespace talus
