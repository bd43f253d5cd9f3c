#include "reference/broadphase/ellipsoid_bounds.h"

#include <Eigen/LU>
#include <algorithm>

#include "base/error.h"
#include "geometry/mesh/used_points.h"

namespace talus {

namespace {

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

EllipsoidBounds::EllipsoidBounds(const TriangleMesh& mesh)
    : corners_(mesh), ellipsoid_(enclosingEllipsoid(corners_.points())) {}

EllipsoidBounds::EllipsoidBounds(const TriangleMesh& mesh, const Ellipsoid& ellipsoid)
    : corners_(mesh), ellipsoid_(around(usedPoints(mesh), ellipsoid)) {}

Box EllipsoidBounds::box(const Pose& pose) const {
  const Vec3 half = pose.scale * (pose.rotation * ellipsoid_.axes).rowwise().norm() + corners_.margin(pose);
  const Vec3 centre = pose.position + pose.scale * (pose.rotation * ellipsoid_.centre);
  return {centre - half, centre + half};
}

}  // namespace talus
