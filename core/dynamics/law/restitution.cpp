#include "dynamics/law/restitution.h"

#include <algorithm>
#include <cmath>

namespace talus {

namespace {

double ofLinearSpring(double z) {
  const double square = 1 - z * z;
  if (square > 0) {
    const double w = std::sqrt(square);
    return std::exp(-z / w * std::atan2(2 * z * w, 2 * z * z - 1));
  }
  if (square == 0) return std::exp(-2.0);
  const double w = std::sqrt(-square);
  return std::exp(-2 * z / w * std::log(z + w));
}

}  // namespace

// x″ = −xⁿ − 2 ζ √(n xⁿ⁻¹) x′ from x = 0, x′ = 1, by the midpoint rule.
double restitutionOf(double dampingRatio, double exponent) {
  if (exponent == 1) return ofLinearSpring(dampingRatio);
  const double damping = 2 * dampingRatio * std::sqrt(exponent);
  const auto acceleration = [=](double x, double v) {
    const double root = std::pow(std::max(x, 0.0), 0.5 * (exponent - 1));
    return -root * (root * x + damping * v);
  };
  const double step = 4e-3 / std::max(1.0, dampingRatio);
  double x = 0, v = 1;
  for (;;) {
    const double a = acceleration(x, v);
    if (v < 0 && a >= 0) return -v;
    const double middle = v + 0.5 * step * a;
    v += step * acceleration(x + 0.5 * step * v, middle);
    x += step * middle;
  }
}

double dampingRatioOf(double restitution, double exponent) {
  if (restitution >= 1) return 0;
  const double wanted = std::max(restitution, leastRestitution);
  double low = 0, high = 8;  // e(8) is below leastRestitution
  for (double middle = 4; low < middle && middle < high && high - low > 1e-12; middle = 0.5 * (low + high))
    (restitutionOf(middle, exponent) > wanted ? low : high) = middle;
  return 0.5 * (low + high);
}

}  // namespace talus
