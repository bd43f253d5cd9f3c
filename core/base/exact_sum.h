#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "base/bytes.h"

namespace talus {

/// The sum of any doubles without rounding errors: value() is the double nearest to the exact sum. So the
/// result does not depend on the order of the numbers, nor on how they were divided into partial sums.
///
/// A fixed-point number that covers the whole range of doubles, in digits of 32 bits; each has 31 further
/// bits for carries, which are propagated once in 2³⁰ additions only. Source: R. M. Neal, "Fast exact
/// summation using small and large superaccumulators", arXiv:1505.05571 (2015), section 3.
///
/// add() takes 2 ns, add() of a sum 11 ns, value() 0.1 µs (one run); 568 bytes.
class ExactSum {
 public:
  void add(double x) {
    const auto bits = std::bit_cast<std::uint64_t>(x);
    const auto exponent = static_cast<unsigned>(bits >> 52) & 0x7ffu;
    if (exponent == 0x7ffu) return addSpecial(x);
    const std::uint64_t fraction = bits & ((std::uint64_t{1} << 52) - 1);
    const std::uint64_t mantissa = exponent == 0 ? fraction : fraction | (std::uint64_t{1} << 52);
    const unsigned position = exponent == 0 ? 0 : exponent - 1;  // of its last bit, above 2^-1074
    const unsigned shift = position % 32;
    const std::uint64_t low = mantissa << shift;
    const std::uint64_t high = shift == 0 ? 0 : mantissa >> (64 - shift);
    const std::int64_t sign = bits >> 63 ? -1 : 1;
    std::int64_t* const digit = digits_.data() + position / 32;
    digit[0] += sign * static_cast<std::int64_t>(low & 0xffffffffu);
    digit[1] += sign * static_cast<std::int64_t>(low >> 32);
    digit[2] += sign * static_cast<std::int64_t>(high);
    if (++additions_ == maximumAdditions) propagate();
  }
  void add(const ExactSum& other);

  /// The nearest double, to even in a tie; a sum of zero is +0. Infinite if the exact sum is too large for a
  /// double or infinite numbers of one sign were added; NaN if a NaN was, or infinite numbers of both signs.
  double value() const;

  /// The bytes are equal if the sums are.
  void save(ByteWriter& bytes) const;
  /// @throws Error the bytes end too early, or are not of a sum.
  void load(ByteReader& bytes);

 private:
  // Doubles have 2 098 bits, from 2^-1074 to 2^1024: 66 digits. The last one takes carries.
  static constexpr std::size_t digitCount = 67;
  static constexpr std::int64_t maximumAdditions = std::int64_t{1} << 30;
  using Digits = std::array<std::int64_t, digitCount>;

  void addSpecial(double x);
  void propagate();

  Digits digits_{};  // digit k counts multiples of 2^(32 k − 1074); any sign
  std::int64_t additions_ =
      0;  // since carries were propagated, below the maximum; each adds < 2³² to a digit
  std::int64_t infinities_ = 0, negativeInfinities_ = 0, notNumbers_ = 0;
};

}  // namespace talus
