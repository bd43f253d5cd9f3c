#include "geometry/surface_distance.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "geometry/point_distance.h"
#include "geometry/predicates.h"

namespace talus {

namespace {

// Beyond so many sizes of the surface all its triangles are equally far to rounding, and squares overflow.
constexpr double farAway = 1e100;

std::vector<Box> boxesOf(const std::vector<SurfaceDistance::Corners>& triangles) {
  std::vector<Box> boxes;
  boxes.reserve(triangles.size());
  for (const auto& [a, b, c] : triangles) {
    boxes.emplace_back(a);
    boxes.back().extend(b).extend(c);
  }
  return boxes;
}

}  // namespace

SurfaceDistance::SurfaceDistance(std::vector<Corners> triangles)
    : triangles_(std::move(triangles)), tree_(boxesOf(triangles_)) {
  const double size = tree_.bounds().sizes().maxCoeff();
  scale_ = std::ldexp(1.0, -std::clamp(std::ilogb(size), -1000, 1000));
}

// The best so far. Everything relative to p and scaled, so that nothing overflows and nearness keeps digits.
struct SurfaceDistance::Search {
  const SurfaceDistance& surface;
  Vec3 p;
  Index triangle = -1;
  double squared = std::numeric_limits<double>::infinity();
  // Boxes up to here may hold a triangle that is as near: `squared` with slack for the rounding of both.
  double limit = std::numeric_limits<double>::infinity();

  void visit(Index t) {
    Corners local = surface.triangles_[static_cast<std::size_t>(t)];
    for (Vec3& corner : local) corner = (corner - p) * surface.scale_;
    const double found = squaredDistance(Vec3::Zero(), local);
    if (found > squared || (found == squared && t >= triangle)) return;
    triangle = t;
    squared = found;
    const double reach = std::sqrt(squared) * (1 + 1e-13) + 1e-14;
    limit = reach * reach;
  }

  double distance(const Box& box) const {
    return ((box.min() - p).cwiseMax(p - box.max()).cwiseMax(0.0) * surface.scale_).squaredNorm();
  }
};

// The smallest triangle that p lies on, in exact arithmetic; −1: none.
Index SurfaceDistance::holding(const Vec3& p) const {
  Index smallest = -1;
  tree_.queryPoint(p, [&](Index t) {
    const auto& [a, b, c] = triangles_[static_cast<std::size_t>(t)];
    if ((smallest < 0 || t < smallest) && orient3d(a, b, c, p) == 0 &&
        locateInPlane(p, a, b, c) != OnTriangle::Outside)
      smallest = t;
    return true;
  });
  return smallest;
}

NearestTriangle SurfaceDistance::nearest(const Vec3& p, Index hint) const {
  constexpr double doubtful =
      1e-10;  // of the size: nearer than this it takes exact arithmetic to tell from 0
  const Vec3& corner = triangles_.front().front();
  const Vec3 offset = p * 0.5 - corner * 0.5;  // halves: their difference cannot overflow
  if (!((offset * scale_).cwiseAbs().maxCoeff() < farAway)) return {0, 2 * offset.stableNorm()};
  Search search{*this, p};
  if (hint >= 0) search.visit(hint);
  tree_.queryNearest([&](const Box& box) { return search.distance(box); }, [&] { return search.limit; },
                     [&](Index t) { search.visit(t); });
  const double distance = std::sqrt(search.squared);
  if (distance < doubtful)
    if (const Index t = holding(p); t >= 0) return {t, 0};
  return {search.triangle, std::max(distance / scale_, std::numeric_limits<double>::denorm_min())};
}

}  // namespace talus
