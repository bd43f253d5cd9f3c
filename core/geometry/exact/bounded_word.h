#pragma once

#include <cmath>
#include <limits>
#include <optional>

#include "geometry/exact/double_word.h"

namespace talus {

/// A number of about 106 bits and a bound of its error, which grows with each operation. A number that is
/// known exactly, such as a difference of doubles or a product with an exact zero, has the error 0. Overflow
/// gives an infinite or NaN error: then nothing is known. Errors of one operation: see DoubleWord.
class BoundedWord {
 public:
  BoundedWord() = default;
  explicit BoundedWord(double x) : value_(DoubleWord::difference(x, 0)) {}

  /// A number that counts as exact.
  explicit BoundedWord(const DoubleWord& value) : value_(value) {}

  /// A number with a bound of its error that is known otherwise.
  static BoundedWord within(const DoubleWord& value, double error) { return {value, error}; }
  static BoundedWord difference(double x, double y) { return {DoubleWord::difference(x, y), 0}; }

  /// Without a bound.
  const DoubleWord& value() const { return value_; }
  double high() const { return value_.high(); }
  double low() const { return value_.low(); }
  double error() const { return error_; }

  /// The sign; no value if the error leaves it open.
  std::optional<int> sign() const {
    if (std::abs(high()) * rounding > error_) return high() > 0 ? 1 : -1;
    if (high() == 0 && error_ == 0) return 0;
    return std::nullopt;
  }

  friend BoundedWord operator+(const BoundedWord& x, const BoundedWord& y) {
    const DoubleWord sum = x.value_ + y.value_;
    return {sum, grown(x.error_ + y.error_ + sumError * std::abs(sum.high()))};
  }
  friend BoundedWord operator-(const BoundedWord& x, const BoundedWord& y) {
    const DoubleWord difference = x.value_ - y.value_;
    return {difference, grown(x.error_ + y.error_ + sumError * std::abs(difference.high()))};
  }
  friend BoundedWord operator-(const BoundedWord& x) { return BoundedWord() - x; }
  friend BoundedWord operator*(const BoundedWord& x, const BoundedWord& y) {
    const DoubleWord product = x.value_ * y.value_;
    const double ofX = std::abs(x.high()), ofY = std::abs(y.high());
    const double own = ofX == 0 || ofY == 0 ? 0 : productError * (ofX * ofY) + underflow;
    return {product, grown(ofX * y.error_ + ofY * x.error_ + x.error_ * y.error_ + own)};
  }
  /// The quotient in two steps, as in a division by hand: the second one divides the remainder.
  friend BoundedWord operator/(const BoundedWord& x, const BoundedWord& y) {
    const double first = x.high() / y.high();
    const DoubleWord rest = x.value_ - y.value_ * DoubleWord::difference(first, 0);
    const DoubleWord quotient = DoubleWord::difference(first, -(rest.high() / y.high()));
    const double least = std::abs(y.high()) * rounding - y.error_;
    if (!(least > 0)) return {quotient, std::numeric_limits<double>::infinity()};
    const double magnitude = std::abs(first);
    const double own = x.high() == 0 ? 0 : quotientError * magnitude + (underflow + underflow / least);
    return {quotient, grown((x.error_ + magnitude * y.error_) / least + own)};
  }

 private:
  BoundedWord(const DoubleWord& value, double error) : value_(value), error_(error) {}

  static constexpr double rounding = 1 - 0x1p-45;   // allows for the rounding of what is compared
  static constexpr double sumError = 0x1p-104;      // 3.1 u²
  static constexpr double productError = 0x1p-102;  // 7 u²
  static constexpr double quotientError = 0x1p-99;  // of the product, the difference and the last quotient
  static constexpr double underflow = 1e-300;
  // Allows for the rounding of bounds.
  static double grown(double bound) { return bound * (1 + 0x1p-45); }

  DoubleWord value_;
  double error_ = 0;
};

}  // namespace talus
