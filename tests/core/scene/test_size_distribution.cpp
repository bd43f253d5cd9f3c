// Sizes follow the laws they are said to follow.
#include "scene/size_distribution.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <numbers>

#include "base/error.h"

namespace talus::test_size_distribution {
namespace {

double normalShare(double x) {
  return std::erfc(-x / std::numbers::sqrt2) / 2;
}

struct Law {
  const char* name;
  SizeOptions options;
  std::function<double(double)> share;  // of sizes below, as if there were no limits; any multiple
};

class SizeLaws : public testing::TestWithParam<Law> {};

// The share of the sizes below the one at u is u.
TEST_P(SizeLaws, InvertTheDistributionFunction) {
  const auto& [name, options, share] = GetParam();
  const SizeDistribution sizes(options);
  const double low = share(options.smallest), high = share(options.largest);
  for (int i = 0; i <= 1000; ++i) {
    const double u = i / 1000.0, size = sizes.size(0, u);
    ASSERT_GE(size, options.smallest);
    ASSERT_LE(size, options.largest);
    ASSERT_NEAR((share(size) - low) / (high - low), u, 1e-9) << size;
  }
}

const Law laws[] = {
    {"Uniform", {.law = SizeLaw::Uniform, .smallest = 0.3, .largest = 5}, [](double x) { return x; }},
    {"Normal",
     {.law = SizeLaw::Normal, .typical = 2, .deviation = 0.5, .smallest = 0.1, .largest = 3},
     [](double x) { return normalShare((x - 2) / 0.5); }},
    {"TailOfNormal",
     {.law = SizeLaw::Normal, .typical = 2, .deviation = 0.1, .smallest = 3, .largest = 4},
     [](double x) { return -normalShare(-(x - 2) / 0.1); }},
    {"LogNormal",
     {.law = SizeLaw::LogNormal, .typical = 1e-3, .deviation = 0.7, .smallest = 1e-5, .largest = 1e-2},
     [](double x) { return normalShare(std::log(x / 1e-3) / 0.7); }},
    {"PowerLaw",
     {.law = SizeLaw::PowerLaw, .smallest = 0.01, .largest = 10, .exponent = -2.5},
     [](double x) { return -std::pow(x, -1.5); }},
    {"PowerLawOfLogarithm",
     {.law = SizeLaw::PowerLaw, .smallest = 0.01, .largest = 10, .exponent = -1},
     [](double x) { return std::log(x); }},
    {"PowerLawBesideTheLogarithm",
     {.law = SizeLaw::PowerLaw, .smallest = 0.01, .largest = 10, .exponent = -1 + 1e-10},
     [](double x) { return std::log(x); }},
    {"RisingPowerLaw", {.law = SizeLaw::PowerLaw, .smallest = 1, .largest = 2, .exponent = 3}, [](double x) {
       return std::pow(x, 4);
     }}};

INSTANTIATE_TEST_SUITE_P(All, SizeLaws, testing::ValuesIn(laws),
                         [](const auto& testCase) { return testCase.param.name; });

TEST(SizeDistribution, SingleAndList) {
  EXPECT_EQ(SizeDistribution({.typical = 3}).size(17, 0.2), 3);
  const SizeDistribution list({.law = SizeLaw::List, .list = {1, 4, 9}});
  for (std::size_t i = 0; i < 9; ++i) EXPECT_EQ(list.size(i, 0.9), (i % 3 + 1) * (i % 3 + 1));
}

TEST(SizeDistribution, EqualLimitsLeaveOneSize) {
  for (const SizeLaw law : {SizeLaw::Uniform, SizeLaw::Normal, SizeLaw::LogNormal, SizeLaw::PowerLaw})
    EXPECT_EQ(SizeDistribution({.law = law, .smallest = 0.7, .largest = 0.7}).size(0, 0.3), 0.7);
}

void expectError(const SizeOptions& options, const std::string& words) {
  try {
    SizeDistribution{options};
    FAIL() << words;
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
  }
}

TEST(SizeDistribution, BadOptionsAreOneError) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  expectError({.typical = 0}, "typical size must be above 0 and less than 1e+100 (typical size 0)");
  expectError({.typical = nan}, "typical size nan");
  expectError({.law = SizeLaw::Uniform, .smallest = -1}, "smallest size must be above 0");
  expectError({.law = SizeLaw::Uniform, .smallest = 2}, "largest size cannot be 1.5");
  expectError({.law = SizeLaw::Normal, .deviation = 0}, "size deviation must be above 0");
  expectError({.law = SizeLaw::PowerLaw, .exponent = nan},
              "size exponent must be at least -100 and at most 100 (size exponent nan)");
  expectError({.law = SizeLaw::Normal, .deviation = 0.001, .smallest = 9, .largest = 10},
              "exclude the whole distribution");
  expectError({.law = SizeLaw::List, .list = {}}, "list of sizes is empty");
  expectError({.law = SizeLaw::List, .list = {1, 0}}, "size list must be above 0");
  expectError({.law = SizeLaw(-1)}, "size law must be one of Single, Uniform");
}

}  // namespace
}  // namespace talus::test_size_distribution
