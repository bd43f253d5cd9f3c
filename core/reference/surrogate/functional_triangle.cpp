#include "reference/surrogate/functional_triangle.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "geometry/distance/point_distance.h"

namespace talus {

namespace {

using Corners = std::array<Vec3, 3>;
using Unknowns = Eigen::Matrix<double, 9, 1>;  // three corners
using Hessian = Eigen::Matrix<double, 9, 9>;

// The parameters of functional (6); the paper prints none.
constexpr int sizeExponent = 8;
constexpr double areaWeight = 4e-5;
constexpr double insideWeight = 0.003;
constexpr int steps = 40;

Vec3 corner(const Unknowns& x, int i) {
  return x.segment<3>(3 * i);
}

// Functional (6) for a cluster of triangles about the origin, of radius 1.
class Functional {
 public:
  explicit Functional(std::span<const Corners> triangles) : triangles_(triangles) {}

  // Returns the value and overwrites the gradient.
  double operator()(const Unknowns& x, Unknowns& gradient) const {
    gradient.setZero();
    return size(x, gradient) + area(x, gradient) + inside(x, gradient);
  }

 private:
  // Σ |x − t|^β / β, as a mean over the triangles.
  double size(const Unknowns& x, Unknowns& gradient) const {
    const double share = 1.0 / static_cast<double>(triangles_.size());
    double sum = 0;
    for (int i = 0; i < 3; ++i)
      for (const Corners& triangle : triangles_) {
        const Vec3 p = corner(x, i);
        const Vec3 way = p - closestPoint(p, triangle);
        const double squared = way.squaredNorm();
        const double power = squared * squared * squared * share;  // |x − t|^(β − 2)
        sum += power * squared / sizeExponent;
        gradient.segment<3>(3 * i) += power * way;
      }
    return sum;
  }

  // α / 2 · |(x2 − x1) × (x3 − x1)|^−2
  double area(const Unknowns& x, Unknowns& gradient) const {
    const Vec3 e = corner(x, 1) - corner(x, 0), f = corner(x, 2) - corner(x, 0);
    const Vec3 cross = e.cross(f);
    const double squared = cross.squaredNorm();
    if (squared < leastSquaredArea) return std::numeric_limits<double>::infinity();
    addCrossGradient(e, f, -areaWeight / (squared * squared) * cross, gradient);
    return areaWeight / (2 * squared);
  }

  // α / β Σ max(0, (x − x_t) · N)^β over the corners x_t of all triangles, as a mean; β = 2. All points x of
  // the surrogate give the same value, as N is its normal.
  double inside(const Unknowns& x, Unknowns& gradient) const {
    const Vec3 e = corner(x, 1) - corner(x, 0), f = corner(x, 2) - corner(x, 0);
    const Vec3 cross = e.cross(f);
    const double length = cross.norm();
    const Vec3 normal = cross / length;
    const double share = insideWeight / static_cast<double>(triangles_.size());
    double sum = 0;
    Vec3 turn = Vec3::Zero();  // Σ derivative with respect to N
    double shift = 0;          // Σ derivative with respect to x along N
    for (const Corners& triangle : triangles_)
      for (const Vec3& fine : triangle) {
        const Vec3 way = corner(x, 0) - fine;
        const double depth = way.dot(normal);
        if (depth <= 0) continue;
        sum += share * depth * depth / 2;
        shift += share * depth;
        turn += share * depth * way;
      }
    gradient.segment<3>(0) += shift * normal;
    addCrossGradient(e, f, (turn - turn.dot(normal) * normal) / length, gradient);
    return sum;
  }

  // Adds the gradient of g · (e × f) with respect to the corners.
  static void addCrossGradient(const Vec3& e, const Vec3& f, const Vec3& g, Unknowns& gradient) {
    const Vec3 second = f.cross(g), third = g.cross(e);
    gradient.segment<3>(0) -= second + third;
    gradient.segment<3>(3) += second;
    gradient.segment<3>(6) += third;
  }

  static constexpr double leastSquaredArea = 1e-60;

  std::span<const Corners> triangles_;
};

// Minimises by BFGS with halved steps (Nocedal and Wright, Numerical Optimization, algorithm 6.1).
Unknowns minimise(const Functional& functional, Unknowns x) {
  Hessian inverse = Hessian::Identity();
  Unknowns gradient, nextGradient;
  double value = functional(x, gradient);
  for (int i = 0; i < steps && gradient.norm() > 1e-9; ++i) {
    Unknowns direction = -inverse * gradient;
    double slope = direction.dot(gradient);
    if (!(slope < 0)) {
      inverse.setIdentity();
      direction = -gradient;
      slope = -gradient.squaredNorm();
    }
    double step = std::min(1.0, 0.5 / direction.norm());
    double next = functional(x + step * direction, nextGradient);
    for (int half = 0; half < 30 && !(next <= value + 1e-4 * step * slope); ++half) {
      step /= 2;
      next = functional(x + step * direction, nextGradient);
    }
    if (!(next < value)) break;
    const Unknowns moved = step * direction, change = nextGradient - gradient;
    const double curvature = moved.dot(change);
    if (curvature > 1e-12 * moved.norm() * change.norm()) {
      const Hessian left = Hessian::Identity() - moved * change.transpose() / curvature;
      inverse = left * inverse * left.transpose() + moved * moved.transpose() / curvature;
    }
    x += moved;
    value = next;
    gradient = nextGradient;
  }
  return x;
}

Vec3 middle(const Corners& t) {
  return (t[0] + t[1] + t[2]) / 3;
}

// The triangle nearest to the origin, enlarged to at least a tenth of the cluster's size, as the functional's
// area term is steep for small triangles. A fixed triangle replaces one of almost no area.
Corners startTriangle(std::span<const Corners> triangles) {
  const auto nearer = [](const Corners& s, const Corners& t) {
    return middle(s).squaredNorm() < middle(t).squaredNorm();
  };
  Corners start = *std::min_element(triangles.begin(), triangles.end(), nearer);
  const Vec3 centre = middle(start);
  const Vec3 e = start[1] - start[0], f = start[2] - start[0];
  const double area = e.cross(f).norm();
  constexpr double least = 0.01;
  if (area < 1e-6 * (e.squaredNorm() + f.squaredNorm()) || area == 0)
    return {Vec3(centre + Vec3(0.1, 0, 0)), Vec3(centre + Vec3(0, 0.1, 0)), Vec3(centre + Vec3(0, 0, 0.1))};
  const double grow = std::max(1.0, std::sqrt(least / area));
  for (Vec3& p : start) p = centre + grow * (p - centre);
  return start;
}

}  // namespace

Corners functionalTriangle(std::span<const Corners> triangles) {
  if (triangles.size() == 1) return triangles.front();
  Vec3 centre = Vec3::Zero();
  for (const Corners& triangle : triangles) centre += middle(triangle);
  centre /= static_cast<double>(triangles.size());
  double squared = 0;
  for (const Corners& triangle : triangles)
    for (const Vec3& p : triangle) squared = std::max(squared, (p - centre).squaredNorm());
  const double radius = std::sqrt(squared);
  if (radius == 0) return triangles.front();

  std::vector<Corners> scaled(triangles.begin(), triangles.end());
  for (Corners& triangle : scaled)
    for (Vec3& p : triangle) p = (p - centre) / radius;
  const Corners start = startTriangle(scaled);
  Unknowns x;
  x << start[0], start[1], start[2];
  x = minimise(Functional(scaled), x);
  Corners result;
  for (int i = 0; i < 3; ++i) result[static_cast<std::size_t>(i)] = centre + radius * corner(x, i);
  return result;
}

}  // namespace talus
