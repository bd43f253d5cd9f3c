#include "scene/size_distribution.h"

#include <algorithm>
#include <boost/math/special_functions/erf.hpp>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/error.h"
#include "shapes/placement.h"

namespace talus {

namespace {

// Probability of a standard normal variable below x, accurate where it is small.
double lowerTail(double x) {
  return std::erfc(-x / std::numbers::sqrt2) / 2;
}

}  // namespace

SizeDistribution::SizeDistribution(const SizeOptions& options) : options_(options) {
  requireValid(options);
  requireFitting();
  const auto& o = options_;
  if (o.law == SizeLaw::Normal) cutTails(o.typical, o.smallest, o.largest);
  if (o.law == SizeLaw::LogNormal) cutTails(std::log(o.typical), std::log(o.smallest), std::log(o.largest));
}

// Rules that concern several options together.
void SizeDistribution::requireFitting() const {
  const auto& o = options_;
  if (o.law == SizeLaw::Single) return;
  if (o.law != SizeLaw::List)
    requireWithin(o.largest, o.smallest, std::numeric_limits<double>::max(), "largest size");
  else if (o.list.empty())
    throw Error("The list of sizes is empty", "", "Give at least one size");
}

// Uses the tail that contains both limits, so that the difference of probabilities keeps its precision.
void SizeDistribution::cutTails(double mean, double low, double high) {
  const double a = (low - mean) / options_.deviation, b = (high - mean) / options_.deviation;
  upperTail_ = a > 0;
  pLow_ = lowerTail(upperTail_ ? -a : a);
  pHigh_ = lowerTail(upperTail_ ? -b : b);
  if (pLow_ == pHigh_ && low < high)
    throw Error("The size limits exclude the whole distribution", "",
                "Set the smallest and largest size around the typical one, or raise the deviation");
}

double SizeDistribution::normal(double mean, double u) const {
  const double p = std::clamp(pLow_ + u * (pHigh_ - pLow_), 1e-300, 1.0);
  const double x = std::numbers::sqrt2 * boost::math::erfc_inv(2 * p);
  return mean + options_.deviation * (upperTail_ ? x : -x);
}

double SizeDistribution::power(double u) const {
  const double k = options_.exponent + 1, range = std::log(options_.largest / options_.smallest);
  const double steps = std::abs(k * range) < 1e-12 ? u * range : std::log1p(u * std::expm1(k * range)) / k;
  return options_.smallest * std::exp(steps);
}

double SizeDistribution::size(std::size_t i, double u) const {
  const auto& o = options_;
  const auto limited = [&o](double size) { return std::clamp(size, o.smallest, o.largest); };
  switch (o.law) {
    case SizeLaw::Uniform:
      return limited(o.smallest + u * (o.largest - o.smallest));
    case SizeLaw::Normal:
      return limited(normal(o.typical, u));
    case SizeLaw::LogNormal:
      return limited(std::exp(normal(std::log(o.typical), u)));
    case SizeLaw::PowerLaw:
      return limited(power(u));
    case SizeLaw::List:
      return o.list[i % o.list.size()];
    default:
      return o.typical;
  }
}

}  // namespace talus
