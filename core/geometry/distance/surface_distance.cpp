#include "geometry/distance/surface_distance.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "geometry/distance/distance_kernel.h"
#include "geometry/distance/group_kernel.h"
#include "geometry/distance/pair_kernel.h"
#include "geometry/exact/predicates.h"

namespace talus {

namespace {

// In units of the surface's size: beyond this all triangles have equal distances to rounding, and squares
// overflow.
constexpr double maximumOffset = 1e100;

// Fraction of the size: below this distance, exact arithmetic decides whether the distance is 0.
constexpr double doubtfulShare = 1e-10;

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
    const double found = squaredFromOrigin(local);
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

namespace {

float enlarged(double x) {
  constexpr double largest = 1e30, up = 1 + 1e-6;  // more than the rounding to float
  return static_cast<float>(std::min(x * up, largest));
}

// The points of a group in the tree's frame; none if single precision does not reach them.
std::optional<PointGroup> groupOf(const DistanceTree& tree, std::span<const Vec3> points) {
  PointGroup group;
  std::array<float, 3> low, high;
  low.fill(std::numeric_limits<float>::infinity());
  high.fill(-low[0]);
  group.count = points.size();
  for (std::size_t i = 0; i < PointGroup::capacity; ++i) {
    const Vec3 local = tree.local(points[std::min(i, points.size() - 1)]);
    if (!(local.array().abs() <= reachOfFloat).all()) return std::nullopt;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const auto x = static_cast<float>(local[static_cast<Eigen::Index>(axis)]);
      group.at[axis][i] = x;
      low[axis] = std::min(low[axis], x);
      high[axis] = std::max(high[axis], x);
    }
  }
  float largest = 0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    largest = std::max({largest, std::abs(low[axis]), std::abs(high[axis])});
    group.middle[axis] = 0.5F * (low[axis] + high[axis]);
    group.halfSize[axis] = std::max(high[axis] - group.middle[axis], group.middle[axis] - low[axis]);
  }
  group.margin = marginAt(Vec3::Constant(largest));
  return group;
}

}  // namespace

// Memory of a thread, kept from group to group.
struct SurfaceDistance::Room {
  GroupRoom search;
  std::vector<NearTriangle> pairs;
  OriginTriangles triangles;
};

void SurfaceDistance::nearestOfGroup(std::span<const Vec3> points, std::span<NearestTriangle> nearest,
                                     double band, Index hint) const {
  for (std::size_t begin = 0; begin < points.size(); begin += PointGroup::capacity) {
    const std::size_t count = std::min(PointGroup::capacity, points.size() - begin);
    nearestOfFew(points.subspan(begin, count), nearest.subspan(begin, count), {band, hint});
    hint = nearest[begin].triangle;
  }
}

// Divides the group as long as too many triangles may be near.
void SurfaceDistance::nearestOfFew(std::span<const Vec3> points, std::span<NearestTriangle> nearest,
                                   const GroupWish& wish) const {
  constexpr std::size_t leastGroup = 4;  // fewer are asked one by one
  if (points.size() >= leastGroup) {
    if (searchGroup(points, nearest, wish)) return;
    const std::size_t half = points.size() / 2;
    nearestOfFew(points.first(half), nearest.first(half), wish);
    return nearestOfFew(points.subspan(half), nearest.subspan(half), {wish.band, nearest[0].triangle});
  }
  Index hint = wish.hint;
  for (std::size_t i = 0; i < points.size(); ++i) {
    nearest[i] = this->nearest(points[i], hint);
    hint = nearest[i].triangle;
    if (nearest[i].distance > wish.band) nearest[i] = {-1, wish.band};
  }
}

// An upper bound of the distances of a group's points from a triangle, in the tree's frame.
double SurfaceDistance::farthestFrom(Index t, const PointGroup& group) const {
  const auto vector = [](const std::array<float, 3>& a) { return Vec3(a[0], a[1], a[2]); };
  Corners local = triangles_[static_cast<std::size_t>(t)];
  for (Vec3& corner : local) corner = tree_.local(corner) - vector(group.middle);
  return std::sqrt(squaredFromOrigin(local)) + vector(group.halfSize).norm();
}

// False if it would take long, or the points are too far away.
bool SurfaceDistance::searchGroup(std::span<const Vec3> points, std::span<NearestTriangle> nearest,
                                  const GroupWish& wish) const {
  thread_local Room room;
  constexpr std::size_t maximumTriangles = 4096;
  std::optional<PointGroup> group = groupOf(tree_, points);
  if (!group) return false;
  group->band = enlarged(wish.band * tree_.scale);
  if (wish.hint >= 0) group->bound = enlarged(farthestFrom(wish.hint, *group)) + group->margin;
  if (!collectNearOfGroup(tree_, *group, maximumTriangles, room.search, room.pairs)) return false;
  room.triangles.clear();
  room.triangles.reserve(room.pairs.size());
  for (const NearTriangle& pair : room.pairs)
    room.triangles.add(triangles_[static_cast<std::size_t>(pair.triangle)], points[pair.point], tree_.scale);
  const std::span<const double> squared = room.triangles.squaredDistances();
  std::array<Index, PointGroup::capacity> best;
  std::array<double, PointGroup::capacity> least;
  best.fill(-1);
  least.fill(std::numeric_limits<double>::infinity());
  for (std::size_t i = 0; i < squared.size(); ++i) {
    const auto [point, t] = room.pairs[i];
    if (squared[i] > least[point] || (squared[i] == least[point] && t >= best[point])) continue;
    least[point] = squared[i];
    best[point] = t;
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    nearest[i] = best[i] < 0 ? NearestTriangle{-1, wish.band} : finish(points[i], best[i], least[i]);
    if (nearest[i].distance > wish.band) nearest[i] = {-1, wish.band};
  }
  return true;
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
  constexpr double within = 2 * doubtfulShare * doubtfulShare;
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

// Whether p is farther than maximumOffset times the surface's size.
bool SurfaceDistance::isFar(const Vec3& p) const {
  const Vec3 offset = p * 0.5 - triangles_.front().front() * 0.5;  // halved: the difference cannot overflow
  return !((offset * tree_.scale).array().abs() < maximumOffset).all();
}

NearestTriangle SurfaceDistance::finish(const Vec3& p, Index triangle, double squared) const {
  const double distance = std::sqrt(squared);
  if (distance < doubtfulShare)
    if (const Index t = holding(p); t >= 0) return {t, 0};
  return {triangle, std::max(distance / tree_.scale, std::numeric_limits<double>::denorm_min())};
}

NearestTriangle SurfaceDistance::nearest(const Vec3& p, Index hint) const {
  if (isFar(p)) return {0, 2 * (p * 0.5 - triangles_.front().front() * 0.5).stableNorm()};
  Search search{*this, p};
  if (hint >= 0) search.visit(hint);
  const Vec3 local = tree_.local(p);
  if ((local.array().abs() <= reachOfFloat).all())
    searchNear(local, search);
  else
    searchFar(local, search);
  return finish(p, search.triangle, search.squared);
}

}  // namespace talus
