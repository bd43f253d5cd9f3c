// Every operator alone, against direct sums at random points.
#include "solid_angle.h"
#include "solid_harmonics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

namespace talus::test_solid_harmonics {
namespace {

using Complex = std::complex<double>;

class Random {
 public:
  Vec3 inBall(double radius) {
    std::uniform_real_distribution<double> u(-1, 1);
    for (;;) {
      const Vec3 v(u(engine_), u(engine_), u(engine_));
      if (v.squaredNorm() < 1) return radius * v;
    }
  }
  Vec3 onSphere(double radius) { return radius * inBall(1).normalized(); }
  std::array<Vec3, 3> panel(double radius) { return {inBall(radius), inBall(radius), inBall(radius)}; }

 private:
  std::mt19937_64 engine_{31};
};

double area(const std::array<Vec3, 3>& t) {
  return 0.5 * (t[1] - t[0]).cross(t[2] - t[0]).norm();
}

// (26) of Muth et al. 2006 for one panel within radius r, seen from distance d r, over 4π.
double bound(const std::array<Vec3, 3>& t, double r, double d, int p) {
  return area(t) * (1 + std::numbers::pi) / ((d - 1) * r * r) * (p + 1 + d / (d - 1)) *
         std::pow(1 / d, p + 2) / (4 * std::numbers::pi);
}

TEST(SolidHarmonics, LowDegreesInClosedForm) {
  const Vec3 x(0.3, -0.7, 0.4);
  const auto r = regularHarmonics(x, 2);
  EXPECT_NEAR(std::abs(r.get(1, 1) - Complex(0.15, -0.35)), 0, 1e-15) << "(x + iy)/2";
  EXPECT_NEAR(std::abs(r.get(1, -1) + std::conj(r.get(1, 1))), 0, 1e-15) << "(-1)^m conj";
  EXPECT_NEAR(r.get(1, 0).real(), 0.4, 1e-15);
  EXPECT_NEAR(r.get(2, 0).real(), (2 * 0.16 - 0.09 - 0.49) / 4, 1e-15);
  const auto s = singularHarmonics(x, 1);
  const double length = x.norm();
  EXPECT_NEAR(s.get(0, 0).real(), 1 / length, 1e-15);
  EXPECT_NEAR(s.get(1, 0).real(), 0.4 / std::pow(length, 3), 1e-14);
  EXPECT_EQ(r.get(2, 3), Complex(0)) << "beyond the order";
}

TEST(SolidHarmonics, KernelSumConverges) {
  Random random;
  for (int n = 0; n < 50; ++n) {
    const Vec3 x = random.onSphere(2.0), y = random.inBall(0.8);
    const int degree = 40;
    const auto s = singularHarmonics(x, degree);
    const auto r = regularHarmonics(y, degree);
    Complex sum = 0;
    for (int k = 0; k <= degree; ++k)
      for (int m = -k; m <= k; ++m) sum += std::conj(s.get(k, m)) * r.get(k, m);
    EXPECT_NEAR(sum.real(), 1 / (x - y).norm(), 1e-13);
    EXPECT_NEAR(sum.imag(), 0, 1e-13);
  }
}

TEST(SolidHarmonics, PanelMomentsKeepTheBound) {
  Random random;
  for (int n = 0; n < 200; ++n) {
    const auto panel = random.panel(1.0);
    const double d = 1.5 + 0.01 * n;
    const Vec3 x = random.onSphere(d);
    for (const int p : {1, 2, 4, 8, 12}) {
      HarmonicExpansion moments(p);
      addPanelMoments(panel, Vec3::Zero(), moments);
      EXPECT_LE(std::abs(windingOfMoments(moments, x) - solid_angle::winding(panel, x)),
                bound(panel, 1.0, d, p) + 1e-15);
    }
  }
}

TEST(SolidHarmonics, PanelMomentsAreExactNotQuadrature) {
  Random random;
  for (int n = 0; n < 20; ++n) {
    const auto panel = random.panel(1.0);
    const Vec3 x = random.onSphere(4.0);
    HarmonicExpansion moments(28);
    addPanelMoments(panel, Vec3(0.1, -0.1, 0.05), moments);
    EXPECT_NEAR(windingOfMoments(moments, x - Vec3(0.1, -0.1, 0.05)), solid_angle::winding(panel, x), 1e-14);
  }
}

TEST(SolidHarmonics, MomentsToParentIsExact) {
  Random random;
  for (int n = 0; n < 20; ++n) {
    const auto panel = random.panel(0.5);
    const Vec3 child(0.4, -0.3, 0.2);
    for (const int p : {1, 3, 7}) {
      HarmonicExpansion own(p), shifted(p);
      addPanelMoments(panel, child, own);
      addPanelMoments(panel, Vec3::Zero(), shifted);
      const HarmonicExpansion parent = momentsToParent(own, child);
      for (int k = 0; k <= p; ++k)
        for (int m = 0; m <= k; ++m) EXPECT_NEAR(std::abs(parent.at(k, m) - shifted.at(k, m)), 0, 1e-14);
    }
  }
}

TEST(SolidHarmonics, MomentsToLocalConvergesLikeTheBound) {
  Random random;
  for (int n = 0; n < 50; ++n) {
    const auto panel = random.panel(1.0);
    const Vec3 target = random.onSphere(4.0);
    const Vec3 x = random.inBall(1.0);
    const double exact = solid_angle::winding(panel, target + x);
    double last = 1;
    for (const int p : {2, 6, 10, 14, 18}) {
      HarmonicExpansion moments(p);
      addPanelMoments(panel, Vec3::Zero(), moments);
      const double error = std::abs(windingOfLocal(momentsToLocal(moments, target), x) - exact);
      // Two truncations: of the source seen from 3 radii, and of the target field.
      EXPECT_LE(error, 2 * bound(panel, 1.0, 3.0, p) + 1e-15) << "degree " << p;
      last = error;
    }
    EXPECT_LT(last, 1e-8);
  }
}

TEST(SolidHarmonics, LocalToChildIsExact) {
  Random random;
  for (int n = 0; n < 20; ++n) {
    HarmonicExpansion moments(6);
    addPanelMoments(random.panel(1.0), Vec3::Zero(), moments);
    const HarmonicExpansion local = momentsToLocal(moments, Vec3(3, 2, -2));
    const Vec3 child = random.inBall(0.5), x = random.inBall(0.5);
    EXPECT_NEAR(windingOfLocal(localToChild(local, child), x), windingOfLocal(local, child + x), 1e-15);
  }
}

}  // namespace
}  // namespace talus::test_solid_harmonics
