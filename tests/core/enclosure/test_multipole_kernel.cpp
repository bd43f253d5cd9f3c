// Each SIMD operator is the plain one of solid_harmonics.h, scaled by the radii of the clusters.
#include "enclosure/multipole/multipole_kernel.h"
#include "solid_harmonics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>


namespace talus::test_multipole_kernel {
namespace {

constexpr int degrees[] = {0, 1, 4, 11, highestDegree};

// Expansions are stored scaled: moments by ρ^-(n+1), local coefficients by ρ^n.
enum class Kind { Moments, Local };

double factor(Kind kind, int n, double radius) {
  return kind == Kind::Moments ? std::pow(radius, -(n + 1)) : std::pow(radius, n);
}

std::size_t placeOf(int n, int m) {
  return static_cast<std::size_t>(n * (n + 1) / 2 + m);
}

std::vector<double> scaled(const HarmonicExpansion& plain, Kind kind, double radius) {
  const int degree = plain.degree();
  std::vector<double> numbers(coefficientCount(degree));
  const std::size_t half = numbers.size() / 2;
  for (int n = 0; n <= degree; ++n)
    for (int m = 0; m <= n; ++m) {
      const auto number = plain.at(n, m) * factor(kind, n, radius);
      numbers[placeOf(n, m)] = number.real();
      numbers[half + placeOf(n, m)] = number.imag();
    }
  return numbers;
}

void expectNear(const std::vector<double>& found, const std::vector<double>& expected, double tolerance) {
  double size = 0;
  for (const double x : expected) size = std::max(size, std::abs(x));
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    EXPECT_NEAR(found[i], expected[i], tolerance * size) << "coefficient " << i;
}

class Random {
 public:
  Vec3 inBall(double radius) {
    std::uniform_real_distribution<double> u(-1, 1);
    for (;;) {
      const Vec3 v(u(engine_), u(engine_), u(engine_));
      if (v.squaredNorm() < 1) return radius * v;
    }
  }
  HarmonicExpansion expansion(int degree, Kind kind, double radius) {
    std::uniform_real_distribution<double> u(-1, 1);
    HarmonicExpansion plain(degree);
    for (int n = kind == Kind::Moments ? 1 : 0; n <= degree; ++n)  // panels have no moment of degree 0
      for (int m = 0; m <= n; ++m)
        plain.at(n, m) =
            HarmonicExpansion::Complex(u(engine_), m == 0 ? 0 : u(engine_)) / factor(kind, n, radius);
    return plain;
  }

 private:
  std::mt19937_64 engine_{7};
};

HarmonicExpansion sum(const HarmonicExpansion& a, const HarmonicExpansion& b) {
  HarmonicExpansion both(a.degree());
  for (int n = 0; n <= a.degree(); ++n)
    for (int m = 0; m <= n; ++m) both.at(n, m) = a.at(n, m) + b.at(n, m);
  return both;
}

TEST(MultipoleKernel, MomentsOfPanelsAreThePlainOnes) {
  Random random;
  for (const double size : {1.0, 1e-8}) {
    std::vector<std::array<Vec3, 3>> panels;
    PanelArrays<3> arrays;
    for (int i = 0; i < 37; ++i) {
      panels.push_back({random.inBall(size), random.inBall(size), random.inBall(size)});
      for (std::size_t k = 0; k < 9; ++k)
        arrays.coordinate[k].push_back(panels.back()[k / 3][static_cast<Eigen::Index>(k % 3)]);
    }
    const Vec3 centre = size * Vec3(0.1, -0.2, 0.05);
    const IndexRange range{3, 30};
    for (const int degree : degrees) {
      HarmonicExpansion plain(degree);
      for (std::size_t i = range.begin; i < range.end; ++i) addPanelMoments(panels[i], centre, plain);
      std::vector<double> found(coefficientCount(degree), 0);
      gatherPanelMoments(degree, arrays, range, centre, 1.3 * size, found.data());
      expectNear(found, scaled(plain, Kind::Moments, 1.3 * size), 1e-13);
    }
  }
}

TEST(MultipoleKernel, ParentsHaveTheMomentsOfTheirChildren) {
  Random random;
  const double radius = 2.5, radii[] = {1.25, 0.5};
  const Vec3 shifts[] = {{0.6, -0.4, 1.1}, {-1.7, 0.2, 0.3}};
  for (const int degree : degrees) {
    HarmonicExpansion plain(degree);
    std::vector<std::vector<double>> kept;
    std::vector<ShiftedExpansion> children;
    for (std::size_t i = 0; i < 2; ++i) {
      const HarmonicExpansion child = random.expansion(degree, Kind::Moments, radii[i]);
      plain = sum(plain, momentsToParent(child, shifts[i]));
      kept.push_back(scaled(child, Kind::Moments, radii[i]));
    }
    for (std::size_t i = 0; i < 2; ++i) children.push_back({kept[i].data(), shifts[i], radii[i]});
    std::vector<double> found(coefficientCount(degree), 0);
    gatherMoments(degree, children, radius, found.data());
    expectNear(found, scaled(plain, Kind::Moments, radius), 1e-12);
  }
}

TEST(MultipoleKernel, LocalExpansionsAreTheFieldOfTheSources) {
  Random random;
  const double radius = 0.8, radii[] = {0.7, 1.1, 0.2};
  const Vec3 shifts[] = {{2.1, 0.4, -1}, {-0.3, 3, 0.2}, {0, 0, -2.2}};
  for (const int degree : degrees) {
    HarmonicExpansion plain(degree);
    std::vector<std::vector<double>> kept;
    std::vector<ShiftedExpansion> sources;
    for (std::size_t i = 0; i < 3; ++i) {
      const HarmonicExpansion moments = random.expansion(degree, Kind::Moments, radii[i]);
      plain = sum(plain, momentsToLocal(moments, shifts[i]));
      kept.push_back(scaled(moments, Kind::Moments, radii[i]));
    }
    for (std::size_t i = 0; i < 3; ++i) sources.push_back({kept[i].data(), shifts[i], radii[i]});
    std::vector<double> found(coefficientCount(degree), 0);
    gatherLocal(degree, sources, radius, found.data());
    expectNear(found, scaled(plain, Kind::Local, radius), 1e-12);
    std::vector<double> atPoint(coefficientCount(degree), 0);
    gatherLocal(degree, sources, 1e-120, atPoint.data());
    EXPECT_NEAR(atPoint[0], plain.at(0, 0).real(), 1e-12 * (1 + std::abs(plain.at(0, 0).real())))
        << "a single point needs the value only";
  }
}

TEST(MultipoleKernel, ChildrenGetTheLocalExpansionOfTheirParent) {
  Random random;
  const double radius = 2, own = 0.9;
  const Vec3 shift(0.5, 0.3, -0.8);
  for (const int degree : degrees) {
    const HarmonicExpansion parent = random.expansion(degree, Kind::Local, radius);
    const std::vector<double> numbers = scaled(parent, Kind::Local, radius);
    std::vector<double> found(coefficientCount(degree), 0);
    passLocal(degree, {numbers.data(), shift, radius}, own, found.data());
    expectNear(found, scaled(localToChild(parent, shift), Kind::Local, own), 1e-12);
  }
}

TEST(MultipoleKernel, WindingOfLocalExpansionsIsAddedInTheRangeOnly) {
  Random random;
  const double radius = 1.5;
  const Vec3 centre(3, -2, 1);
  VectorArrays points;
  for (int i = 0; i < 45; ++i) points.push(Vec3(centre + random.inBall(radius)));
  const IndexRange range{5, 42};
  for (const int degree : degrees) {
    const HarmonicExpansion local = random.expansion(degree, Kind::Local, radius);
    const std::vector<double> numbers = scaled(local, Kind::Local, radius);
    std::vector<double> winding(points.count(), 7);
    addLocalWinding(degree, numbers.data(), centre, radius, points, range, winding.data());
    for (std::size_t i = 0; i < points.count(); ++i) {
      const Vec3 x = Vec3(points.x[i], points.y[i], points.z[i]) - centre;
      const bool asked = i >= range.begin && i < range.end;
      EXPECT_NEAR(winding[i], 7 + (asked ? windingOfLocal(local, x) : 0), 1e-12) << degree << ", " << i;
    }
  }
}

// Radii far from 1 would overflow unscaled coefficients: r^21 at 1e30.
TEST(MultipoleKernel, AnySizeGivesTheSameNumbers) {
  Random random;
  const int degree = highestDegree;
  const HarmonicExpansion moments = random.expansion(degree, Kind::Moments, 1);
  const std::vector<double> numbers = scaled(moments, Kind::Moments, 1);
  const Vec3 shift(2.3, 0.4, -0.9);
  std::vector<double> ordinary(coefficientCount(degree), 0);
  gatherLocal(degree, std::vector<ShiftedExpansion>{{numbers.data(), shift, 1}}, 0.5, ordinary.data());
  for (const int exponent : {-60, 60}) {
    const double scale = std::ldexp(1.0, exponent);
    std::vector<double> found(coefficientCount(degree), 0);
    gatherLocal(degree, std::vector<ShiftedExpansion>{{numbers.data(), scale * shift, scale}}, 0.5 * scale,
                found.data());
    expectNear(found, ordinary, 1e-12);
  }
}

}  // namespace
}  // namespace talus::test_multipole_kernel
