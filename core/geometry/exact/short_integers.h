#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

namespace talus {

/// Wide enough for sums of eight products of three short integers.
__extension__ using ProductInteger = __int128;

/// Numbers as integers of at most 40 bits in a common unit, a power of two, if they are such multiples: so
/// are the differences of most coordinates that were typed, computed on a grid, or stored in single
/// precision. About a nanosecond each.
/// @return false if they are not, or are beyond 1e±200.
template <std::size_t N>
bool asShortIntegers(const std::array<double, N>& values, std::array<std::int64_t, N>& integers) {
  double greatest = 0;
  for (const double v : values) greatest = std::max(greatest, std::abs(v));
  if (!(greatest > 1e-200 && greatest < 1e200)) return false;
  // 2^(39 − e) for a greatest number from 2^e to 2^(e + 1), by the exponents as they are stored.
  const std::uint64_t exponent = std::bit_cast<std::uint64_t>(greatest) >> 52;
  const auto unitsPerLength = std::bit_cast<double>((2 * 1023 + 39 - exponent) << 52);
  for (std::size_t i = 0; i < N; ++i) {
    const double scaled = values[i] * unitsPerLength;
    if (!(std::abs(scaled) <= 0x1p40)) return false;  // NaN
    integers[i] = static_cast<std::int64_t>(scaled);
    if (static_cast<double>(integers[i]) != scaled) return false;
  }
  return true;
}

}  // namespace talus
