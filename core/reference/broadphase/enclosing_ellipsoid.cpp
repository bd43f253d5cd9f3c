#include "reference/broadphase/enclosing_ellipsoid.h"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <numbers>
#include <vector>

namespace talus {

namespace {

using Vector4 = Eigen::Vector4d;
using Matrix4 = Eigen::Matrix4d;

constexpr double dimension = 4;  // of homogeneous coordinates
constexpr double volumeTolerance = 1e-3;
constexpr int maximumSteps = 1000;
constexpr double leastThickness = 1e-6;  // fraction of the longest semi-axis

// Computes weights of the points whose weighted scatter matrix defines the ellipsoid.
class Ascent {
 public:
  explicit Ascent(std::vector<Vec3> points) : points_(std::move(points)), weights_(points_.size(), 0) {
    const std::vector<std::size_t> start = spreadPoints();
    for (const std::size_t i : start) weights_[i] += 1 / static_cast<double>(start.size());
  }

  // Moves weight to the farthest point or away from the nearest one. @return false if all points lie within
  // the tolerance.
  bool step() {
    const Matrix4 inverse = regular(scatter()).inverse();
    std::size_t far = 0, near = 0;
    double most = 0, least = HUGE_VAL;
    for (std::size_t i = 0; i < points_.size(); ++i) {
      const Vector4 q = points_[i].homogeneous();
      const double distance = q.dot(inverse * q);
      if (distance > most) std::tie(most, far) = std::pair(distance, i);
      if (weights_[i] > 0 && distance < least) std::tie(least, near) = std::pair(distance, i);
    }
    if (most <= dimension * (1 + volumeTolerance)) return false;
    if (most - dimension >= dimension - least)
      shift(far, stepTo(most));
    else
      shift(near, std::max(stepTo(least), -weights_[near] / (1 - weights_[near])));
    return true;
  }

  Vec3 mean() const {
    Vec3 sum = Vec3::Zero();
    for (std::size_t i = 0; i < points_.size(); ++i) sum += weights_[i] * points_[i];
    return sum;
  }

  Eigen::Matrix3d covariance() const {
    const Vec3 centre = mean();
    Eigen::Matrix3d sum = Eigen::Matrix3d::Zero();
    for (std::size_t i = 0; i < points_.size(); ++i)
      sum += weights_[i] * (points_[i] - centre) * (points_[i] - centre).transpose();
    return sum;
  }

 private:
  // The extreme points along three directions, each perpendicular to the previous spans (Kumar and Yıldırım,
  // Minimum-volume enclosing ellipsoids and core sets, 2005).
  std::vector<std::size_t> spreadPoints() const {
    std::vector<std::size_t> ends;
    Vec3 span = Vec3::Zero();
    Vec3 direction = Vec3::UnitX();
    for (int i = 0; i < 3; ++i) {
      const auto along = [&](const Vec3& a, const Vec3& b) { return direction.dot(a) < direction.dot(b); };
      const auto [low, high] = std::minmax_element(points_.begin(), points_.end(), along);
      for (const auto end : {low, high}) ends.push_back(static_cast<std::size_t>(end - points_.begin()));
      const Vec3 next = *high - *low;
      direction = i == 0 ? next.unitOrthogonal() : span.cross(next);
      span = next;
    }
    return ends;
  }

  // The step along which the volume increases the most.
  static double stepTo(double distance) { return (distance - dimension) / (dimension * (distance - 1)); }

  Matrix4 scatter() const {
    Matrix4 sum = Matrix4::Zero();
    for (std::size_t i = 0; i < points_.size(); ++i) {
      const Vector4 q = points_[i].homogeneous();
      sum += weights_[i] * q * q.transpose();
    }
    return sum;
  }

  static Matrix4 regular(const Matrix4& scatter) {
    constexpr double thickness = leastThickness * leastThickness;
    return scatter + thickness * Matrix4::Identity();
  }

  void shift(std::size_t i, double step) {
    for (double& weight : weights_) weight *= 1 - step;
    weights_[i] = std::max(0.0, weights_[i] + step);
  }

  std::vector<Vec3> points_;
  std::vector<double> weights_;
};

Ellipsoid fromCovariance(const Vec3& centre, const Eigen::Matrix3d& covariance) {
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(covariance);
  const Vec3 squares = 3 * solver.eigenvalues();
  const double least = std::max(squares[2], leastThickness) * leastThickness * leastThickness;
  return {centre, solver.eigenvectors() * squares.cwiseMax(least).cwiseSqrt().asDiagonal()};
}

// Scales the ellipsoid until it contains every point.
void growAround(const std::vector<Vec3>& points, Ellipsoid& ellipsoid) {
  constexpr double rounding = 1e-9;  // the axes may differ by a factor of 1e6
  const Eigen::Matrix3d inverse = ellipsoid.axes.inverse();
  double largest = 0;
  for (const Vec3& p : points) largest = std::max(largest, (inverse * (p - ellipsoid.centre)).norm());
  ellipsoid.axes *= largest * (1 + rounding) + rounding;
}

}  // namespace

double Ellipsoid::volume() const {
  return 4 * std::numbers::pi / 3 * std::abs(axes.determinant());
}

Ellipsoid enclosingEllipsoid(std::span<const Vec3> points) {
  Box box;
  for (const Vec3& p : points) box.extend(p);
  const Vec3 middle = box.center();
  const double size = std::max(box.sizes().maxCoeff(), std::numeric_limits<double>::min());
  std::vector<Vec3> local;
  local.reserve(points.size());
  for (const Vec3& p : points) local.push_back((p - middle) / size);
  Ascent ascent(local);
  for (int i = 0; i < maximumSteps && ascent.step(); ++i) {
  }
  Ellipsoid ellipsoid = fromCovariance(ascent.mean(), ascent.covariance());
  growAround(local, ellipsoid);
  return {middle + size * ellipsoid.centre, size * ellipsoid.axes};
}

}  // namespace talus
