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
  for (const auto& corners : triangles) boxes.push_back(boxOf(corners));
  return boxes;
}

// Zero for slivers, whose computed normals are off by more than 1e-10.
Vec3 unitNormal(const SurfaceDistance::Corners& triangle, double scale) {
  const Vec3 u = (triangle[1] - triangle[0]) * scale;
  const Vec3 v = (triangle[2] - triangle[0]) * scale;
  const Vec3 normal = u.cross(v);
  const double size = normal.norm();
  constexpr double sliver = 1e-5;
  return size > sliver * u.norm() * v.norm() ? Vec3(normal / size) : Vec3(Vec3::Zero());
}

}  // namespace

SurfaceDistance::SurfaceDistance(std::vector<Corners> triangles)
    : triangles_(std::move(triangles)), tree_(boxesOf(triangles_)) {
  const double size = tree_.bounds().sizes().maxCoeff();
  scale_ = std::ldexp(1.0, -std::clamp(std::ilogb(size), -1000, 1000));
  normals_.reserve(triangles_.size());
  for (const Corners& triangle : triangles_) normals_.push_back(unitNormal(triangle, scale_));
}

// The best so far. Everything relative to p and scaled, so that nothing overflows and nearness keeps digits.
struct SurfaceDistance::Search {
  const SurfaceDistance& surface;
  Vec3 p;
  Index triangle = -1;
  double squared = std::numeric_limits<double>::infinity();
  // Boxes up to here may hold a triangle that is as near: `squared` with slack for the rounding of both.
  double limit = std::numeric_limits<double>::infinity();
  // Planes farther than this hold no such triangle; with slack for the rounding of their normals.
  double planeLimit = std::numeric_limits<double>::infinity();

  void visit(Index t) {
    const auto n = static_cast<std::size_t>(t);
    Corners local = surface.triangles_[n];
    for (Vec3& corner : local) corner = (corner - p) * surface.scale_;
    if (std::abs(surface.normals_[n].dot(local[0])) > planeLimit) return;
    const double found = squaredDistance(Vec3::Zero(), local);
    if (found > squared || (found == squared && t >= triangle)) return;
    triangle = t;
    squared = found;
    const double reach = std::sqrt(squared) * (1 + 1e-13) + 1e-14;
    limit = reach * reach;
    planeLimit = reach + 1e-9 * (1 + reach);
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
