#include "base/exact_sum.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/damaged_snapshot.h"

namespace talus {

namespace {

constexpr int lastBit = -1074;  // exponent of the smallest double
constexpr int precision = 53;

// All digits but the last in [0, 2³²); the last has the sign of the number.
template <class Digits>
void carry(Digits& digits) {
  for (std::size_t k = 0; k + 1 < digits.size(); ++k) {
    const std::int64_t above = digits[k] >> 32;
    digits[k] -= above * (std::int64_t{1} << 32);
    digits[k + 1] += above;
  }
}

// Bit i of a non-negative number after carry().
template <class Digits>
bool bitAt(const Digits& digits, int i) {
  const auto k = std::min(static_cast<std::size_t>(i / 32), digits.size() - 1);
  return (digits[k] >> (i - 32 * static_cast<int>(k)) & 1) != 0;
}

// Whether any of the bits below i is set.
template <class Digits>
bool anyBelow(const Digits& digits, int i) {
  const auto k = static_cast<std::size_t>(i / 32);
  for (std::size_t j = 0; j < k; ++j)
    if (digits[j] != 0) return true;
  return (digits[k] & ((std::int64_t{1} << i % 32) - 1)) != 0;
}

// The index of the first bit that is set; −1: none is.
template <class Digits>
int highestBit(const Digits& digits) {
  for (std::size_t k = digits.size(); k-- > 0;)
    if (digits[k] != 0)
      return 32 * static_cast<int>(k) +
             static_cast<int>(std::bit_width(static_cast<std::uint64_t>(digits[k]))) - 1;
  return -1;
}

// Rounds a non-negative number after carry().
template <class Digits>
double rounded(const Digits& digits) {
  const int highest = highestBit(digits);
  const int lowest = std::max(0, highest - precision + 1);  // of the bits that a double keeps
  std::uint64_t mantissa = 0;
  for (int i = highest; i >= lowest; --i) mantissa = 2 * mantissa + (bitAt(digits, i) ? 1 : 0);
  if (lowest > 0 && bitAt(digits, lowest - 1) && ((mantissa & 1) != 0 || anyBelow(digits, lowest - 1)))
    ++mantissa;
  return std::ldexp(static_cast<double>(mantissa), lowest + lastBit);
}

}  // namespace

void ExactSum::addSpecial(double x) {
  ++(std::isnan(x) ? notNumbers_ : x > 0 ? infinities_ : negativeInfinities_);
}

void ExactSum::add(const ExactSum& other) {
  if (additions_ + other.additions_ + 1 >= maximumAdditions) {
    propagate();
    if (other.additions_ > 1) {
      ExactSum plain = other;
      plain.propagate();
      return add(plain);
    }
  }
  for (std::size_t k = 0; k < digitCount; ++k) digits_[k] += other.digits_[k];
  additions_ += other.additions_ + 1;
  infinities_ += other.infinities_;
  negativeInfinities_ += other.negativeInfinities_;
  notNumbers_ += other.notNumbers_;
}

void ExactSum::propagate() {
  carry(digits_);
  additions_ = 1;
}

double ExactSum::value() const {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  if (notNumbers_ > 0 || (infinities_ > 0 && negativeInfinities_ > 0))
    return std::numeric_limits<double>::quiet_NaN();
  if (infinities_ > 0) return infinite;
  if (negativeInfinities_ > 0) return -infinite;
  Digits digits = digits_;
  carry(digits);
  if (digits.back() >= 0) return rounded(digits);
  for (std::int64_t& digit : digits) digit = -digit;
  carry(digits);
  return -rounded(digits);
}

void ExactSum::save(ByteWriter& bytes) const {
  ExactSum plain = *this;
  plain.propagate();
  bytes.value(plain.digits_);
  for (const std::int64_t count : {infinities_, negativeInfinities_, notNumbers_}) bytes.value(count);
}

void ExactSum::load(ByteReader& bytes) {
  ExactSum read;
  read.digits_ = bytes.value<Digits>();
  for (std::int64_t* count : {&read.infinities_, &read.negativeInfinities_, &read.notNumbers_})
    *count = bytes.value<std::int64_t>();
  read.additions_ = 1;
  const auto isDigit = [](std::int64_t digit) { return digit >= 0 && digit >> 32 == 0; };
  if (!std::all_of(read.digits_.begin(), read.digits_.end() - 1, isDigit) || read.infinities_ < 0 ||
      read.negativeInfinities_ < 0 || read.notNumbers_ < 0)
    throw damagedSnapshot();
  *this = read;
}

}  // namespace talus
