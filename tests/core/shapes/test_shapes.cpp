// The test bodies are what they claim to be.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <random>

#include "base/error.h"
#include "base/parallel.h"
#include "shapes/foam.h"
#include "shapes/grain.h"
#include "shapes/lattice_surface.h"
#include "shapes/porous_block.h"
#include "shapes/refined_sphere.h"
#include "shapes/strut_network.h"
#include "shapes/triangle_count.h"
#include "soundness.h"

namespace talus::test_shapes {
namespace {

using namespace soundness;

const Box unitCube(Vec3::Constant(-0.5), Vec3::Constant(0.5));

TriangleMesh foam(const FoamOptions& options) {
  Context context;
  return makeFoam(options, context);
}

TriangleMesh block(const PorousBlockOptions& options) {
  Context context;
  return makePorousBlock(options, context);
}

TriangleMesh sphere(const SphereOptions& options) {
  Context context;
  return makeSphere(options, context);
}

TriangleMesh contour(const Field& field, double spacing) {
  Context context;
  return LatticeSurface(field, unitCube, spacing, context).mesh(context);
}

// ---- Cells ----

std::vector<StrutAxis> cellEdges(const CellComplex& cells, double halfWidth) {
  Context context;
  return cells.edges(halfWidth, context);
}

// Kelvin's cells are truncated octahedra: edges of √2/4 lattice constants, twelve a cell.
TEST(CellComplex, KelvinsFoamWithoutDisplacement) {
  const CellComplex cells{.cellVolume = 0.004, .irregularity = 0};
  // Four lattice constants wide, and no edge on its rim: exactly 128 cells.
  const Box period(Vec3(-0.37, -0.38, -0.39), Vec3(0.43, 0.42, 0.41));
  EXPECT_NEAR(cells.latticeConstant(), 0.2, 1e-15);
  int count = 0;
  for (const StrutAxis& edge : cellEdges(cells, 0.5)) {
    ASSERT_NEAR((edge.b - edge.a).norm(), 0.2 * std::sqrt(2.0) / 4, 1e-12);
    count += period.contains((edge.a + edge.b) / 2);
  }
  EXPECT_EQ(count, 128 * 12);
}

TEST(CellComplex, FourEdgesMeetAtEachCorner) {
  const CellComplex cells{.cellVolume = 0.01, .irregularity = 1};
  struct Less {
    bool operator()(const Vec3& p, const Vec3& q) const {
      for (int axis = 0; axis < 3; ++axis)
        if (std::abs(p[axis] - q[axis]) > 1e-9) return p[axis] < q[axis];
      return false;
    }
  };
  std::map<Vec3, int, Less> edgesAt;
  for (const StrutAxis& edge : cellEdges(cells, 0.5))
    for (const Vec3& end : {edge.a, edge.b})
      if (unitCube.contains(end)) ++edgesAt[end];
  EXPECT_GT(edgesAt.size(), 400u);  // about six a cell
  for (const auto& [corner, edges] : edgesAt) EXPECT_EQ(edges, 4) << corner.transpose();
}

// ---- Struts ----

TEST(StrutField, IsTheDistanceBesideOneStrut) {
  const StrutField field({{Vec3(-0.2, 0, 0), Vec3(0.2, 0, 0)}}, 0.1, 0.25, unitCube);
  for (const double away : {0.0, 0.05, 0.1, 0.17, 0.24})
    EXPECT_NEAR(field(Vec3(0.13, 0.6 * away, -0.8 * away)), away - 0.1, 1e-7) << away;
  EXPECT_NEAR(field(Vec3(-0.32, 0, 0)), 0.02, 1e-12) << "round end";
  EXPECT_EQ(field(Vec3(0, 0.3, 0)), 0.15) << "beyond the reach";
}

TEST(StrutField, FillsTheJoint) {
  const std::vector<StrutAxis> cross{{Vec3(-0.3, 0, 0), Vec3(0.3, 0, 0)},
                                     {Vec3(0, -0.3, 0), Vec3(0, 0.3, 0)}};
  const StrutField both(cross, 0.1, 0.25, unitCube), one({cross[0]}, 0.1, 0.25, unitCube);
  EXPECT_LT(both(Vec3(0.11, 0.11, 0)), 0);
  EXPECT_GT(one(Vec3(0.11, 0.11, 0)), 0);
}

// ---- Lattice surface ----

TEST(LatticeSurface, SphereHasItsVolume) {
  const Field ball = [](const Vec3& p) { return p.norm() - 0.4; };
  for (const double spacing : {0.1, 0.05, 0.025}) {
    const MeshReport report = check(contour(ball, spacing));
    expectSound(report);
    EXPECT_EQ(genus(report), 0);
    const double volume = 4.0 / 3 * std::numbers::pi * 0.064;
    EXPECT_NEAR(report.signedVolume / volume, 1, 3 * spacing * spacing) << spacing;
  }
}

// Whatever the signs, the surface is closed and manifold and separates them.
TEST(LatticeSurface, IsSoundForAnyField) {
  for (unsigned seed = 0; seed < 8; ++seed) {
    const Field noise = [seed](const Vec3& p) {
      std::seed_seq key{seed, unsigned(int(p.x() * 1e6)), unsigned(int(p.y() * 1e6)),
                        unsigned(int(p.z() * 1e6))};
      std::minstd_rand random(key);
      return double(random()) / 1e9 - 1;
    };
    const MeshReport report = check(contour(noise, 0.15));
    EXPECT_GT(report.triangles, 1000);
    expectSound(report);
  }
}

TEST(LatticeSurface, SoundWhereTheFieldIsZeroAtSites) {
  const Field planes = [](const Vec3& p) { return std::round(4 * std::abs(p.x())) - 1; };
  expectSound(check(contour(planes, 0.125)));
}

TEST(LatticeSurface, CutsOffWhatLeavesTheDomain) {
  const MeshReport report = check(contour([](const Vec3&) { return -1.0; }, 0.1));
  expectSound(report);
  EXPECT_EQ(genus(report), 0);
  EXPECT_TRUE(report.bounds.contains(unitCube));
}

TEST(LatticeSurface, CountsWhatItMakes) {
  const Field ball = [](const Vec3& p) { return p.norm() - 0.4; };
  Context context;
  const LatticeSurface surface(ball, unitCube, 0.06, context);
  EXPECT_EQ(surface.triangleCount(), static_cast<std::int64_t>(surface.mesh(context).triangleCount()));
}

TEST(LatticeSurface, HasNoSlivers) {
  const TriangleMesh mesh = contour([](const Vec3& p) { return p.norm() - 0.4; }, 0.02);
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
    const auto [a, b, c] = mesh.corners(t);
    const double longest = std::max({(b - a).squaredNorm(), (c - b).squaredNorm(), (a - c).squaredNorm()});
    ASSERT_GT((b - a).cross(c - a).norm(), 0.1 * longest) << t;
  }
}

TEST(LatticeSurface, LargestPieceAlone) {
  const Field twoBalls = [](const Vec3& p) {
    return std::min((p - Vec3(-0.2, 0, 0)).norm() - 0.2, (p - Vec3(0.35, 0, 0)).norm() - 0.1);
  };
  const TriangleMesh both = contour(twoBalls, 0.04);
  EXPECT_EQ(check(both).components, 2);
  const MeshReport large = check(largestPiece(both));
  expectSound(large);
  EXPECT_EQ(large.components, 1);
  EXPECT_NEAR(large.bounds.max().x(), 0, 1e-3);
}

TEST(SplitLongestEdges, ReachesTheCountOnTheSameSurface) {
  const TriangleMesh mesh = sphere({.levels = 2});
  for (const std::int64_t goal : {128, 130, 131, 200, 1000}) {
    TriangleMesh split = mesh;
    splitLongestEdges(split, goal);
    const MeshReport report = check(split);
    EXPECT_TRUE(report.closed && report.oriented && report.manifold);
    EXPECT_EQ(report.triangles, goal - goal % 2);
    EXPECT_NEAR(report.signedVolume, check(mesh).signedVolume, 1e-14);
  }
}

// ---- Foam ----

FoamOptions smallFoam() {
  FoamOptions options;
  options.cells = 8;
  options.triangles = 12'000;
  return options;
}

TEST(Foam, IsSoundForAllKinds) {
  for (const FoamOutline outline : {FoamOutline::Cube, FoamOutline::Ball})
    for (const double irregularity : {0.0, 0.5, 1.0})
      for (const std::uint64_t seed : {1u, 2u}) {
        FoamOptions options = smallFoam();
        options.outline = outline;
        options.irregularity = irregularity;
        options.seed = seed;
        SCOPED_TRACE(testing::Message() << int(outline) << ' ' << irregularity << ' ' << seed);
        const MeshReport report = check(foam(options));
        expectOneBody(report, 12'000);
        EXPECT_GE(genus(report), 8) << "open cells";
        EXPECT_LT(report.bounds.sizes().maxCoeff(), 1.001);
        EXPECT_GT(report.bounds.sizes().minCoeff(), 0.7);
      }
}

TEST(Foam, HasThePapersCounts) {
  for (const std::int64_t triangles : {28'952, 120'868, 494'124}) {
    FoamOptions options;
    options.triangles = triangles;
    const MeshReport report = check(foam(options), triangles < 100'000);
    expectOneBody(report, triangles);
    EXPECT_NEAR(double(genus(report)), 95, 10) << "the same foam, finer";
    EXPECT_NEAR(report.signedVolume, 0.166, 0.008);
  }
}

// Thin struts have nearly the volume of cylinders: of all that lie within the cube at least, of all that
// enter it at most.
TEST(Foam, ThinStrutsHaveTheirVolume) {
  FoamOptions options;
  options.cells = 54;
  options.irregularity = 0;
  options.strutThickness = 0.06;
  options.triangles = 200'000;
  const double radius = 0.03 / std::cbrt(54.0);
  const Box within(Vec3::Constant(radius - 0.5), Vec3::Constant(0.5 - radius));
  double least = 0, most = 0;
  for (const StrutAxis& edge : cellEdges({.cellVolume = 1.0 / 54, .irregularity = 0}, 0.5)) {
    const double length = (edge.b - edge.a).norm();
    if (within.contains(edge.a) && within.contains(edge.b)) least += length;
    if (within.contains(edge.a) || within.contains(edge.b)) most += length;
  }
  EXPECT_GT(least, 20);
  const double length = check(foam(options), false).signedVolume / (std::numbers::pi * radius * radius);
  EXPECT_GT(length, 0.95 * least);
  EXPECT_LT(length, 1.05 * most);
}

TEST(Foam, ThicknessAndCellsDoWhatTheySay) {
  const FoamOptions options = smallFoam();
  const double volume = check(foam(options), false).signedVolume;
  FoamOptions thick = options;
  thick.strutThickness *= 1.5;
  EXPECT_GT(check(foam(thick), false).signedVolume, 1.5 * volume);
  FoamOptions many = options;
  many.cells *= 2;
  EXPECT_GT(genus(check(foam(many), false)), 1.5 * double(genus(check(foam(options), false))));
}

TEST(Foam, TheSameForEveryThreadCount) {
  const auto with = [](int threads, std::uint64_t seed) {
    const ThreadLimit limit(threads);
    FoamOptions options = smallFoam();
    options.seed = seed;
    return foam(options);
  };
  const TriangleMesh one = with(1, 1);
  expectSameMesh(one, with(2, 1));
  expectSameMesh(one, with(0, 1));
  EXPECT_NE(one.x, with(1, 2).x);
}

TEST(Foam, OddCountsAreOneShort) {
  FoamOptions options = smallFoam();
  options.triangles = 12'001;
  EXPECT_EQ(foam(options).triangleCount(), 12'000u);
}

// ---- Sphere ----

TEST(RefinedSphere, EightTimesFourToTheLevels) {
  double before = 0;
  for (int levels = 0; levels <= 6; ++levels) {
    const TriangleMesh mesh = sphere({.placement = {.size = 2}, .levels = levels});
    const MeshReport report = check(mesh);
    expectOneBody(report, std::int64_t{8} << 2 * levels);
    EXPECT_EQ(genus(report), 0);
    for (std::size_t p = 0; p < mesh.pointCount(); ++p)
      ASSERT_NEAR(mesh.point(static_cast<Index>(p)).norm(), 1, 1e-15);
    EXPECT_GT(report.signedVolume, before);
    before = report.signedVolume;
  }
  EXPECT_NEAR(before, 4.0 / 3 * std::numbers::pi, 2e-3);
}

// ---- Porous block ----

TEST(PorousBlock, IsSound) {
  for (const double tortuosity : {0.0, 0.5, 1.0}) {
    PorousBlockOptions options;
    options.triangles = 30'000;
    options.tortuosity = tortuosity;
    const MeshReport report = check(block(options));
    expectOneBody(report, 30'000);
    EXPECT_GE(genus(report), 10);
    EXPECT_GT(report.signedVolume, 0.4);
    EXPECT_LT(report.signedVolume, 0.95);
  }
}

TEST(PorousBlock, OneStraightTunnelIsOneHandle) {
  PorousBlockOptions options;
  options.triangles = 20'000;
  options.tortuosity = 0;
  for (const int tunnels : {0, 1}) {
    options.tunnels = tunnels;
    const MeshReport report = check(block(options));
    expectOneBody(report, 20'000);
    EXPECT_EQ(genus(report), tunnels);
    const double radius = options.tunnelDiameter / 2;
    EXPECT_NEAR(report.signedVolume, 1 - tunnels * std::numbers::pi * radius * radius, 0.02);
  }
}

TEST(PorousBlock, TheSameForEveryThreadCount) {
  const auto with = [](int threads) {
    const ThreadLimit limit(threads);
    PorousBlockOptions options;
    options.triangles = 10'000;
    return block(options);
  };
  expectSameMesh(with(1), with(2));
}

// ---- Grains ----

TEST(Grain, IsTheShapeOfItsNumber) {
  Context context;
  GrainOptions options;
  options.placement = {.centre = Vec3(1, 2, 3), .size = 5};
  options.sphere.levels = 3;
  expectSameMesh(makeGrain(options, context), sphere({.placement = options.placement, .levels = 3}));
  options.shape = Shape(1);
  options.block.triangles = 10'000;
  Context another;
  PorousBlockOptions same = options.block;
  same.placement = options.placement;
  expectSameMesh(makeGrain(options, another), block(same));
  options.shape = Shape(99);
  EXPECT_THROW(makeGrain(options, another), Error);
}

// ---- Common parameters ----

TEST(Placement, MovesAndScalesExactly) {
  FoamOptions options = smallFoam();
  const TriangleMesh plain = foam(options);
  options.placement = {.centre = Vec3(16, -8, 0.5), .size = 4};
  const TriangleMesh moved = foam(options);
  EXPECT_EQ(plain.a, moved.a);
  for (std::size_t p = 0; p < plain.pointCount(); ++p) {
    const auto i = static_cast<Index>(p);
    ASSERT_EQ(moved.point(i), Vec3(options.placement.centre + 4 * plain.point(i)));
  }
}

TEST(ShapeOptions, BadOnesAreErrors) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto refusesFoam = [](auto change) {
    FoamOptions options = smallFoam();
    change(options);
    EXPECT_THROW(foam(options), Error);
  };
  refusesFoam([](FoamOptions& o) { o.cells = 3; });
  refusesFoam([](FoamOptions& o) { o.cells = 20'001; });
  refusesFoam([](FoamOptions& o) { o.strutThickness = 0; });
  refusesFoam([nan](FoamOptions& o) { o.strutThickness = nan; });
  refusesFoam([](FoamOptions& o) { o.irregularity = -0.1; });
  refusesFoam([](FoamOptions& o) { o.triangles = 999; });
  refusesFoam([](FoamOptions& o) { o.placement.size = 0; });
  refusesFoam([nan](FoamOptions& o) { o.placement.centre.y() = nan; });
  refusesFoam([](FoamOptions& o) { o.outline = FoamOutline(7); });
  refusesFoam([](FoamOptions& o) {
    o.cells = 1000;
    o.triangles = 5'000;
  });
  const auto refusesBlock = [](auto change) {
    PorousBlockOptions options;
    change(options);
    EXPECT_THROW(block(options), Error);
  };
  refusesBlock([](PorousBlockOptions& o) { o.tunnels = -1; });
  refusesBlock([](PorousBlockOptions& o) { o.tunnelDiameter = 0.9; });
  refusesBlock([](PorousBlockOptions& o) { o.tortuosity = 2; });
  refusesBlock([](PorousBlockOptions& o) { o.rounding = 0; });
  refusesBlock([](PorousBlockOptions& o) { o.triangles = 0; });
  refusesBlock([](PorousBlockOptions& o) {
    o.tunnelDiameter = 0.01;
    o.triangles = 2'000;
  });
  refusesBlock([](PorousBlockOptions& o) {  // nothing is left
    o.tunnelDiameter = 0.8;
    o.tunnels = 300;
    o.triangles = 100'000;
  });
  EXPECT_THROW(sphere({.levels = -1}), Error);
  EXPECT_THROW(sphere({.levels = 11}), Error);
  EXPECT_THROW(sphere({.placement = {.size = -1}}), Error);
}

TEST(ShapeContext, ReportsAndCanBeCancelled) {
  std::vector<double> fractions;
  Context context([&](double fraction) {
    fractions.push_back(fraction);
    return true;
  });
  makeFoam(smallFoam(), context);
  EXPECT_TRUE(std::is_sorted(fractions.begin(), fractions.end()));
  EXPECT_GT(fractions.size(), 10u);
  EXPECT_NEAR(fractions.back(), 1, 1e-9);

  for (const double limit : {0.05, 0.3}) {
    Context stops([limit](double fraction) { return fraction < limit; });
    EXPECT_THROW(makeFoam(smallFoam(), stops), Cancelled);
  }
}

}  // namespace
}  // namespace talus::test_shapes
