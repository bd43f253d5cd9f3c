// Convex grains and bumped spheres: exact counts, exact convexity, radii, determinism.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/error.h"
#include "base/parallel.h"
#include "geometry/exact/predicates.h"
#include "shapes/bumped_sphere.h"
#include "shapes/convex_grain.h"
#include "shapes/noise.h"
#include "shapes/refined_sphere.h"
#include "shapes/sphere_points.h"
#include "soundness.h"

namespace talus::test_grains {
namespace {

using namespace soundness;

constexpr double pi = std::numbers::pi;

TriangleMesh grain(const ConvexGrainOptions& options) {
  Context context;
  return makeConvexGrain(options, context);
}

TriangleMesh bumped(const BumpedSphereOptions& options) {
  Context context;
  return makeBumpedSphere(options, context);
}

bool facesAllAwayFrom(const TriangleMesh& mesh, const Vec3& o) {
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
    const auto [a, b, c] = mesh.corners(t);
    if (orient3d(a, b, c, o) <= 0) return false;
  }
  return true;
}

// ---- Points on a sphere ----

/// No number of points on the unit sphere can all be farther apart than this (L. Fejes Tóth, Über die
/// Abschätzung des kürzesten Abstandes zweier Punkte eines auf einer Kugelfläche liegenden Punktsystems,
/// 1943).
double farthestApart(int count) {
  const double angle = pi * count / (6 * (count - 2));
  return std::sqrt(4 - 1 / (std::sin(angle) * std::sin(angle)));
}

// The closest two of a Fibonacci lattice are those numbered 0 and 3, next to a pole. As the count n grows
// they lie as in a plane, √2/√n and √14/√n from the pole, at an angle of 3 · 2π/φ. For few points the
// sphere's curvature brings others closer, by less than 1/200.
TEST(SpherePoints, AreOnItAndApart) {
  const double atPole = std::sqrt(16 - 4 * std::sqrt(7.0) * std::cos(6 * pi / std::numbers::phi));
  for (int count = 4; count <= 700; ++count) {
    const std::vector<Vec3> points = spherePoints(count);
    ASSERT_EQ(points.size(), static_cast<std::size_t>(count));
    double least = 4;
    for (std::size_t i = 0; i < points.size(); ++i) {
      ASSERT_NEAR(points[i].norm(), 1, 4e-16);
      for (std::size_t j = 0; j < i; ++j) least = std::min(least, (points[i] - points[j]).squaredNorm());
    }
    EXPECT_GT(std::sqrt(least * count), 0.995 * atPole) << count;
    EXPECT_LE(std::sqrt(least), farthestApart(count) + 1e-12) << count;
  }
}

// ---- Convex grains ----

// The thesis's counts (table 4.3) and some beyond.
TEST(ConvexGrain, HasExactlyTheWantedVertices) {
  for (const int vertices : {4, 5, 6, 7, 8, 12, 18, 42, 62, 102, 202, 462, 463, 3000})
    for (const double irregularity : {0.0, 0.5, 1.0}) {
      const TriangleMesh mesh = grain({.vertices = vertices, .irregularity = irregularity});
      const MeshReport report = check(mesh);
      EXPECT_EQ(mesh.pointCount(), static_cast<std::size_t>(vertices));
      expectOneBody(report, 2 * vertices - 4);
      EXPECT_TRUE(report.convex) << vertices << " " << irregularity;
    }
}

TEST(ConvexGrain, CornersLieOnTheEllipsoid) {
  ConvexGrainOptions options;
  options.semiAxes = Vec3(2, 1, 0.25);
  options.placement = {.centre = Vec3(3, -4, 5), .size = 2};
  const TriangleMesh mesh = grain(options);
  for (std::size_t p = 0; p < mesh.pointCount(); ++p) {
    const Vec3 offset = mesh.point(static_cast<Index>(p)) - options.placement.centre;
    EXPECT_NEAR((offset / 2).cwiseQuotient(options.semiAxes).norm(), 1, 1e-14);
  }
}

TEST(ConvexGrain, HoldsItsCentreForEverySeed) {
  for (int vertices = 4; vertices <= 40; ++vertices)
    for (std::uint64_t seed = 0; seed < 200; ++seed)
      ASSERT_TRUE(
          facesAllAwayFrom(grain({.vertices = vertices, .irregularity = 1, .seed = seed}), Vec3::Zero()))
          << vertices << " " << seed;
}

// Regular bodies of radius 1: 8√3/27, 4/3, and the icosahedron's (5/12)(3+√5) a³.
TEST(ConvexGrain, IsRegularWithoutIrregularity) {
  const auto volume = [](int vertices, const Vec3& semiAxes) {
    return check(grain({.semiAxes = semiAxes, .vertices = vertices, .irregularity = 0})).signedVolume;
  };
  const double edge = 1 / std::sin(2 * pi / 5);
  EXPECT_NEAR(volume(4, Vec3::Ones()), 8 * std::sqrt(3.0) / 27, 1e-14);
  EXPECT_NEAR(volume(6, Vec3::Ones()), 4.0 / 3, 1e-14);
  EXPECT_NEAR(volume(12, Vec3::Ones()), 5.0 / 12 * (3 + std::sqrt(5.0)) * edge * edge * edge, 1e-14);
  EXPECT_NEAR(volume(12, Vec3(1, 2, 3)), 6 * volume(12, Vec3::Ones()), 1e-13);
}

TEST(ConvexGrain, ComesCloseToItsEllipsoid) {
  double before = 0.4;
  for (const int vertices : {42, 202, 1002, 20'002}) {
    const double volume = check(grain({.vertices = vertices}), false).signedVolume;
    const double missing = 1 - volume / (4.0 / 3 * pi * 0.5 * 0.4 * 0.3);
    EXPECT_GT(missing, 0);
    EXPECT_LT(missing, 0.4 * before);
    before = missing;
  }
}

TEST(ConvexGrain, SeedAndIrregularityMoveCorners) {
  const TriangleMesh plain = grain({});
  expectSameMesh(plain, grain({}));
  EXPECT_NE(plain.x, grain({.seed = 2}).x);
  const auto unevenness = [](double irregularity) {
    const TriangleMesh mesh = grain({.semiAxes = Vec3::Ones(), .irregularity = irregularity});
    double shortest = 9;
    for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
      const auto [a, b, c] = mesh.corners(t);
      shortest = std::min({shortest, (a - b).norm(), (b - c).norm(), (c - a).norm()});
    }
    return -shortest;
  };
  EXPECT_LT(unevenness(0), unevenness(0.5));
  EXPECT_LT(unevenness(0.5), unevenness(1));
}

TEST(ConvexGrain, IsConvexForExtremeAxes) {
  for (const Vec3& axes : {Vec3(1000, 1, 0.001), Vec3(0.001, 0.001, 1), Vec3(1, 1, 0.001)}) {
    const MeshReport report = check(grain({.semiAxes = axes, .vertices = 462, .irregularity = 1}));
    expectOneBody(report, 920);
    EXPECT_TRUE(report.convex) << axes.transpose();
  }
}

// ---- Noise ----

TEST(HierarchicalNoise, IsSmoothAndBounded) {
  const HierarchicalNoise noise(5, 1);
  const Vec3 direction = Vec3(3, -2, 1).normalized();
  double before = noise(Vec3::Zero()), low = 0, high = 0;
  EXPECT_EQ(before, 0) << "no height at the sites of the lattice";
  for (int i = 1; i < 100'000; ++i) {
    const double here = noise(1e-3 * i * direction);
    ASSERT_LT(std::abs(here - before), 5e-3);
    low = std::min(low, here);
    high = std::max(high, here);
    before = here;
  }
  EXPECT_GT(low, -1.1);
  EXPECT_LT(low, -0.5);
  EXPECT_LT(high, 1.1);
  EXPECT_GT(high, 0.5);
}

TEST(HierarchicalNoise, OctavesHalve) {
  const Vec3 p(0.3, -1.7, 2.2);
  const double one = HierarchicalNoise(5, 1)(p), two = HierarchicalNoise(5, 2)(p);
  EXPECT_NE(one, two);
  for (int octaves = 2; octaves < 10; ++octaves)
    EXPECT_LE(std::abs(HierarchicalNoise(5, octaves)(p) - HierarchicalNoise(5, octaves - 1)(p)),
              1.1 / (1 << (octaves - 1)));
  EXPECT_NE(one, HierarchicalNoise(6, 1)(p));
}

// ---- Bumped spheres ----

// The counts of the paper's tables, and odd ones.
TEST(BumpedSphere, HasExactlyTheWantedTriangles) {
  for (const std::int64_t triangles : {4, 8, 12, 20, 36, 80, 140, 320, 1224, 1280, 1281, 5120, 20'480})
    for (const double bumpiness : {1.0, 1.3, 2.6}) {
      const TriangleMesh mesh = bumped({.bumpiness = bumpiness, .triangles = triangles});
      expectOneBody(check(mesh), triangles / 2 * 2);
      EXPECT_TRUE(facesAllAwayFrom(mesh, Vec3::Zero()));
      double lowest = 99, highest = 0;
      for (std::size_t p = 0; p < mesh.pointCount(); ++p) {
        const double radius = mesh.point(static_cast<Index>(p)).norm();
        lowest = std::min(lowest, radius);
        highest = std::max(highest, radius);
      }
      EXPECT_NEAR(lowest, 0.5, 1e-15);
      EXPECT_NEAR(highest, 0.5 * bumpiness, 1e-14) << triangles;
    }
}

TEST(BumpedSphere, WithoutBumpsItIsTheRefinedIcosahedron) {
  const MeshReport report = check(bumped({.bumpiness = 1, .triangles = 1280}));
  EXPECT_TRUE(report.convex);
  EXPECT_NEAR(report.signedVolume, pi / 6, 0.01 * pi / 6);
  EXPECT_LT(report.signedVolume, pi / 6);
  Context context;
  const MeshReport octahedral = check(makeSphere({.levels = 4}, context));
  EXPECT_NEAR(check(bumped({.bumpiness = 1, .triangles = 2048})).area, octahedral.area, 1e-13);
}

TEST(BumpedSphere, StretchesAlongZ) {
  const MeshReport plain = check(bumped({.bumpiness = 1}));
  for (const double stretch : {0.2, 1.2, 1.4, 1.8, 2.6}) {
    const MeshReport report = check(bumped({.bumpiness = 1, .stretch = stretch}));
    expectOneBody(report, 1280);
    EXPECT_NEAR(report.signedVolume, stretch * plain.signedVolume, 1e-13);
    EXPECT_NEAR(report.bounds.sizes().z(), stretch * plain.bounds.sizes().z(), 1e-14);
    EXPECT_EQ(report.bounds.sizes().x(), plain.bounds.sizes().x());
  }
}

TEST(BumpedSphere, StaysSoundAtTheLimits) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const BumpedSphereOptions options{
        .bumpiness = 10, .octaves = 10, .stretch = seed % 2 ? 100.0 : 0.01, .triangles = 1224, .seed = seed};
    expectOneBody(check(bumped(options)), 1224);
  }
}

TEST(BumpedSphere, TheSameForEveryThreadCount) {
  const auto with = [](int threads, std::uint64_t seed, int octaves) {
    const ThreadLimit limit(threads);
    return bumped({.octaves = octaves, .triangles = 5120, .seed = seed});
  };
  const TriangleMesh one = with(1, 1, 4);
  expectSameMesh(one, with(2, 1, 4));
  EXPECT_NE(one.x, with(1, 2, 4).x);
  EXPECT_NE(one.x, with(1, 1, 5).x);
}

// ---- Options ----

TEST(GrainOptions, BadOnesAreErrors) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto refusesGrain = [](const ConvexGrainOptions& options) { EXPECT_THROW(grain(options), Error); };
  refusesGrain({.placement = {.size = 0}});
  refusesGrain({.semiAxes = Vec3(1, 0, 1)});
  refusesGrain({.semiAxes = Vec3(1, nan, 1)});
  refusesGrain({.vertices = 3});
  refusesGrain({.vertices = 200'001});
  refusesGrain({.irregularity = 1.1});
  refusesGrain({.irregularity = nan});
  const auto refusesSphere = [](const BumpedSphereOptions& options) { EXPECT_THROW(bumped(options), Error); };
  refusesSphere({.placement = {.size = -1}});
  refusesSphere({.bumpiness = 0.9});
  refusesSphere({.bumpiness = 11});
  refusesSphere({.octaves = 0});
  refusesSphere({.stretch = 0});
  refusesSphere({.stretch = nan});
  refusesSphere({.triangles = 3});
  refusesSphere({.triangles = 1'000'001});
}

TEST(BumpedSphere, CanBeCancelled) {
  Context stops([](double fraction) { return fraction < 0.75; });
  EXPECT_THROW(makeBumpedSphere({.triangles = 20'480}, stops), Cancelled);
}

}  // namespace
}  // namespace talus::test_grains
