#include "geometry/convex/coordinate_precision.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <string>

#include "convex_brute_force.h"

namespace talus::test_coordinate_precision {
namespace {

template <class Round>
TriangleMesh rounded(TriangleMesh mesh, const Round& round) {
  for (auto* coordinates : {&mesh.x, &mesh.y, &mesh.z})
    for (double& x : *coordinates) x = round(x);
  return mesh;
}

double toFloat(double x) {
  return static_cast<float>(x);
}

double printed(double x, const char* format) {
  char text[40];
  std::snprintf(text, sizeof text, format, x);
  return std::strtod(text, nullptr);
}

TriangleMesh turned(brute::Dice& dice) {
  const Eigen::Matrix3d turn = dice.rotation();
  TriangleMesh mesh = shapes::unitBox(2);
  for (std::size_t k = 0; k < mesh.pointCount(); ++k) {
    const Vec3 p = turn * (mesh.point(Index(k)) - Vec3(0.3, 0.2, 0.4));
    mesh.x[k] = p.x(), mesh.y[k] = p.y(), mesh.z[k] = p.z();
  }
  return mesh;
}

TEST(CoordinatePrecision, IsToldFromTheNumbers) {
  brute::Dice dice(3);
  for (int i = 0; i < 50; ++i) {
    const TriangleMesh mesh = turned(dice);
    EXPECT_FALSE(hasSinglePrecision(mesh));
    EXPECT_TRUE(hasSinglePrecision(rounded(mesh, toFloat)));
    for (const char* format : {"%.6f", "%.9g", "%.5e"})
      EXPECT_TRUE(hasSinglePrecision(rounded(mesh, [&](double x) { return printed(x, format); }))) << format;
    EXPECT_FALSE(hasSinglePrecision(rounded(mesh, [](double x) { return printed(x, "%.12g"); })));
  }
  EXPECT_TRUE(hasSinglePrecision(shapes::unitBox()));
  EXPECT_FALSE(hasSinglePrecision(rounded(shapes::unitBox(), [](double x) { return x * 1e300 / 3; })));
}

TEST(CoordinatePrecision, SurvivesAShiftToTheCentreOfMass) {
  brute::Dice dice(4);
  for (int i = 0; i < 50; ++i) {
    const TriangleMesh mesh = turned(dice);
    const Vec3 centre(dice.between(-1, 1), dice.between(-9, 9), dice.between(-1, 1));
    const auto shifted = [&](TriangleMesh given) {
      for (std::size_t k = 0; k < given.pointCount(); ++k)
        given.x[k] -= centre.x(), given.y[k] -= centre.y(), given.z[k] -= centre.z();
      return given;
    };
    EXPECT_FALSE(hasSinglePrecision(shifted(rounded(mesh, toFloat))));
    EXPECT_TRUE(hasSinglePrecision(shifted(rounded(mesh, toFloat)), centre));
    EXPECT_FALSE(hasSinglePrecision(shifted(mesh), centre));
  }
}

TEST(CoordinatePrecision, TheFlatnessGrowsWithTheDistanceFromTheOrigin) {
  brute::Dice dice(5);
  const TriangleMesh mesh = turned(dice);
  EXPECT_EQ(roundingFlatness(mesh), 1e-12);
  EXPECT_EQ(roundingFlatness(rounded(mesh, toFloat)), 1e-6);
  const double far = roundingFlatness(rounded(shapes::moved(mesh, 1, Vec3(1000, 0, 0)), toFloat));
  EXPECT_GT(far, 1e-4);
  EXPECT_LE(far, 1e-3);
}

}  // namespace
}  // namespace talus::test_coordinate_precision
