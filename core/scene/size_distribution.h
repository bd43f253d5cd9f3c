#pragma once

#include <vector>

namespace talus {

/// The distribution of sizes. The numbers are used in files: append, never renumber.
enum class SizeLaw { Single = 0, Uniform = 1, Normal = 2, LogNormal = 3, PowerLaw = 4, List = 5 };

/// Sizes of bodies, as factors of their shapes' size. A law uses only its own options.
struct SizeOptions {
  SizeLaw law = SizeLaw::Single;
  double typical = 1;          ///< Single: the size; Normal: the mean; LogNormal: the median; > 0
  double deviation = 0.2;      ///< Normal: standard deviation of the size; LogNormal: of its logarithm; > 0
  double smallest = 0.5;       ///< all but Single and List: lower limit, > 0
  double largest = 1.5;        ///< all but Single and List: upper limit, ≥ smallest
  double exponent = -2.5;      ///< PowerLaw: the number density is ∝ size^exponent, −100 … 100
  std::vector<double> list{};  ///< List: sizes, used cyclically; each > 0
};

/// Draws sizes. Normal and LogNormal are truncated, not clamped: there is no accumulation at the limits. Uses
/// inversion of the distribution function, so that a size is a monotone function of one random number.
class SizeDistribution {
 public:
  /// @throws Error options out of range, limits that exclude the whole distribution.
  explicit SizeDistribution(const SizeOptions& options);

  /// Size of body number i. @param u a random number, in [0, 1].
  double size(std::size_t i, double u) const;

 private:
  void requireValid() const;
  void cutTails(double mean, double low, double high);
  double normal(double mean, double u) const;
  double power(double u) const;

  SizeOptions options_;
  // Of the normal distribution between the limits: probabilities there, of its lower or upper tail.
  bool upperTail_ = false;
  double pLow_ = 0, pHigh_ = 1;
};

}  // namespace talus
