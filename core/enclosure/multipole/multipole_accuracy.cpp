#include "enclosure/multipole/multipole_accuracy.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace talus {

namespace {

constexpr double fourPi = 4 * std::numbers::pi;

double binomial(int n, int k) {
  double result = 1;
  for (int i = 1; i <= k; ++i) result *= double(n - k + i) / i;
  return result;
}

// sqrt(Σ_m (n−m)! (n+m)! |M_n^m|²) over all orders.
double powerOf(int degree, int n, const double* moments) {
  const std::size_t size = coefficientCount(degree) / 2;
  const std::size_t row = static_cast<std::size_t>(n) * static_cast<std::size_t>(n + 1) / 2;
  double sum = 0;
  for (int m = 0; m <= n; ++m) {
    const std::size_t c = row + static_cast<std::size_t>(m);
    const double squared = moments[c] * moments[c] + moments[size + c] * moments[size + c];
    sum += (m == 0 ? 1 : 2) * std::tgamma(n - m + 1) * std::tgamma(n + m + 1) * squared;
  }
  return std::sqrt(sum);
}

}  // namespace

int multipoleDegree(double accuracy) {
  const double digits = -std::log10(accuracy);
  const int degree = static_cast<int>(std::ceil(2 * digits - 1e-6));
  return std::clamp(degree, 2, highestDegree);
}

MultipoleStrength::MultipoleStrength(int degree, const double* moments) : degree_(degree) {
  double last = 0;
  for (int s = 1; s <= degree; ++s) {
    const double power = powerOf(degree, s, moments);
    power_[static_cast<std::size_t>(s)] = power * binomial(degree + 1 + s, s) / fourPi;
    if (s + 1 >= degree) last = std::max(last, power);
  }
  const double next = last * (degree + 1) / degree;
  power_[static_cast<std::size_t>(degree) + 1] = next / fourPi;
}

double MultipoleStrength::error(double distance, double radius, double targetRadius) const {
  const double source = radius / (distance - targetRadius);
  const double target = targetRadius / distance;
  double sum = 0;
  double sourcePower = source;
  double targetPower = target;
  for (int s = 1; s <= degree_; ++s) {
    sourcePower *= source;
    targetPower *= target;
    sum += power_[static_cast<std::size_t>(s)] * sourcePower;
  }
  const double tail = power_[static_cast<std::size_t>(degree_) + 1] * sourcePower * source / (1 - source);
  return sum * targetPower + tail;
}

}  // namespace talus
