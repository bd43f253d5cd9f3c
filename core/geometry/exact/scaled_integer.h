#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>

namespace talus {

/// The greatest e such that v is a multiple of 2^e; the largest int for zero.
inline int lowestExponent(double v) {
  if (v == 0) return std::numeric_limits<int>::max();
  constexpr int mantissaBits = std::numeric_limits<double>::digits;
  int exponent = 0;
  const auto mantissa = static_cast<std::int64_t>(std::ldexp(std::frexp(v, &exponent), mantissaBits));
  return exponent - mantissaBits + std::countr_zero(static_cast<std::uint64_t>(std::abs(mantissa)));
}

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
// False alarms of GCC 14 in Boost's shift.
#pragma GCC diagnostic ignored "-Wstringop-overflow"
#pragma GCC diagnostic ignored "-Warray-bounds"
#endif

/// v / 2^exponent, which must be an integer: exponent ≤ lowestExponent(v).
/// @tparam Integer of Boost.Multiprecision, wide enough.
template <class Integer>
Integer scaled(double v, int exponent) {
  if (v == 0) return 0;
  const int own = lowestExponent(v);
  Integer result = static_cast<std::int64_t>(std::ldexp(v, -own));
  result <<= own - exponent;
  return result;
}

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

}  // namespace talus
