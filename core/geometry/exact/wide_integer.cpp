#include "geometry/exact/wide_integer.h"

#include <cmath>
#include <cstdint>

namespace talus {

// The quotient is found to 63 or 64 bits; what remains only matters for ties, so one bit stands for it.
double nearestDouble(const WideInteger& numerator, const WideInteger& denominator, int exponent) {
  if (numerator.is_zero()) return 0;
  WideInteger above = abs(numerator), below = denominator;
  const int shift = 63 - (static_cast<int>(msb(above)) - static_cast<int>(msb(below)));
  if (shift > 0)
    above <<= static_cast<unsigned>(shift);
  else
    below <<= static_cast<unsigned>(-shift);
  WideInteger quotient, rest;
  divide_qr(above, below, quotient, rest);
  auto bits = static_cast<std::uint64_t>(quotient);
  if (!rest.is_zero()) bits |= 1;
  const double magnitude = std::ldexp(static_cast<double>(bits), exponent - shift);
  return numerator.sign() < 0 ? -magnitude : magnitude;
}

}  // namespace talus
