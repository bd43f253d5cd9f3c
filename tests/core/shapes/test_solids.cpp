// Simple solids and containers: volumes by formula, exact convexity, what is inside the wall.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <numeric>

#include "base/error.h"
#include "geometry/check/crossing_parity.h"
#include "shapes/container.h"
#include "shapes/grain.h"
#include "shapes/loft.h"
#include "shapes/solid.h"
#include "soundness.h"

namespace talus::test_solids {
namespace {

using namespace soundness;

constexpr double pi = std::numbers::pi;

TriangleMesh solid(Solid kind, const SolidOptions& options = {}) {
  Context context;
  return makeSolid(kind, options, context);
}

TriangleMesh container(const ContainerOptions& options) {
  Context context;
  return makeContainer(options, context);
}

// Area of a regular polygon inscribed into the unit circle.
double polygon(int sides) {
  return sides / 2.0 * std::sin(2 * pi / sides);
}

// Volume between two similar, parallel polygons, of areas factor · width²/4.
double frustum(double factor, double low, double high, double height) {
  return factor * height / 12 * (low * low + low * high + high * high);
}

// ---- Solids ----

struct Regular {
  Solid kind;
  std::int64_t corners;
  double volume;  // for edge 1
  double radius;  // of the sphere through the corners, for edge 1
};

TEST(Solids, RegularOnes) {
  const double root5 = std::sqrt(5.0);
  for (const Regular& r :
       {Regular{Solid::Tetrahedron, 4, std::sqrt(2.0) / 12, std::sqrt(6.0) / 4},
        Regular{Solid::Cube, 8, 1, std::sqrt(3.0) / 2},
        Regular{Solid::Octahedron, 6, std::sqrt(2.0) / 3, std::sqrt(2.0) / 2},
        Regular{Solid::Dodecahedron, 20, (15 + 7 * root5) / 4, std::sqrt(3.0) * (1 + root5) / 4},
        Regular{Solid::Icosahedron, 12, 5 * (3 + root5) / 12, std::sqrt(10 + 2 * root5) / 4}}) {
    const MeshReport report = check(solid(r.kind, {.placement = {.size = 2 * r.radius}}));
    expectOneBody(report, 2 * r.corners - 4);
    EXPECT_TRUE(report.convex);
    EXPECT_NEAR(report.signedVolume, r.volume, 1e-14 * r.volume);
  }
}

TEST(Solids, VolumesFollowFromTheirMeasures) {
  SolidOptions options;
  options.extents = Vec3(2, 0.5, 0.25);
  options.height = 1.5;
  options.topDiameter = 0.4;
  options.tubeDiameter = 0.2;
  options.sides = 3;
  options.segments = 20;
  const double circle = polygon(20);
  const auto expect = [&options](Solid kind, double volume, std::int64_t triangles) {
    const MeshReport report = check(solid(kind, options));
    expectOneBody(report, triangles);
    EXPECT_NEAR(report.signedVolume, volume, 1e-14);
    EXPECT_TRUE(report.convex);
  };
  expect(Solid::Cuboid, 0.25, 12);
  expect(Solid::Cylinder, circle / 4 * 1.5, 4 * 20 - 4);
  expect(Solid::Cone, frustum(circle, 1, 0.4, 1.5), 4 * 20 - 4);
  expect(Solid::Prism, polygon(3) / 4 * 1.5, 8);
  options.topDiameter = 0;
  expect(Solid::Cone, circle / 4 * 1.5 / 3, 2 * 21 - 4);
}

// Slices of a polygonal sphere: frusta between the rings.
TEST(Solids, CapsuleIsACylinderBetweenHalfSpheres) {
  for (const int segments : {8, 20, 64}) {
    const int steps = segments / 4;
    double volume = polygon(segments) / 4 * 2;
    for (int i = 0; i < steps; ++i) {
      const double low = pi / 2 * i / steps, high = pi / 2 * (i + 1) / steps;
      volume +=
          2 * frustum(polygon(segments), std::cos(low), std::cos(high), (std::sin(high) - std::sin(low)) / 2);
    }
    const MeshReport report = check(solid(Solid::Capsule, {.height = 2, .segments = segments}));
    expectOneBody(report, 2 * (2 * segments * steps + 2) - 4);
    EXPECT_TRUE(report.convex);
    EXPECT_NEAR(report.signedVolume, volume, 1e-13);
    EXPECT_NEAR(report.bounds.sizes().z(), 3, 1e-15);
  }
  const double fine = check(solid(Solid::Capsule, {.height = 2, .segments = 256}), false).signedVolume;
  EXPECT_NEAR(fine, pi / 4 * 2 + pi / 6, 1e-3);
}

// Pappus, with n sin(2π/n) in place of 2π.
TEST(Solids, TorusFollowsPappus) {
  for (const int segments : {8, 32, 100}) {
    const MeshReport report = check(solid(Solid::Torus, {.tubeDiameter = 0.3, .segments = segments}));
    expectOneBody(report, 2 * segments * (segments / 2));
    EXPECT_EQ(genus(report), 1);
    const double tube = polygon(segments / 2) * 0.15 * 0.15;
    EXPECT_NEAR(report.signedVolume, segments * std::sin(2 * pi / segments) * 0.35 * tube, 1e-14);
    EXPECT_NEAR(report.bounds.sizes().x(), 1, 1e-15);
  }
}

TEST(Solids, StayExactlyConvexWhereverTheyAre) {
  for (int kind = 0; kind <= static_cast<int>(Solid::Capsule); ++kind) {
    if (Solid(kind) == Solid::Torus) continue;
    for (const double size : {1e-6, 0.3, 1e6}) {
      const Placement place{.centre = size * Vec3(3.1, -2.7, 11.3), .size = size};
      const MeshReport report = check(solid(Solid(kind), {.placement = place}));
      expectSound(report);
      EXPECT_TRUE(report.convex) << kind << " " << size;
      EXPECT_TRUE(report.bounds.contains(place.centre));
    }
  }
}

TEST(Solids, AreGrains) {
  Context context;
  const Placement place{.centre = Vec3(1, 2, 3), .size = 5};
  for (int kind = 0; kind <= static_cast<int>(Solid::Capsule); ++kind) {
    GrainOptions options;
    options.shape = Shape(4 + kind);
    options.placement = place;
    options.solid.segments = 16;
    expectSameMesh(makeGrain(options, context), solid(Solid(kind), {.placement = place, .segments = 16}));
  }
}

// ---- Containers ----

// Is the point within the wall?
bool inWall(const TriangleMesh& mesh, const Vec3& p) {
  std::vector<Index> all(mesh.triangleCount());
  std::iota(all.begin(), all.end(), 0);
  return oddCrossings(mesh, all, p).value();
}

MeshReport expectContainer(const ContainerOptions& options, double volume, int shells, int handles) {
  const MeshReport report = check(container(options));
  expectSound(report);
  EXPECT_EQ(report.components, shells);
  EXPECT_EQ(genus(report), handles);
  EXPECT_NEAR(report.signedVolume, volume, 1e-13 * std::max(volume, 1.0));
  return report;
}

TEST(Containers, Box) {
  const ContainerOptions options{.thickness = 0.1, .height = 0.8, .depth = 2};
  const MeshReport report = expectContainer(options, 1.2 * 2.2 * 0.9 - 1 * 2 * 0.8, 1, 0);
  EXPECT_TRUE(report.bounds.min().isApprox(Vec3(-0.6, -1.1, -0.5), 1e-15));
  EXPECT_TRUE(report.bounds.max().isApprox(Vec3(0.6, 1.1, 0.4), 1e-15));
  const TriangleMesh mesh = container(options);
  EXPECT_FALSE(inWall(mesh, Vec3(0.01, 0.02, 0)));
  EXPECT_FALSE(inWall(mesh, Vec3(0.01, 0.02, 0.39))) << "open at the top";
  EXPECT_TRUE(inWall(mesh, Vec3(0.01, 0.02, -0.45)));
  EXPECT_TRUE(inWall(mesh, Vec3(0.55, 0.02, 0)));
  EXPECT_TRUE(inWall(mesh, Vec3(0.01, -1.05, 0)));
}

TEST(Containers, Drum) {
  ContainerOptions options{
      .kind = Container::Drum, .thickness = 0.1, .height = 0.6, .opening = 0.4, .segments = 24};
  const double factor = polygon(24);
  const double closed = factor / 4 * (1.2 * 1.2 * 0.8 - 0.6), hole = factor / 4 * 0.4 * 0.4 * 0.1;
  const MeshReport report = expectContainer(options, closed - hole, 1, 0);
  EXPECT_NEAR(report.bounds.min().y(), -0.4, 1e-15);
  EXPECT_NEAR(report.bounds.max().y(), 0.4, 1e-15);
  const TriangleMesh mesh = container(options);
  EXPECT_FALSE(inWall(mesh, Vec3(0.01, -0.35, 0.02))) << "the hole is in front";
  EXPECT_TRUE(inWall(mesh, Vec3(0.01, 0.35, 0.02)));
  EXPECT_TRUE(inWall(mesh, Vec3(0.3, -0.35, 0.02)));
  options.opening = 0;
  expectContainer(options, closed, 2, -1);
  EXPECT_FALSE(inWall(container(options), Vec3(0.01, 0, 0.02)));
}

TEST(Containers, TubeHasWallsOfItsThickness) {
  for (const auto cross : {CrossSection::Round, CrossSection::Square}) {
    const ContainerOptions options{
        .kind = Container::Tube, .thickness = 0.07, .height = 3, .crossSection = cross, .segments = 30};
    const double factor = cross == CrossSection::Round ? polygon(30) : 4;
    expectContainer(options, factor / 4 * 3 * (1.14 * 1.14 - 1), 1, 1);
  }
}

// The hollow's volume is the difference of the outer body, whose frusta are known, and the wall.
TEST(Containers, HopperAndFunnel) {
  for (const auto kind : {Container::Hopper, Container::Funnel})
    for (const auto cross : {CrossSection::Round, CrossSection::Square})
      for (const double slope : {30.0, 60.0, 75.0}) {
        const ContainerOptions options{.kind = kind,
                                       .thickness = 0.04,
                                       .height = 2,
                                       .opening = 0.2,
                                       .slope = slope,
                                       .crossSection = cross};
        const double factor = cross == CrossSection::Round ? polygon(64) : 4;
        const double angle = slope * pi / 180, fall = 0.4 * std::tan(angle);
        const bool isHopper = kind == Container::Hopper;
        const double hollow =
            frustum(factor, 0.2, 1, fall) + factor / 4 * (isHopper ? 1.0 : 0.04) * (2 - fall);
        // Outside the slope is moved by t/sin horizontally; it meets the upright part's outside lower by
        // this:
        const double drop = 0.04 * (1 - std::sin(angle)) / std::cos(angle), away = 0.08 / std::sin(angle);
        const double outer = isHopper ? frustum(factor, 0.2 + away, 1.08, fall - drop) +
                                            factor / 4 * 1.08 * 1.08 * (2 - fall + drop)
                                      : frustum(factor, 0.28, 1 + away, fall + drop) +
                                            factor / 4 * 0.28 * 0.28 * (2 - fall - drop);
        expectContainer(options, outer - hollow, 1, 1);
        const TriangleMesh mesh = container(options);
        EXPECT_FALSE(inWall(mesh, Vec3(0.01, 0.02, -0.99))) << "the outlet";
        EXPECT_FALSE(inWall(mesh, Vec3(0.01, 0.02, 0)));
        // The wall is as thick as asked for: points just within both of its sides on the slope's normal.
        const Vec3 knee(isHopper ? 0.5 : 0.1, 0, isHopper ? -1 + fall : 1 - fall);
        const double aside = isHopper ? -0.2 : 0.2;
        const Vec3 inner = knee + aside * Vec3(1, 0, std::tan(angle)),
                   out(std::sin(angle), 0, -std::cos(angle));
        EXPECT_FALSE(inWall(mesh, inner - 0.001 * out));
        EXPECT_TRUE(inWall(mesh, inner + 0.001 * out));
        EXPECT_TRUE(inWall(mesh, inner + 0.039 * out));
        EXPECT_FALSE(inWall(mesh, inner + 0.041 * out));
      }
}

TEST(Containers, ConveyorPlate) {
  ContainerOptions options{.kind = Container::ConveyorPlate, .thickness = 0.1, .depth = 4};
  MeshReport report = expectContainer(options, 0.4, 1, 0);
  EXPECT_EQ(report.bounds.max().z(), 0);
  options.railHeight = 0.3;
  report = expectContainer(options, 1.2 * 0.1 * 4 + 2 * 0.1 * 0.3 * 4, 1, 0);
  EXPECT_EQ(report.bounds.max().z(), 0.3);
  const TriangleMesh mesh = container(options);
  EXPECT_FALSE(inWall(mesh, Vec3(0.01, 0.02, 0.1)));
  EXPECT_TRUE(inWall(mesh, Vec3(0.55, 0.02, 0.1)));
  EXPECT_TRUE(inWall(mesh, Vec3(0.01, 0.02, -0.05)));
}

TEST(Containers, ArePlaced) {
  for (int kind = 0; kind <= static_cast<int>(Container::ConveyorPlate); ++kind) {
    ContainerOptions options{.kind = Container(kind)};
    const TriangleMesh plain = container(options);
    options.placement = {.centre = Vec3(16, -8, 0.5), .size = 4};
    const TriangleMesh moved = container(options);
    for (std::size_t p = 0; p < plain.pointCount(); ++p) {
      const auto i = static_cast<Index>(p);
      ASSERT_EQ(moved.point(i), Vec3(options.placement.centre + 4 * plain.point(i)));
    }
  }
}

TEST(Containers, AreSoundAtTheLimits) {
  for (int kind = 0; kind <= static_cast<int>(Container::ConveyorPlate); ++kind)
    for (const double thickness : {0.001, 10.0})
      for (const int segments : {8, 1024}) {
        const ContainerOptions options{.kind = Container(kind),
                                       .thickness = thickness,
                                       .height = 1000,
                                       .depth = 0.001,
                                       .opening = 0.5,
                                       .slope = 85,
                                       .railHeight = 1000,
                                       .segments = segments};
        expectSound(check(container(options), segments < 100));
      }
}

// ---- Options ----

void refuses(const std::function<void(ContainerOptions&)>& change) {
  ContainerOptions options{.kind = Container::Hopper};
  EXPECT_NO_THROW(container(options));
  change(options);
  EXPECT_THROW(container(options), Error);
}

TEST(SolidOptions, BadOnesAreErrors) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const SolidOptions& bad :
       {SolidOptions{.placement = {.size = 0}}, SolidOptions{.extents = Vec3(1, 0, 1)},
        SolidOptions{.height = 0}, SolidOptions{.height = nan}, SolidOptions{.topDiameter = -1},
        SolidOptions{.tubeDiameter = 0.5}, SolidOptions{.sides = 2}, SolidOptions{.segments = 7},
        SolidOptions{.segments = 1025}})
    EXPECT_THROW(solid(Solid::Cuboid, bad), Error);
}

TEST(ContainerOptions, BadOnesAreErrors) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  refuses([](auto& o) { o.kind = Container(6); });
  refuses([](auto& o) { o.placement.size = 0; });
  refuses([](auto& o) { o.thickness = 0; });
  refuses([nan](auto& o) { o.thickness = nan; });
  refuses([](auto& o) { o.height = 0.5; });  // no room for the slope
  refuses([](auto& o) { o.opening = 0; });
  refuses([](auto& o) { o.opening = 1; });
  refuses([](auto& o) { o.slope = 4; });
  refuses([](auto& o) { o.slope = 90; });
  refuses([](auto& o) { o.segments = 7; });
  refuses([](auto& o) { o.depth = 0; });
  refuses([](auto& o) { o.railHeight = -1; });
  refuses([](auto& o) { o.crossSection = CrossSection(2); });
  refuses([](auto& o) {  // the outer side would fold over
    o.slope = 10;
    o.thickness = 0.5;
  });
}

}  // namespace
}  // namespace talus::test_solids
