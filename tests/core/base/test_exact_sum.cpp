// Exact sums against sums of integers of any size.
#include "base/exact_sum.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "message_of.h"

namespace talus::test_exact_sum {
namespace {

namespace multiprecision = boost::multiprecision;
using BigInteger =
    multiprecision::number<multiprecision::cpp_int_backend<4096, 4096, multiprecision::signed_magnitude,
                                                           multiprecision::unchecked, void>>;

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double smallest = std::numeric_limits<double>::denorm_min();
constexpr double greatest = std::numeric_limits<double>::max();

// A finite double in units of 2^-1074.
BigInteger units(double x) {
  int exponent = 0;
  const double fraction = std::frexp(x, &exponent);  // x = fraction · 2^exponent
  const int last = std::max(exponent - 53, -1074);   // of the last bit of x
  return BigInteger(static_cast<std::int64_t>(std::ldexp(fraction, exponent - last))) << (last + 1074);
}

// Whether a double is the nearest one to a sum, to even in a tie.
bool isNearest(double x, const BigInteger& sum) {
  const BigInteger error = abs(units(x) - sum);
  for (const double other : {std::nextafter(x, infinite), std::nextafter(x, -infinite)}) {
    if (std::isinf(other)) continue;
    const BigInteger others = abs(units(other) - sum);
    if (others < error) return false;
    if (others == error && (std::bit_cast<std::uint64_t>(x) & 1) != 0) return false;
  }
  return true;
}

double sumOf(const std::vector<double>& numbers) {
  ExactSum sum;
  for (const double x : numbers) sum.add(x);
  return sum.value();
}

// Numbers of all magnitudes, or of similar ones, that cancel in part.
std::vector<double> numbers(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const int widest = seed % 3 == 0 ? 2000 : seed % 3 == 1 ? 120 : 4;
  const int least = static_cast<int>(random() % static_cast<unsigned>(2045 - widest));
  std::vector<double> all(1 + random() % 60);
  for (double& x : all) {
    const auto exponent = static_cast<std::uint64_t>(least) + random() % static_cast<unsigned>(widest);
    x = std::bit_cast<double>((random() & 0x800fffffffffffffu) | exponent << 52);
  }
  for (std::size_t i = 0; i + 1 < all.size(); i += 3) all[i + 1] = -all[i];
  std::shuffle(all.begin(), all.end(), random);
  return all;
}

TEST(ExactSum, IsTheDoubleNearestToTheExactSum) {
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    const std::vector<double> all = numbers(seed);
    BigInteger exact = 0;
    for (const double x : all) exact += units(x);
    const double sum = sumOf(all);
    if (std::isinf(sum)) continue;  // its rounding is tested below
    EXPECT_TRUE(isNearest(sum, exact)) << "seed " << seed << ", sum " << sum;
  }
}

TEST(ExactSum, OfOneNumberIsThatNumber) {
  for (const double x : {1.0, -0.1, smallest, -3 * smallest, 0x1p-1022, 0x1.fffffffffffffp-1023 * 2, greatest,
                         -greatest, 0x1p1023, 0x1.8p-1060})
    EXPECT_EQ(sumOf({x}), x);
  EXPECT_FALSE(std::signbit(sumOf({})));
  EXPECT_FALSE(std::signbit(sumOf({-0.0})));
}

TEST(ExactSum, RoundsTiesToEven) {
  EXPECT_EQ(sumOf({1, 0x1p-53}), 1);
  EXPECT_EQ(sumOf({1, 0x1p-53, smallest}), 1 + 0x1p-52);
  EXPECT_EQ(sumOf({1 + 0x1p-52, 0x1p-53}), 1 + 0x1p-51);
  EXPECT_EQ(sumOf({-1, -0x1p-53, -smallest}), -1 - 0x1p-52);
  EXPECT_EQ(sumOf({1, 0x1p-53, -smallest}), 1);
}

TEST(ExactSum, LosesNothingToCancellation) {
  EXPECT_EQ(sumOf({greatest, smallest, -greatest}), smallest);
  EXPECT_EQ(sumOf({1e300, 1, -1e300, 1e-300, -1}), 1e-300);
  EXPECT_EQ(sumOf({greatest, greatest, greatest, -greatest, -greatest}), greatest);  // overflows on the way
}

TEST(ExactSum, OverflowsAsRoundingDoes) {
  const double half = 0x1p970;  // half the distance to the next double, if there were one
  EXPECT_EQ(sumOf({greatest, std::nextafter(half, 0)}), greatest);
  EXPECT_EQ(sumOf({greatest, half}), infinite);
  EXPECT_EQ(sumOf({-greatest, -greatest}), -infinite);
}

TEST(ExactSum, OfSpecialNumbersIsThatOfIeee) {
  EXPECT_EQ(sumOf({1, infinite, -5}), infinite);
  EXPECT_EQ(sumOf({-infinite, greatest}), -infinite);
  EXPECT_TRUE(std::isnan(sumOf({infinite, -infinite})));
  EXPECT_TRUE(std::isnan(sumOf({1, std::numeric_limits<double>::quiet_NaN()})));
}

TEST(ExactSum, DoesNotDependOnOrderAndParts) {
  std::mt19937_64 random(7);
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    std::vector<double> all = numbers(seed);
    const double sum = sumOf(all);
    std::shuffle(all.begin(), all.end(), random);
    EXPECT_EQ(sumOf(all), sum);
    ExactSum parts[3], whole;
    for (const double x : all) parts[random() % 3].add(x);
    for (const int k : {2, 0, 1}) whole.add(parts[k]);
    EXPECT_EQ(whole.value(), sum);
  }
}

// 2³⁰ additions are when carries must be propagated: doubling a sum gets there in 31 steps.
TEST(ExactSum, CountsAdditionsOfSums) {
  ExactSum sum, one;
  sum.add(0x1.fffffffffffffp0);
  one.add(-0x1p-40);
  double expected = 0x1.fffffffffffffp0;
  for (int k = 0; k < 60; ++k) {
    sum.add(ExactSum(sum));
    expected *= 2;
    ASSERT_EQ(sum.value(), expected) << k;
  }
  sum.add(one);
  EXPECT_EQ(sum.value(), expected);
}

TEST(ExactSum, IsSavedAndLoaded) {
  ExactSum sum;
  for (const double x : {-1.0, 0.1, 1e-300, -infinite}) sum.add(x);
  ByteWriter bytes, again;
  sum.save(bytes);
  ByteReader reader(bytes.bytes());
  ExactSum loaded;
  loaded.load(reader);
  EXPECT_TRUE(reader.atEnd());
  loaded.save(again);
  EXPECT_EQ(again.bytes(), bytes.bytes());
  EXPECT_EQ(loaded.value(), -infinite);
  const std::vector<std::byte> damaged(bytes.bytes().size(), std::byte{0xff});
  ByteReader bad(damaged);
  EXPECT_NE(messageOf([&] { loaded.load(bad); }), "");
}

}  // namespace
}  // namespace talus::test_exact_sum
