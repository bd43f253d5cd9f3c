#pragma once

#include <cstddef>

#include "options/size_distribution_options.h"

namespace talus {

/// Draws sizes. Normal and LogNormal are truncated, not clamped: there is no accumulation at the limits. Uses
/// inversion of the distribution function, so that a size is a monotone function of one random number.
class SizeDistribution {
 public:
  /// @throws Error options out of range, limits that exclude the whole distribution.
  explicit SizeDistribution(const SizeOptions& options);

  /// Size of body number i. @param u a random number, in [0, 1].
  double size(std::size_t i, double u) const;

 private:
  void requireFitting() const;
  void cutTails(double mean, double low, double high);
  double normal(double mean, double u) const;
  double power(double u) const;

  SizeOptions options_;
  // Probabilities of the normal distribution at the limits, of its lower or upper tail.
  bool upperTail_ = false;
  double pLow_ = 0, pHigh_ = 1;
};

}  // namespace talus
