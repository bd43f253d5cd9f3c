#include "geometry/mass/principal_axes.h"

#include <Eigen/Eigenvalues>
#include <cmath>

namespace talus {

namespace {

constexpr double equalMoments = 1e-12;    // fraction of the largest moment
constexpr double equalComponents = 1e-6;  // rounding must not decide which of two components is larger

Eigen::Index largestComponent(const Vec3& v) {
  const double largest = v.cwiseAbs().maxCoeff();
  Eigen::Index i = 0;
  while (std::abs(v[i]) < (1 - equalComponents) * largest) ++i;
  return i;
}

Vec3 withPositiveLargest(const Vec3& v) {
  return v[largestComponent(v)] < 0 ? Vec3(-v) : v;
}

// The unit vector perpendicular to `axis` that is nearest to a coordinate axis.
Vec3 perpendicular(const Vec3& axis) {
  const double least = axis.cwiseAbs().minCoeff();
  Eigen::Index i = 0;
  while (std::abs(axis[i]) > least + equalComponents) ++i;
  return (Vec3::Unit(i) - axis[i] * axis).normalized();
}

// Chooses the axes that equal moments leave undetermined.
void settleOpenAxes(PrincipalAxes& principal) {
  const double limit = equalMoments * principal.moments.cwiseAbs().maxCoeff();
  const bool low = principal.moments[1] - principal.moments[0] <= limit;
  const bool high = principal.moments[2] - principal.moments[1] <= limit;
  if (low && high) {
    principal.axes.setIdentity();
  } else if (low) {
    principal.axes.col(0) = perpendicular(principal.axes.col(2));
    principal.axes.col(1) = principal.axes.col(2).cross(principal.axes.col(0));
  } else if (high) {
    principal.axes.col(1) = perpendicular(principal.axes.col(0));
  }
}

}  // namespace

PrincipalAxes principalAxes(const Eigen::Matrix3d& tensor) {
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(tensor);
  PrincipalAxes principal{solver.eigenvalues(), solver.eigenvectors()};
  settleOpenAxes(principal);
  for (const Eigen::Index i : {0, 1}) principal.axes.col(i) = withPositiveLargest(principal.axes.col(i));
  principal.axes.col(2) = principal.axes.col(0).cross(principal.axes.col(1));
  return principal;
}

}  // namespace talus
