#pragma once

#include <array>
#include <cstddef>
#include <numeric>
#include <span>
#include <vector>

namespace talus {

/// Whether no number is NaN or infinite. Zero times a number is NaN unless the number is finite. Several
/// sums, so that they are formed by SIMD: about 0.1 ns per number.
inline bool allFinite(std::span<const double> numbers) {
  std::array<double, 8> sums{};
  std::size_t i = 0;
  for (; i + sums.size() <= numbers.size(); i += sums.size())
    for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += 0 * numbers[i + k];
  for (; i < numbers.size(); ++i) sums[0] += 0 * numbers[i];
  return std::accumulate(sums.begin(), sums.end(), 0.0) == 0;
}

/// The same of vectors of a fixed size.
template <class Vector>
bool allVectorsFinite(const std::vector<Vector>& vectors) {
  constexpr std::size_t size = sizeof(Vector) / sizeof(double);
  return vectors.empty() || allFinite(std::span<const double>(vectors.data()->data(), size * vectors.size()));
}

}  // namespace talus
