#include "surrogate/point_spread.h"

#include "geometry/mass/principal_axes.h"

namespace talus {

PointSpread spreadOf(std::span<const Vec3> points) {
  const auto count = static_cast<double>(points.size());
  PointSpread spread;
  for (const Vec3& p : points) spread.centre += p;
  spread.centre /= count;
  Eigen::Matrix3d covariance = Eigen::Matrix3d::Zero();
  for (const Vec3& p : points) {
    const Vec3 d = p - spread.centre;
    covariance += d * d.transpose();
  }
  const PrincipalAxes principal = principalAxes(covariance / count);
  spread.axes = principal.axes;
  spread.deviation = principal.moments.cwiseMax(0).cwiseSqrt();
  return spread;
}

}  // namespace talus
