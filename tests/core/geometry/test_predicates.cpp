#include "geometry/exact/predicates.h"

#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <limits>
#include <random>

#include "geometry/exact/double_word.h"

namespace talus::test_predicates {
namespace {

using Rational = boost::multiprecision::cpp_rational;

// An independent oracle: rational arithmetic on the determinant as it is written in the header.
int orient3dOracle(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  Rational m[3][3];
  const Vec3* rows[] = {&a, &b, &c};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) m[i][j] = Rational((*rows[i])[j]) - Rational(d[j]);
  const Rational det = m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
                       m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
                       m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
  return det.sign();
}

int orient2dOracle(const Vec3& a, const Vec3& b, const Vec3& c, int axis) {
  const int i = (axis + 1) % 3;
  const int j = (axis + 2) % 3;
  const Rational det = (Rational(b[i]) - Rational(a[i])) * (Rational(c[j]) - Rational(a[j])) -
                       (Rational(b[j]) - Rational(a[j])) * (Rational(c[i]) - Rational(a[i]));
  return det.sign();
}

class Random {
 public:
  double uniform() { return std::uniform_real_distribution<double>(-1, 1)(engine_); }
  Vec3 point() { return {uniform(), uniform(), uniform()}; }
  // Small integers make coplanar and collinear points frequent.
  Vec3 gridPoint() {
    std::uniform_int_distribution<int> coordinate(-3, 3);
    return {double(coordinate(engine_)), double(coordinate(engine_)), double(coordinate(engine_))};
  }
  // v moved by a few units in the last place.
  Vec3 jitter(Vec3 v) {
    std::uniform_int_distribution<int> steps(-2, 2);
    for (double& x : v)
      for (int n = steps(engine_); n != 0; n += n > 0 ? -1 : 1) x = std::nextafter(x, n > 0 ? 1e9 : -1e9);
    return v;
  }

 private:
  std::mt19937_64 engine_{20};
};

Rational exact(const DoubleWord& x) {
  return Rational(x.high()) + Rational(x.low());
}

// The error of a double word relative to its value, in units of u².
double errorOf(const DoubleWord& x, const Rational& value) {
  const Rational error = exact(x) - value;
  if (value == 0) return error == 0 ? 0 : std::numeric_limits<double>::infinity();
  return std::abs(Rational(error / value).convert_to<double>()) * std::exp2(106);
}

TEST(DoubleWord, ErrorsAreWithinTheirBounds) {
  Random random;
  const auto difference = [&random] {  // of numbers that often have nearly the same size
    const double x = random.uniform();
    const Vec3 near = random.jitter(Vec3::Constant(x));
    return DoubleWord::difference(x, std::ldexp(near[0], -static_cast<int>(8 * std::abs(random.uniform()))));
  };
  for (int i = 0; i < 20000; ++i) {
    const double p = random.uniform(), q = 1e-9 * random.uniform();
    ASSERT_EQ(exact(DoubleWord::difference(p, q)), Rational(p) - Rational(q));
    const DoubleWord x = difference(), y = difference();
    ASSERT_LE(errorOf(x * y, exact(x) * exact(y)), 7);
    ASSERT_LE(errorOf(x + y, exact(x) + exact(y)), 3.1);
    const DoubleWord product = x * y, beside = product * DoubleWord::difference(1, q);
    ASSERT_LE(errorOf(product - beside, exact(product) - exact(beside)), 3.1);
  }
}

TEST(Orient3d, SignConvention) {
  const Vec3 a(1, 0, 0), b(0, 1, 0), c(0, 0, 1);
  EXPECT_EQ(orient3d(a, b, c, Vec3(0, 0, 0)), 1) << "the inner side of an outward triangle";
  EXPECT_EQ(orient3d(a, b, c, Vec3(1, 1, 1)), -1);
  EXPECT_EQ(orient3d(a, b, c, Vec3(0.5, 0.25, 0.25)), 0);
}

TEST(Orient3d, AgreesWithRationalsOnNearlyCoplanarPoints) {
  Random random;
  int zeros = 0;
  for (int n = 0; n < 20000; ++n) {
    const Vec3 a = random.point(), b = random.point(), c = random.point();
    const double u = random.uniform(), v = random.uniform();
    const Vec3 d = random.jitter(a + u * (b - a) + v * (c - a));
    const int expected = orient3dOracle(a, b, c, d);
    zeros += expected == 0;
    ASSERT_EQ(orient3d(a, b, c, d), expected);
  }
  for (int n = 0; n < 20000; ++n) {
    const Vec3 a = random.gridPoint(), b = random.gridPoint(), c = random.gridPoint(), d = random.gridPoint();
    const int expected = orient3dOracle(a, b, c, d);
    zeros += expected == 0;
    ASSERT_EQ(orient3d(a, b, c, d), expected);
  }
  EXPECT_GT(zeros, 1000) << "the corpus must hold exactly coplanar points";
}

// Coordinates on a lattice: differences are integers in a common unit.
TEST(Orient3d, AgreesWithRationalsOnLattices) {
  Random random;
  int coplanar = 0;
  for (int i = 0; i < 2000; ++i) {
    const double unit = std::ldexp(1.0, i % 60 - 30), size = std::ldexp(1.0, i % 38);
    const auto point = [&] { return Vec3((random.point() * size).array().round() * unit); };
    const Vec3 a = point(), b = point(), c = point();
    const Vec3 d = i % 2 == 0 ? point() : Vec3(a + 3 * (b - a) - 2 * (c - a));
    coplanar += orient3dOracle(a, b, c, d) == 0;
    ASSERT_EQ(orient3d(a, b, c, d), orient3dOracle(a, b, c, d)) << i;
    for (const int axis : {0, 1, 2}) {
      ASSERT_EQ(orient2d(a, b, d, axis), orient2dOracle(a, b, d, axis)) << i;
      ASSERT_EQ(orient2d(a, b, a + 5 * (b - a), axis), 0) << i;
    }
  }
  EXPECT_GT(coplanar, 900);
}

TEST(Orient3d, HoldsForEveryMagnitude) {
  Random random;
  for (const double scale : {1e-320, 1e-300, 1e-160, 1e-110, 1e-60, 1e-7, 1.0, 1e8, 1e60, 1e110, 1e300})
    for (int n = 0; n < 300; ++n) {
      const Vec3 a = scale * random.point(), b = scale * random.gridPoint(), c = scale * random.point();
      const Vec3 d = n % 2 ? Vec3(0.5 * a + 0.5 * b) : Vec3(scale * random.gridPoint());
      ASSERT_EQ(orient3d(a, b, c, d), orient3dOracle(a, b, c, d)) << scale;
    }
}

TEST(Orient3d, HoldsForMixedMagnitudes) {
  Random random;
  const double scales[] = {1e-310, 1e-200, 1e-100, 1.0, 1e100, 1e200, 1e300};
  std::mt19937_64 engine(3);
  std::uniform_int_distribution<std::size_t> pick(0, std::size(scales) - 1);
  const auto point = [&] {
    Vec3 p = random.point();
    for (double& x : p) x *= scales[pick(engine)];
    return p;
  };
  for (int n = 0; n < 3000; ++n) {
    const Vec3 a = point(), b = point(), c = point(), d = point();
    ASSERT_EQ(orient3d(a, b, c, d), orient3dOracle(a, b, c, d));
    for (const int axis : {0, 1, 2}) ASSERT_EQ(orient2d(a, b, c, axis), orient2dOracle(a, b, c, axis));
  }
}

TEST(Orient2d, AgreesWithRationals) {
  Random random;
  for (int n = 0; n < 20000; ++n) {
    const Vec3 a = random.point(), b = random.point();
    const Vec3 c = random.jitter(a + random.uniform() * (b - a));
    for (const int axis : {0, 1, 2}) ASSERT_EQ(orient2d(a, b, c, axis), orient2dOracle(a, b, c, axis));
  }
}

TEST(Orient2d, IsTheComponentOfTheNormal) {
  EXPECT_EQ(orient2d(Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0), 2), 1);
  EXPECT_EQ(orient2d(Vec3(0, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1), 0), 1);
  EXPECT_EQ(orient2d(Vec3(0, 0, 0), Vec3(0, 0, 1), Vec3(1, 0, 0), 1), 1);
}

TEST(Orient3dPerturbed, EqualsAFiniteStepOfTheSameKind) {
  Random random;
  for (int n = 0; n < 20000; ++n) {
    const Vec3 a = random.gridPoint(), b = random.gridPoint(), c = random.gridPoint(), d = random.gridPoint();
    const Vec3 moved = d + Vec3(0x1p-10, 0x1p-20, 0x1p-30);  // far below 1 over the largest determinant
    ASSERT_EQ(orient3dPerturbed(a, b, c, d), orient3dOracle(a, b, c, moved));
    ASSERT_EQ(orient3dPerturbed(a, b, c, d) == 0, collinear(a, b, c));
  }
}

TEST(Orient3dPerturbed, MovesTrianglesAndEdgesLikeAFiniteStep) {
  const Vec3 step(0x1p-10, 0x1p-20, 0x1p-30);
  Random random;
  for (int n = 0; n < 20000; ++n) {
    const Vec3 a = random.gridPoint(), b = random.gridPoint(), c = random.gridPoint(), d = random.gridPoint();
    ASSERT_EQ(orient3dTrianglePerturbed(a, b, c, d), orient3dOracle(a + step, b + step, c + step, d));
    ASSERT_EQ(orient3dEdgePerturbed(a, b, c, d), orient3dOracle(a + step, b + step, c, d));
    const bool parallel = (b - a).cross(d - c).isZero(0);
    ASSERT_EQ(orient3dEdgePerturbed(a, b, c, d) == 0, parallel);
  }
}

TEST(LocateInPlane, TellsFaceEdgeVertexOutside) {
  const Vec3 a(0, 0, 1), b(4, 0, 1), c(0, 4, 1);
  EXPECT_EQ(locateInPlane(Vec3(1, 1, 1), a, b, c), OnTriangle::Face);
  EXPECT_EQ(locateInPlane(Vec3(2, 2, 1), a, b, c), OnTriangle::Edge);
  EXPECT_EQ(locateInPlane(Vec3(0, 3, 1), a, c, b), OnTriangle::Edge);
  EXPECT_EQ(locateInPlane(b, a, b, c), OnTriangle::Vertex);
  EXPECT_EQ(locateInPlane(Vec3(3, 2, 1), a, b, c), OnTriangle::Outside);
  EXPECT_EQ(locateInPlane(Vec3(5, 0, 1), a, b, c), OnTriangle::Outside)
      << "on the line of an edge, beyond it";
  EXPECT_EQ(locateInPlane(Vec3(-1, 0, 1), b, c, a), OnTriangle::Outside);
}

TEST(LocateInPlane, TreatsZeroAreaAsASegment) {
  const Vec3 a(0, 0, 0), b(2, 2, 2), c(1, 1, 1);
  EXPECT_EQ(locateInPlane(Vec3(0.5, 0.5, 0.5), a, b, c), OnTriangle::Edge);
  EXPECT_EQ(locateInPlane(Vec3(3, 3, 3), a, b, c), OnTriangle::Outside);
  EXPECT_EQ(locateInPlane(Vec3(1, 0, 0), a, b, c), OnTriangle::Outside);
  EXPECT_EQ(locateInPlane(c, a, b, c), OnTriangle::Vertex);
}

TEST(ProjectionAxis, FindsAnAxisWheneverThereIsAnArea) {
  EXPECT_EQ(projectionAxis(Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)), 2);
  EXPECT_EQ(projectionAxis(Vec3(0, 0, 0), Vec3(1, 1, 1), Vec3(2, 2, 2)), -1);
  // The rounded normal is zero, the exact one is not.
  const double tiny = 1e-200;
  EXPECT_NE(projectionAxis(Vec3(0, 0, 0), Vec3(tiny, 0, 0), Vec3(0, tiny, 0)), -1);
}

}  // namespace
}  // namespace talus::test_predicates
