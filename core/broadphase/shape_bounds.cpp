#include "broadphase/shape_bounds.h"

#include <Eigen/LU>
#include <algorithm>
#include <limits>
#include <memory>

#include "base/error.h"
#include "geometry/convex/convex_hull.h"
#include "geometry/mesh/used_points.h"

namespace talus {

namespace {

// The hull may leave out points within 1e-14 of its extent: the margin covers them.
std::vector<Vec3> hullCorners(const TriangleMesh& mesh) {
  requireCornersExist(mesh, "The shape");
  return usedPoints(convexHull(usedPoints(mesh)));
}

// Enlarges an ellipsoid until it contains the corners that rounding left outside.
Ellipsoid around(const std::vector<Vec3>& corners, Ellipsoid ellipsoid) {
  constexpr double rounding = 1e-9;
  const Eigen::Matrix3d inverse = ellipsoid.axes.inverse();
  double largest = 0;
  for (const Vec3& corner : corners) {
    const double length = (inverse * (corner - ellipsoid.centre)).norm();
    if (!(length <= 1 + rounding))
      throw Error("The ellipsoid does not contain the shape", "a corner lies outside of it",
                  "Enlarge it, or use the automatic one");
    largest = std::max(largest, length);
  }
  ellipsoid.axes *= std::max(1.0, largest);
  return ellipsoid;
}

}  // namespace

ShapeBounds::ShapeBounds(const std::vector<Vec3>& corners) : corners_(corners.size()), points_(corners) {
  for (const Vec3& corner : corners) radius_ = std::max(radius_, corner.norm());
}

ShapeBounds::ShapeBounds(const TriangleMesh& mesh) : ShapeBounds(hullCorners(mesh)) {}

ShapeBounds::ShapeBounds(const TriangleMesh& mesh, const Ellipsoid& ellipsoid) : ShapeBounds(mesh) {
  ellipsoid_.get([&] { return std::make_unique<const Ellipsoid>(around(usedPoints(mesh), ellipsoid)); });
}

const Ellipsoid& ShapeBounds::ellipsoid() const {
  return ellipsoid_.get([this] {
    std::vector<Vec3> corners;
    corners.reserve(corners_);
    for (std::size_t i = 0; i < corners_; ++i) corners.push_back(points_.point(i));
    return std::make_unique<const Ellipsoid>(enclosingEllipsoid(corners));
  });
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

Box ShapeBounds::ofEllipsoid(const Pose& pose) const {
  const auto& [middle, axes] = ellipsoid();
  const Vec3 half = pose.scale * (pose.rotation * axes).rowwise().norm() + margin(pose);
  const Vec3 centre = pose.position + pose.scale * (pose.rotation * middle);
  return {centre - half, centre + half};
}

}  // namespace talus
