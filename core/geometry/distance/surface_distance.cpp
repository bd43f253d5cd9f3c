#include "geometry/distance/surface_distance.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "geometry/distance/distance_kernel.h"
#include "geometry/distance/point_distance.h"
#include "geometry/exact/predicates.h"

namespace talus {

namespace {

// In units of the surface's size: beyond this all triangles have equal distances to rounding, and squares
// overflow.
constexpr double farAway = 1e100;

// Fraction of the size: below this distance, exact arithmetic decides whether the distance is 0.
constexpr double doubtful = 1e-10;

double squaredToBox(const DistanceTree::Node& node, std::size_t child, const Vec3& p) {
  double squared = 0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double x = p[static_cast<Eigen::Index>(axis)];
    const double out = std::max({node.low[axis][child] - x, x - node.high[axis][child], 0.0});
    squared += out * out;
  }
  return squared;
}

}  // namespace

SurfaceDistance::SurfaceDistance(std::vector<Corners> triangles)
    : triangles_(std::move(triangles)), tree_(triangles_) {}

// The nearest triangle so far. All coordinates are relative to p and scaled, so that nothing overflows and
// small distances stay accurate.
struct SurfaceDistance::Search {
  const SurfaceDistance& surface;
  Vec3 p;
  Index triangle = -1;
  double squared = std::numeric_limits<double>::infinity();

  void visit(Index t) {
    Corners local = surface.triangles_[static_cast<std::size_t>(t)];
    for (Vec3& corner : local) corner = (corner - p) * surface.tree_.scale;
    const double found = squaredDistance(Vec3::Zero(), local);
    if (found > squared || (found == squared && t >= triangle)) return;
    triangle = t;
    squared = found;
  }

  DistanceQuery query(const Vec3& local) const {
    DistanceQuery query;
    for (std::size_t axis = 0; axis < 3; ++axis)
      query.point[axis] = static_cast<float>(local[static_cast<Eigen::Index>(axis)]);
    query.margin = marginAt(local);
    if (triangle >= 0) query.bound = static_cast<float>(std::sqrt(squared));
    return query;
  }

  void judge(const std::vector<NearCandidate>& candidates, float reach) {
    for (const NearCandidate& candidate : candidates)
      if (candidate.distance <= reach && candidate.triangle != triangle) visit(candidate.triangle);
  }
};

void SurfaceDistance::searchNear(const Vec3& local, Search& search) const {
  thread_local std::vector<NearCandidate> candidates;
  const DistanceQuery query = search.query(local);
  search.judge(candidates, collectNear(tree_, query, candidates) + 2 * query.margin);
}

bool SurfaceDistance::allBeyond(std::span<const Vec3> points, double distance) const {
  constexpr double roundings = 1e-9;
  Box box;
  for (const Vec3& p : points) box.extend(p);
  const double radius = 0.5 * box.diagonal().norm();
  return nearest(box.center()).distance * (1 - roundings) > (distance + radius) * (1 + roundings);
}

void SurfaceDistance::nearestOfGroup(std::span<const Vec3> points, std::span<NearestTriangle> nearest) const {
  thread_local std::vector<DistanceTree::Node> packs;
  thread_local std::vector<NearCandidate> candidates;
  constexpr std::size_t maximumPacks = 64;  // with more packs, single searches are as fast
  Box box;
  for (const Vec3& p : points) box.extend(p);
  const Vec3 middle = box.center();
  bool together = points.size() > 2 && !isFar(box.min()) && !isFar(box.max());
  const Vec3 local = tree_.local(middle);
  const double radius = (tree_.local(box.max()) - local).norm();
  together = together && local.cwiseAbs().maxCoeff() + radius <= reachOfFloat;
  Index hint = -1;
  if (together) {
    Search search{*this, middle};
    searchNear(local, search);
    hint = search.triangle;
    together = collectLeaves(tree_, search.query(local), static_cast<float>(radius * (1 + 1e-6)),
                             maximumPacks, packs);
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!together) {
      nearest[i] = this->nearest(points[i], hint);
    } else {
      Search search{*this, points[i]};
      search.visit(hint);
      const DistanceQuery query = search.query(tree_.local(points[i]));
      search.judge(candidates, collectNearAmong(packs, tree_, query, candidates) + 2 * query.margin);
      nearest[i] = finish(search);
    }
    hint = nearest[i].triangle;
  }
}

// Searches in double, for points so far that single precision does not distinguish the triangles.
void SurfaceDistance::searchFar(const Vec3& local, Search& search) const {
  struct Waiting {
    double squared;
    Index child;
  };
  std::vector<Waiting> stack{{0, 0}};
  while (!stack.empty()) {
    const Waiting next = stack.back();
    stack.pop_back();
    if (next.squared > search.squared * (1 + 1e-12)) continue;
    if (next.child < 0) {
      const DistanceTree::Leaf& leaf = tree_.leaves[static_cast<std::size_t>(-1 - next.child)];
      for (Index i = 0; i < leaf.count; ++i) search.visit(leaf.triangle[static_cast<std::size_t>(i)]);
      continue;
    }
    const DistanceTree::Node& node = tree_.nodes[static_cast<std::size_t>(next.child)];
    const auto first = static_cast<std::ptrdiff_t>(stack.size());
    for (std::size_t i = 0; i < static_cast<std::size_t>(node.count); ++i)
      stack.push_back({squaredToBox(node, i, local), node.child[i]});
    std::sort(stack.begin() + first, stack.end(),
              [](const Waiting& a, const Waiting& b) { return a.squared > b.squared; });
  }
}

// The triangle with the smallest number on which p lies, by exact arithmetic; −1: none.
Index SurfaceDistance::holding(const Vec3& p) const {
  const Vec3 local = tree_.local(p);
  constexpr double within = 2 * doubtful * doubtful;
  Index smallest = -1;
  std::vector<Index> stack{0};
  while (!stack.empty()) {
    const Index next = stack.back();
    stack.pop_back();
    if (next < 0) {
      const DistanceTree::Leaf& leaf = tree_.leaves[static_cast<std::size_t>(-1 - next)];
      for (std::size_t i = 0; i < static_cast<std::size_t>(leaf.count); ++i) {
        const Index t = leaf.triangle[i];
        const auto& [a, b, c] = triangles_[static_cast<std::size_t>(t)];
        if ((smallest < 0 || t < smallest) && orient3d(a, b, c, p) == 0 &&
            locateInPlane(p, a, b, c) != OnTriangle::Outside)
          smallest = t;
      }
      continue;
    }
    const DistanceTree::Node& node = tree_.nodes[static_cast<std::size_t>(next)];
    for (std::size_t i = 0; i < static_cast<std::size_t>(node.count); ++i)
      if (squaredToBox(node, i, local) <= within) stack.push_back(node.child[i]);
  }
  return smallest;
}

// Whether p is farther than farAway times the surface's size.
bool SurfaceDistance::isFar(const Vec3& p) const {
  const Vec3 offset = p * 0.5 - triangles_.front().front() * 0.5;  // halved: the difference cannot overflow
  return !((offset * tree_.scale).cwiseAbs().maxCoeff() < farAway);
}

NearestTriangle SurfaceDistance::finish(const Search& search) const {
  const double distance = std::sqrt(search.squared);
  if (distance < doubtful)
    if (const Index t = holding(search.p); t >= 0) return {t, 0};
  return {search.triangle, std::max(distance / tree_.scale, std::numeric_limits<double>::denorm_min())};
}

NearestTriangle SurfaceDistance::nearest(const Vec3& p, Index hint) const {
  if (isFar(p)) return {0, 2 * (p * 0.5 - triangles_.front().front() * 0.5).stableNorm()};
  Search search{*this, p};
  if (hint >= 0) search.visit(hint);
  const Vec3 local = tree_.local(p);
  if (local.cwiseAbs().maxCoeff() <= reachOfFloat)
    searchNear(local, search);
  else
    searchFar(local, search);
  return finish(search);
}

}  // namespace talus
