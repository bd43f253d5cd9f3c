#include "dynamics/law/restitution.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

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

// By bisection. @param restitutionAt of a ratio; below leastRestitution at `high`.
double ratioWhere(double restitution, double high, const std::function<double(double)>& restitutionAt) {
  if (restitution >= 1) return 0;
  const double wanted = std::max(restitution, leastRestitution);
  double low = 0;
  for (double middle = 0.5 * high; low < middle && middle < high && high - low > 1e-12;
       middle = 0.5 * (low + high))
    (restitutionAt(middle) > wanted ? low : high) = middle;
  return 0.5 * (low + high);
}

// ∫ f(s, 1 + s²) ds² over s = tan a from 0 to that angle a, by midpoints that are closer to each other near
// 0.
template <class Function>
double overRatios(double angle, const Function& f) {
  constexpr int count = 400;
  double sum = 0;
  for (int i = 0; i < count; ++i) {
    const double t = (i + 0.5) / count, a = angle * t * t, s = std::tan(a), whole = 1 + s * s;
    sum += 4 * angle * t / count * s * whole * f(s, whole);
  }
  return sum;
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
  constexpr double greatestRatio = 8;  // e(8) is below leastRestitution
  return ratioWhere(restitution, greatestRatio,
                    [exponent](double ratio) { return restitutionOf(ratio, exponent); });
}

// The ratio p = s² of kinetic and elastic energy changes by dp = −(1 + p + ψ) dU/U on the way in and by
// −(1 + p − ψ) dU/U on the way out, where ψ(s) is the dashpot's force over F. So a body that comes at p = ∞
// and leaves at P, with the energy p U, keeps e² = P exp ∫₀^∞ [1/(1 + p + ψ) − 1/(1 + p)] dp exp −∫₀^P dp/(1
// + p − ψ) of its energy, with −1/(1 + p) in place of P if P is infinite. s = tan a.
double barrierRestitutionOf(double dampingRatio) {
  constexpr double quarter = 0.5 * std::numbers::pi;
  const double twice = 2 * dampingRatio, theta = barrierOnset;
  const auto force = [=](double s) { return twice * s / std::sqrt(1 + theta * theta * s * s); };  // ψ
  const double in =
      overRatios(quarter, [&](double s, double whole) { return 1 / (whole + force(s)) - 1 / whole; });
  if (twice <= theta)  // ψ < 1: P is infinite
    return std::exp(0.5 * (in - overRatios(quarter, [&](double s, double whole) {
                             return 1 / (whole - force(s)) - 1 / whole;
                           })));
  const double end = 1 / std::sqrt(twice * twice - theta * theta);  // where ψ = 1: no force is left
  return end * std::exp(0.5 * (in - overRatios(std::atan(end), [&](double s, double whole) {
                                 return 1 / (whole - force(s));
                               })));
}

double barrierDampingRatioOf(double restitution) {
  constexpr double greatestRatio = 30;  // e(30) is below leastRestitution
  return ratioWhere(restitution, greatestRatio, barrierRestitutionOf);
}

}  // namespace talus
