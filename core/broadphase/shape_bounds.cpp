#include "broadphase/shape_bounds.h"

#include <algorithm>
#include <limits>

#include "geometry/convex/convex_hull.h"
#include "geometry/mesh/used_points.h"

namespace talus {

namespace {

// The hull may leave out points within 1e-14 of its extent: the margin covers them.
std::vector<Vec3> hullCorners(const TriangleMesh& mesh) {
  requireCornersExist(mesh, "The shape");
  return usedPoints(convexHull(usedPoints(mesh)));
}

}  // namespace

ShapeBounds::ShapeBounds(const std::vector<Vec3>& corners) : corners_(corners.size()), points_(corners) {
  for (const Vec3& corner : corners) radius_ = std::max(radius_, corner.norm());
}

ShapeBounds::ShapeBounds(const TriangleMesh& mesh) : ShapeBounds(hullCorners(mesh)) {}

std::vector<Vec3> ShapeBounds::points() const {
  std::vector<Vec3> points;
  points.reserve(corners_);
  for (std::size_t i = 0; i < corners_; ++i) points.push_back(points_.point(i));
  return points;
}

Vec3 ShapeBounds::margin(const Pose& pose) const {
  constexpr double roundings = 256 * std::numeric_limits<double>::epsilon();
  return roundings * (pose.position.cwiseAbs().array() + pose.scale * radius_).matrix();
}

Box ShapeBounds::minMax(const Pose& pose) const {
  const Box box = extentOf(points_, pose.rotation);
  const Vec3 spare = margin(pose);
  return {pose.position + pose.scale * box.min() - spare, pose.position + pose.scale * box.max() + spare};
}

}  // namespace talus
