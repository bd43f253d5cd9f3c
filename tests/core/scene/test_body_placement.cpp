// Bodies are where they should be, as many, as large and turned as they should be, and none in another.
#include "scene/body_placement.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <set>

#include "base/error.h"
#include "base/parallel.h"
#include "geometry/exact/intersection.h"
#include "scene/scene.h"
#include "scene/shared_surface.h"
#include "shapes.h"
#include "shapes/random.h"

namespace talus::test_body_placement {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinite = std::numeric_limits<double>::infinity();

// A ball of radius ½, as triangles: its corners are on the sphere.
BodyShape ball(int levels = 1) {
  return {"ball", shapes::moved(shapes::sphere(levels), 0.5, Vec3::Zero())};
}

BodyShape cube() {
  return {"cube", shapes::box(Vec3::Constant(-0.5), Vec3::Constant(0.5))};
}

// Four times as long as wide.
BodyShape needle() {
  return {"needle", shapes::box(Vec3(-0.125, -0.125, -0.5), Vec3(0.125, 0.125, 0.5))};
}

Box cubeOf(double edge, const Vec3& centre = Vec3::Zero()) {
  return {centre - Vec3::Constant(edge / 2), centre + Vec3::Constant(edge / 2)};
}

void setRegion(PlacementRequest& options, const Box& box) {
  const Vec3 low = box.min(), high = box.max();
  options.automaticRegion = false;
  options.region = {low.x(), high.x(), low.y(), high.y(), low.z(), high.z()};
}

PlacedBodies place(const std::vector<BodyShape>& shapes, const PlacementRequest& options) {
  Context context;
  return placeBodies(shapes, options, context);
}

double radiusOf(const BodyShape& shape) {
  return SharedSurface(shape.mesh).radius();
}

// The least gap of two bounding spheres, by brute force; infinite for a single body.
double leastGap(const Bodies& bodies, const std::vector<BodyShape>& shapes) {
  std::vector<double> ofShape, radii;
  for (const BodyShape& shape : shapes) ofShape.push_back(radiusOf(shape));
  for (std::size_t i = 0; i < bodies.size(); ++i)
    radii.push_back(bodies.scale[i] * ofShape[static_cast<std::size_t>(bodies.shape[i])]);
  double least = infinite;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      least = std::min(least, (bodies.position[i] - bodies.position[j]).norm() - radii[i] - radii[j]);
  return least;
}

std::vector<Corners> trianglesOf(const Bodies& bodies, std::size_t i, const std::vector<BodyShape>& shapes) {
  const TriangleMesh& mesh = shapes[static_cast<std::size_t>(bodies.shape[i])].mesh;
  const Pose pose{bodies.position[i], bodies.orientation[i].matrix(), bodies.scale[i]};
  std::vector<Corners> triangles;
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
    const auto [a, b, c] = mesh.corners(t);
    triangles.push_back({pose.toWorld(a), pose.toWorld(b), pose.toWorld(c)});
  }
  return triangles;
}

// Pairs of bodies of which triangles meet: all triangles against all, exact.
int meetingPairs(const Bodies& bodies, const std::vector<BodyShape>& shapes) {
  std::vector<std::vector<Corners>> triangles;
  for (std::size_t i = 0; i < bodies.size(); ++i) triangles.push_back(trianglesOf(bodies, i, shapes));
  const auto meet = [](const std::vector<Corners>& a, const std::vector<Corners>& b) {
    return std::any_of(a.begin(), a.end(), [&b](const Corners& s) {
      return std::any_of(b.begin(), b.end(), [&s](const Corners& t) { return trianglesMeet(s, t); });
    });
  };
  int pairs = 0;
  for (std::size_t i = 0; i < triangles.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) pairs += meet(triangles[i], triangles[j]);
  return pairs;
}

Box boundsOf(const Bodies& bodies, const std::vector<BodyShape>& shapes) {
  Box box;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    for (const Corners& triangle : trianglesOf(bodies, i, shapes))
      for (const Vec3& corner : triangle) box.extend(corner);
  return box;
}

void expectWithin(const Box& outer, const Box& inner) {
  const Vec3 slack = 1e-12 * outer.sizes();
  EXPECT_TRUE(Box(outer.min() - slack, outer.max() + slack).contains(inner))
      << inner.min().transpose() << " … " << inner.max().transpose();
}

PlacementRequest manySizes() {
  PlacementRequest options;
  options.count = 800;
  options.sizes = {.law = SizeLaw::PowerLaw, .smallest = 0.05, .largest = 1, .exponent = -3};
  return options;
}

// ---- What holds for every arrangement that keeps bodies apart ----

struct Case {
  const char* name;
  PlacementRequest options;
};

class KeepsApart : public testing::TestWithParam<Case> {};

TEST_P(KeepsApart, BoundingSpheresByBruteForce) {
  const std::vector<BodyShape> shapes{ball(), needle()};
  for (const double clearance : {0.0, 0.3}) {
    PlacementRequest options = GetParam().options;
    options.clearance = clearance;
    const PlacedBodies placed = place(shapes, options);
    EXPECT_EQ(std::ssize(placed.bodies.id), placed.wanted);
    EXPECT_GE(leastGap(placed.bodies, shapes), clearance * (1 - 1e-12) - 1e-14);
    EXPECT_EQ(placed.warning, "");
  }
}

TEST_P(KeepsApart, SurfacesByAllTheirTriangles) {
  const std::vector<BodyShape> shapes{needle(), cube()};
  PlacementRequest options = GetParam().options;
  options.separation = Separation::Surfaces;
  options.count = 150;
  options.cells = {5, 6, 5};
  const PlacedBodies placed = place(shapes, options);
  EXPECT_EQ(placed.wanted, 150);
  EXPECT_EQ(std::ssize(placed.bodies.id), 150);
  EXPECT_EQ(meetingPairs(placed.bodies, shapes), 0);
}

TEST_P(KeepsApart, IsAValidScene) {
  const std::vector<BodyShape> shapes{ball(), needle()};
  Scene scene;
  scene.shapes = shapes;
  scene.materials = {{.name = "stone"}};
  scene.bodies = place(shapes, GetParam().options).bodies;
  EXPECT_NO_THROW(requireValid(scene));
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    ASSERT_EQ(scene.bodies.id[i], std::int64_t(i));
    ASSERT_EQ(scene.bodies.motion[i], Motion::Dynamic);
  }
}

TEST_P(KeepsApart, SameBitsForEveryThreadCount) {
  const std::vector<BodyShape> shapes{ball(), needle()};
  const auto with = [&](int threads, std::uint64_t seed) {
    const ThreadLimit limit(threads);
    PlacementRequest options = GetParam().options;
    options.seed = seed;
    return place(shapes, options).bodies;
  };
  const Bodies one = with(1, 7);
  EXPECT_EQ(one, with(2, 7));
  EXPECT_EQ(one, with(0, 7));
  EXPECT_NE(one.orientation, with(1, 8).orientation);
}

const Case apart[] = {
    {"Grid", {{.arrangement = Arrangement::Grid, .jitter = 1, .sizes = {.law = SizeLaw::Uniform}}}},
    {"GridOfOneSize", {{.arrangement = Arrangement::Grid, .cells = {3, 7, 2}, .jitter = 0}}},
    {"Random", manySizes()},
    {"RandomOfOneSize", {{.count = 500}}},
    {"DropColumn", {{.arrangement = Arrangement::DropColumn, .count = 500, .jitter = 1}}},
    {"DropColumnOfManySizes",
     {{.arrangement = Arrangement::DropColumn,
       .count = 500,
       .up = Axis::Y,
       .sizes = {.law = SizeLaw::LogNormal}}}}};

INSTANTIATE_TEST_SUITE_P(Arrangements, KeepsApart, testing::ValuesIn(apart),
                         [](const auto& testCase) { return testCase.param.name; });

// ---- Random ----

TEST(RandomPlacement, StaysWithinTheRegion) {
  const std::vector<BodyShape> shapes{needle()};
  PlacementRequest options;
  options.count = 150;
  setRegion(options, Box(Vec3(10, -4, 3), Vec3(22, 4, 9)));
  for (const Separation separation : {Separation::BoundingSpheres, Separation::Surfaces}) {
    options.separation = separation;
    const PlacedBodies placed = place(shapes, options);
    EXPECT_EQ(placed.bodies.size(), 150u);
    const Box box = boundsOf(placed.bodies, shapes);
    expectWithin(options.box(), box);
    EXPECT_GT(box.volume(), 0.75 * options.box().volume()) << "uses all of it";
  }
}

// Equal spheres jam at 38.4 % (S. Torquato 2002, section 12.5) of the space where their centres may be.
TEST(RandomPlacement, ReachesTheDensityOfRandomSequentialAddition) {
  PlacementRequest options;
  setRegion(options, cubeOf(10));
  options.count = 2000;
  const PlacedBodies placed = place({ball()}, options);
  const double fraction = double(placed.bodies.size()) * std::numbers::pi / 6 / 1000;
  EXPECT_GT(fraction * 1000 / 729, 0.36);
  EXPECT_LT(fraction * 1000 / 729, 0.40) << "at walls a little more";
  EXPECT_NEAR(placed.sphereFraction, fraction, 1e-12);
  EXPECT_EQ(placed.wanted, 2000);
  EXPECT_GE(leastGap(placed.bodies, {ball()}), 0);
  const std::string start = "The region is full: only " + std::to_string(placed.bodies.size()) + " of 2000";
  EXPECT_EQ(placed.warning.substr(0, start.size()), start);
}

TEST(RandomPlacement, SurfacesLieDenserThanSpheresCan) {
  PlacementRequest options;
  setRegion(options, cubeOf(4));
  options.count = 120;
  EXPECT_LT(place({needle()}, options).bodies.size(), 50u);
  options.separation = Separation::Surfaces;
  const PlacedBodies dense = place({needle()}, options);
  EXPECT_EQ(dense.bodies.size(), 120u);
  EXPECT_GT(dense.sphereFraction, 1) << "bounding spheres overlap";
  EXPECT_EQ(meetingPairs(dense.bodies, {needle()}), 0);
}

TEST(RandomPlacement, ClearanceBetweenSurfaces) {
  PlacementRequest options;
  setRegion(options, cubeOf(5));
  options.count = 60;
  options.separation = Separation::Surfaces;
  options.clearance = 0.1;
  const std::vector<BodyShape> shapes{needle()};
  const PlacedBodies placed = place(shapes, options);
  double least = infinite;
  for (std::size_t i = 0; i < placed.bodies.size();
       ++i)  // points spread over one body, distances to the other
    for (std::size_t j = 0; j < placed.bodies.size(); ++j) {
      if (i == j) continue;
      const Pose pose{placed.bodies.position[i], placed.bodies.orientation[i].matrix(), 1};
      for (const Corners& triangle : trianglesOf(placed.bodies, j, shapes))
        for (int k = 0; k <= 20; ++k) {
          const Vec3 p = pose.toBody(triangle[0] + (triangle[1] - triangle[0]) * k / 20);
          const Vec3 outside = (p.cwiseAbs() - Vec3(0.125, 0.125, 0.5)).cwiseMax(0);
          least = std::min(least, outside.norm());
        }
    }
  EXPECT_GE(least, 0.1 - 1e-12);
  EXPECT_LT(least, 0.12) << "the test looks closely enough";
}

TEST(RandomPlacement, LargeBodiesFirstSoThatSmallOnesFindGaps) {
  PlacementRequest options;
  setRegion(options, cubeOf(9));
  options.sizes = {.law = SizeLaw::List, .list = {0.2, 0.2, 0.2, 2}};
  options.count = 160;
  const PlacedBodies placed = place({ball()}, options);
  EXPECT_EQ(placed.warning, "");
  EXPECT_EQ(std::count(placed.bodies.scale.begin(), placed.bodies.scale.end(), 2), 40);
  EXPECT_EQ(placed.bodies.scale[3], 2) << "numbers are those of the draw";
}

TEST(RandomPlacement, FullRegionLeavesOutTheLargeAndStillPlacesTheSmall) {
  PlacementRequest options;
  setRegion(options, cubeOf(4));
  options.sizes = {.law = SizeLaw::List, .list = {2, 0.1}};
  options.count = 200;
  options.attempts = 300;
  const PlacedBodies placed = place({ball()}, options);
  EXPECT_EQ(std::count(placed.bodies.scale.begin(), placed.bodies.scale.end(), 0.1), 100);
  EXPECT_LT(placed.bodies.size(), 120u);
  EXPECT_NE(placed.warning.find("of 200 bodies"), std::string::npos) << placed.warning;
}

TEST(RandomPlacement, SizesOfFiveDecades) {
  PlacementRequest options;
  options.count = 3000;
  options.sizes = {.law = SizeLaw::PowerLaw, .smallest = 1e-5, .largest = 1, .exponent = -1.5};
  const PlacedBodies placed = place({ball(0)}, options);
  EXPECT_EQ(placed.bodies.size(), 3000u);
  EXPECT_GE(leastGap(placed.bodies, {ball(0)}), 0);
}

// Multiplying by powers of two is exact.
TEST(RandomPlacement, ScalesExactly) {
  PlacementRequest options;
  setRegion(options, cubeOf(8));
  options.count = 200;
  const PlacedBodies plain = place({ball()}, options);
  for (const int power : {-40, 40}) {
    const double factor = std::ldexp(1.0, power);
    setRegion(options, cubeOf(8 * factor));
    const PlacedBodies scaled = place({{"ball", shapes::moved(ball().mesh, factor, Vec3::Zero())}}, options);
    ASSERT_EQ(scaled.bodies.size(), plain.bodies.size());
    for (std::size_t i = 0; i < 200; ++i)
      ASSERT_EQ(scaled.bodies.position[i], Vec3(factor * plain.bodies.position[i]));
    EXPECT_EQ(scaled.bodies.orientation, plain.bodies.orientation);
  }
}

// ---- Grid ----

TEST(GridPlacement, MiddlesOfTheCellsWithoutJitter) {
  PlacementRequest options;
  options.arrangement = Arrangement::Grid;
  options.cells = {4, 2, 3};
  setRegion(options, Box(Vec3(0, 10, -3), Vec3(8, 14, 3)));
  options.jitter = 0;
  const Bodies bodies = place({cube()}, options).bodies;
  ASSERT_EQ(bodies.size(), 24u);
  for (int i = 0; i < 24; ++i) {
    const Vec3 middle(1 + 2 * (i % 4), 11 + 2 * (i / 4 % 2), -2 + 2 * (i / 8));
    EXPECT_TRUE(bodies.position[std::size_t(i)].isApprox(middle, 1e-14)) << i;
  }
}

TEST(GridPlacement, BricksMayFillTheRegion) {
  PlacementRequest options;
  options.arrangement = Arrangement::Grid;
  options.separation = Separation::Surfaces;
  options.orientationMode = OrientationMode::AsShape;
  options.cells = {3, 3, 3};
  setRegion(options, cubeOf(3));
  EXPECT_EQ(place({cube()}, options).bodies.size(), 27u);
}

TEST(GridPlacement, JitterUsesTheRoomOfTheCell) {
  PlacementRequest options;
  options.arrangement = Arrangement::Grid;
  options.cells = {20, 20, 1};
  setRegion(options, Box(Vec3::Zero(), Vec3(40, 40, 2)));
  for (const double jitter : {0.2, 1.0}) {
    options.jitter = jitter;
    const Bodies bodies = place({ball()}, options).bodies;
    double farthest = 0;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const Vec3 middle(1 + 2 * double(i % 20), 1 + 2 * double(i / 20), 1);
      farthest = std::max(farthest, (bodies.position[i] - middle).cwiseAbs().maxCoeff());
    }
    EXPECT_LE(farthest, 0.5 * jitter + 1e-12);
    EXPECT_GT(farthest, 0.49 * jitter);
  }
}

// ---- Column ----

TEST(DropColumn, StandsOnTheFloorWithinTheWallsLowestFirst) {
  PlacementRequest options;
  options.arrangement = Arrangement::DropColumn;
  options.count = 700;
  options.sizes = {.law = SizeLaw::Uniform, .smallest = 0.3, .largest = 1};
  const std::vector<BodyShape> shapes{ball(2)};
  for (const int up : {0, 1, 2}) {
    options.up = Axis(up);
    Box region(Vec3(1, 2, 3), Vec3(7, 8, 9));
    region.max()[up] = region.min()[up] + 0.5;
    setRegion(options, region);
    const PlacedBodies placed = place(shapes, options);
    ASSERT_EQ(placed.bodies.size(), 700u);
    Box walls = region;
    walls.max()[up] = 1000;
    const Box bounds = boundsOf(placed.bodies, shapes);
    expectWithin(walls, bounds);
    EXPECT_LT(bounds.min()[up], region.min()[up] + 0.6);
    EXPECT_LT(bounds.sizes()[up], 1.25 * 1.01 * std::ceil(700.0 / 36)) << "36 a layer";
    EXPECT_TRUE(std::is_sorted(placed.bodies.position.begin(), placed.bodies.position.end(),
                               [&](const Vec3& a, const Vec3& b) { return a[up] < b[up]; }));
  }
}

TEST(DropColumn, FewBodiesOverAWideFloorSpread) {
  PlacementRequest options;
  options.arrangement = Arrangement::DropColumn;
  options.count = 50;
  setRegion(options, Box(Vec3::Zero(), Vec3(1e6, 1e6, 1)));
  const Bodies bodies = place({ball()}, options).bodies;
  Box box;
  for (const Vec3& p : bodies.position) box.extend(p);
  EXPECT_GT(box.sizes().x(), 6e5);
  EXPECT_GT(box.sizes().y(), 6e5);
  EXPECT_LT(box.sizes().z(), 1);
}

// ---- At points ----

TEST(AtPoints, TakesWhatThePointsSay) {
  PlacementRequest options;
  options.arrangement = Arrangement::AtPoints;
  options.points.position = {Vec3(1, 2, 3), Vec3(5, 5, 5), Vec3(-9, 0, 0)};
  options.points.orientation = {{2, 0, 0, 0}, {0, 0, 0, -1e-3}, {1, 1, 1, 1}};
  options.points.size = {0.5, 1, 2};
  options.points.velocity = {Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)};
  options.density = 1000;
  const PlacedBodies placed = place({cube()}, options);
  EXPECT_EQ(placed.bodies.position, options.points.position);
  EXPECT_EQ(placed.bodies.velocity, options.points.velocity);
  EXPECT_EQ(placed.bodies.scale, options.points.size);
  EXPECT_EQ(placed.bodies.orientation[0], (Quaternion{1, 0, 0, 0}));
  EXPECT_EQ(placed.bodies.orientation[1], (Quaternion{0, 0, 0, -1}));
  EXPECT_EQ(placed.bodies.orientation[2], (Quaternion{0.5, 0.5, 0.5, 0.5}));
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(placed.bodies.mass[std::size_t(i)], 125 * std::pow(8, i), 1e-9);
  EXPECT_EQ(placed.warning, "");
}

TEST(AtPoints, CountsOverlapsAsBruteForceDoes) {
  PlacementRequest options;
  options.arrangement = Arrangement::AtPoints;
  options.sizes = {.law = SizeLaw::Uniform, .smallest = 0.2, .largest = 1};
  const KeyedRandom random(3);
  for (int i = 0; i < 120; ++i)
    options.points.position.emplace_back(3 * random[3 * i].value(), 3 * random[3 * i + 1].value(),
                                         3 * random[3 * i + 2].value());
  const std::vector<BodyShape> shapes{needle()};
  const PlacedBodies spheres = place(shapes, options);
  std::int64_t pairs = 0;
  const double radius = radiusOf(shapes[0]);
  for (std::size_t i = 0; i < 120; ++i)
    for (std::size_t j = 0; j < i; ++j)
      pairs += (spheres.bodies.position[i] - spheres.bodies.position[j]).norm() <
               radius * (spheres.bodies.scale[i] + spheres.bodies.scale[j]);
  EXPECT_EQ(spheres.overlappingPairs, pairs);
  EXPECT_EQ(spheres.warning.find(std::to_string(pairs) + " pairs of bodies overlap by"), 0u)
      << spheres.warning;

  options.separation = Separation::Surfaces;
  const PlacedBodies surfaces = place(shapes, options);
  EXPECT_EQ(surfaces.overlappingPairs, meetingPairs(surfaces.bodies, shapes));
  EXPECT_GT(surfaces.overlappingPairs, 5);
  EXPECT_LT(surfaces.overlappingPairs, pairs / 2);
}

TEST(AtPoints, GivesUpCountingWhereAllOverlap) {
  PlacementRequest options;
  options.arrangement = Arrangement::AtPoints;
  options.points.position.assign(3000, Vec3::Zero());
  const PlacedBodies placed = place({ball(0)}, options);
  EXPECT_EQ(placed.bodies.size(), 3000u);
  EXPECT_EQ(placed.warning.find("At least 100"), 0u) << placed.warning;
}

// ---- What is drawn ----

// The share of equal rotations by an angle up to θ is (θ − sin θ) / π, and the axis lies anywhere.
TEST(OrientationMode, RandomIsUniform) {
  PlacementRequest options;
  options.arrangement = Arrangement::Grid;
  options.cells = {20000, 1, 1};
  const Bodies bodies = place({ball(0)}, options).bodies;
  std::vector<double> shares;
  Eigen::Matrix3d mean = Eigen::Matrix3d::Zero(), squares = mean;
  for (const Quaternion& q : bodies.orientation) {
    const double angle = 2 * std::acos(std::min(1.0, std::abs(q.w)));
    shares.push_back((angle - std::sin(angle)) / std::numbers::pi);
    mean += q.matrix() / 20000;
    squares += q.matrix().cwiseAbs2() / 20000;
  }
  std::sort(shares.begin(), shares.end());
  double distance = 0;  // Kolmogorov and Smirnov's; 1.95 / √n with a probability of 0.1 %
  for (std::size_t i = 0; i < shares.size(); ++i)
    distance = std::max(distance, std::abs(shares[i] - (double(i) + 0.5) / 20000));
  EXPECT_LT(distance, 1.95 / std::sqrt(20000.0));
  EXPECT_LT(mean.cwiseAbs().maxCoeff(), 0.02);
  EXPECT_LT((squares - Eigen::Matrix3d::Constant(1.0 / 3)).cwiseAbs().maxCoeff(), 0.01);
}

TEST(OrientationMode, NoneAndGiven) {
  PlacementRequest options;
  options.arrangement = Arrangement::Grid;
  options.cells = {2, 2, 2};
  options.orientationMode = OrientationMode::AsShape;
  for (const Quaternion& q : place({ball()}, options).bodies.orientation) EXPECT_EQ(q, Quaternion{});
  options.orientationMode = OrientationMode::AllAlike;
  options.orientation = {3, 0, 4, 0};
  for (const Quaternion& q : place({ball()}, options).bodies.orientation)
    EXPECT_NEAR((q.eigen().coeffs() - Quaternion{0.6, 0, 0.8, 0}.eigen().coeffs()).norm(), 0, 1e-15);
}

TEST(Mixture, FollowsTheWeights) {
  PlacementRequest options;
  options.arrangement = Arrangement::Grid;
  options.cells = {100, 100, 1};
  options.weights = {3, 0, 1};
  const Bodies bodies = place({ball(0), cube(), needle()}, options).bodies;
  const auto count = [&](Index shape) { return std::count(bodies.shape.begin(), bodies.shape.end(), shape); };
  EXPECT_EQ(count(1), 0);
  EXPECT_NEAR(double(count(0)), 7500, 4 * std::sqrt(10000 * 0.75 * 0.25));
  EXPECT_EQ(count(0) + count(2), 10000);
}

TEST(Draws, DoNotDependOnEachOther) {
  PlacementRequest options;
  options.arrangement = Arrangement::Grid;
  const Bodies plain = place({ball(0), cube()}, options).bodies;
  options.sizes.law = SizeLaw::Normal;
  const Bodies sized = place({ball(0), cube()}, options).bodies;
  EXPECT_EQ(plain.shape, sized.shape);
  EXPECT_EQ(plain.orientation, sized.orientation);
  EXPECT_NE(plain.scale, sized.scale);
}

TEST(Mass, IsDensityTimesVolume) {
  PlacementRequest options;
  options.count = 20;
  options.density = 800;
  options.sizes.law = SizeLaw::Uniform;
  options.velocity = Vec3(0, 0, -2);
  const Bodies bodies = place({cube()}, options).bodies;
  for (std::size_t i = 0; i < 20; ++i) {
    EXPECT_NEAR(bodies.mass[i], 800 * std::pow(bodies.scale[i], 3), 1e-9);
    EXPECT_EQ(bodies.velocity[i], options.velocity);
  }
}

// ---- Bad input, progress ----

struct Mistake {
  const char* words;
  std::function<void(PlacementRequest&)> make;
};

class BadPlacement : public testing::TestWithParam<Mistake> {};

TEST_P(BadPlacement, IsOneError) {
  PlacementRequest options;
  GetParam().make(options);
  try {
    place({ball()}, options);
    FAIL() << GetParam().words;
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find(GetParam().words), std::string::npos) << error.what();
    EXPECT_FALSE(error.remedy().empty());
  }
}

void atPoints(PlacementRequest& o, std::size_t count = 3) {
  o.arrangement = Arrangement::AtPoints;
  o.points.position.assign(count, Vec3(1, 2, 3));
}

const Mistake mistakes[] = {
    {"arrangement must be one of Grid, Random, DropColumn, AtPoints (arrangement 4)",
     [](auto& o) { o.arrangement = Arrangement(4); }},
    {"separation must be one of BoundingSpheres, Surfaces", [](auto& o) { o.separation = Separation(-1); }},
    {"orientation mode must be one of", [](auto& o) { o.orientationMode = OrientationMode(3); }},
    {"size law must be one of", [](auto& o) { o.sizes.law = SizeLaw(6); }},
    {"count must be at least 1 and at most 100000000 (count 0)", [](auto& o) { o.count = 0; }},
    {"clearance must be at least 0 and less than 1e+100 (clearance -1)", [](auto& o) { o.clearance = -1; }},
    {"clearance nan", [](auto& o) { o.clearance = nan; }},
    {"jitter must be at least 0 and at most 1 (jitter 1.5)", [](auto& o) { o.jitter = 1.5; }},
    {"attempts must be at least 1 and at most 1000000 (attempts 0)", [](auto& o) { o.attempts = 0; }},
    {"up must be one of X, Y, Z (up 3)", [](auto& o) { o.up = Axis(3); }},
    {"density must be above 0", [](auto& o) { o.density = -2; }},
    {"velocity must be finite numbers (velocity inf)", [](auto& o) { o.velocity.x() = infinite; }},
    {"region must be finite numbers (region inf)",
     [](auto& o) { setRegion(o, Box(Vec3::Zero(), Vec3(1, infinite, 1))); }},
    {"region ends before it begins along y",
     [](auto& o) { setRegion(o, Box(Vec3::Zero(), Vec3(1, -1, 1))); }},
    {"larger than the region: 1 along z, where the region has 0.5",
     [](auto& o) { setRegion(o, Box(Vec3::Zero(), Vec3(9, 9, 0.5))); }},
    {"cell of the grid has only 0.9",
     [](auto& o) {
       o.arrangement = Arrangement::Grid;
       setRegion(o, cubeOf(9));
     }},
    {"needs 1.5, clearance included, but the region has only 1",
     [](auto& o) {
       o.arrangement = Arrangement::DropColumn;
       o.clearance = 0.5;
       setRegion(o, cubeOf(1));
     }},
    {"cells must be at least 1 and at most 100000000 (cells 0)",
     [](auto& o) {
       o.arrangement = Arrangement::Grid;
       o.cells = {1, 0, 1};
     }},
    {"number of cells cannot be 1e+12",
     [](auto& o) {
       o.arrangement = Arrangement::Grid;
       o.cells = {10000, 10000, 10000};
     }},
    {"2 weights for 1 shapes",
     [](auto& o) {
       o.weights = {1, 2};
     }},
    {"shape weights must be at least 0 and less than 1e+100 (shape weights -1)",
     [](auto& o) { o.weights = {-1}; }},
    {"weights of all shapes are 0", [](auto& o) { o.weights = {0}; }},
    {"quaternion is zero",
     [](auto& o) {
       o.orientationMode = OrientationMode::AllAlike;
       o.orientation = {0, 0, 0, 0};
     }},
    {"no points", [](auto& o) { o.arrangement = Arrangement::AtPoints; }},
    {"point is not finite (point 1)",
     [](auto& o) {
       atPoints(o);
       o.points.position[1].y() = nan;
     }},
    {"2 orientations for 3 points",
     [](auto& o) {
       atPoints(o);
       o.points.orientation.resize(2);
     }},
    {"zero or not finite (point 2)",
     [](auto& o) {
       atPoints(o);
       o.points.orientation.assign(3, {});
       o.points.orientation[2].w = 0;
     }},
    {"size is -1 (point 0)",
     [](auto& o) {
       atPoints(o);
       o.points.size = {-1, 1, 1};
     }},
    {"velocity is not finite (point 2)",
     [](auto& o) {
       atPoints(o);
       o.points.velocity.assign(3, Vec3(0, 0, 0));
       o.points.velocity[2].x() = nan;
     }},
};

INSTANTIATE_TEST_SUITE_P(Mistakes, BadPlacement, testing::ValuesIn(mistakes));

TEST(BadShapes, AreOneErrorThatNamesThem) {
  Context context;
  EXPECT_THROW(placeBodies({}, {}, context), Error);
  BodyShape open{"lid", shapes::openBox()};
  try {
    place({ball(), open}, {});
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("'lid'"), std::string::npos) << error.what();
  }
}

TEST(Progress, GrowsAndStops) {
  std::vector<double> fractions;
  Context context([&](double fraction) {
    fractions.push_back(fraction);
    return fraction < 0.5;
  });
  PlacementRequest options;
  options.count = 20'000;
  EXPECT_THROW(placeBodies({ball(0)}, options, context), Cancelled);
  EXPECT_GT(fractions.size(), 10u);
  EXPECT_TRUE(std::is_sorted(fractions.begin(), fractions.end()));
}

// A slab across the region's middle, whose frame lies elsewhere.
BodyShape slab() {
  Context context;
  return makeBodyShape("slab", shapes::box(Vec3(-5, -5, 9.8), Vec3(5, 5, 10.2)), context);
}

// None nearer than the clearance to the slab 9.8 … 10.2, by the corners of the bodies.
double leastGapToSlab(const Bodies& bodies, const BodyShape& shape) {
  double least = infinite;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Eigen::Matrix3d turn = bodies.orientation[i].matrix();
    double low = infinite, high = -infinite;
    for (std::size_t p = 0; p < shape.mesh.pointCount(); ++p) {
      const double z = (bodies.position[i] + turn * shape.mesh.point(static_cast<Index>(p))).z();
      low = std::min(low, z);
      high = std::max(high, z);
    }
    least = std::min(least, std::max(low - 10.2, 9.8 - high));
  }
  return least;
}

TEST(BodyPlacement, KeepsClearOfWalls) {
  for (const Separation separation : {Separation::BoundingSpheres, Separation::Surfaces}) {
    PlacementRequest options{{.count = 200, .separation = separation}};
    setRegion(options, cubeOf(10, {0, 0, 10}));
    options.clearance = 0.05;
    EXPECT_LT(leastGapToSlab(place({needle()}, options).bodies, needle()), 0) << "nothing to keep clear of";
    options.walls = {slab()};
    const PlacedBodies placed = place({needle()}, options);
    EXPECT_EQ(placed.bodies.size(), 200u);
    EXPECT_GE(leastGapToSlab(placed.bodies, needle()), 0.05 - 1e-12);
    EXPECT_LT(leastGapToSlab(placed.bodies, needle()), 0.2) << "by surfaces, not by spheres";
  }
}

// A box of 10 with walls of thickness 1 around its hollow of 8: the region is the box around.
TEST(BodyPlacement, FillsAContainerAndNotItsWalls) {
  TriangleMesh box = shapes::box(Vec3::Constant(-5), Vec3::Constant(5));
  TriangleMesh hollow = shapes::box(Vec3::Constant(-4), Vec3::Constant(4));
  std::swap(hollow.a, hollow.b);
  box.append(hollow);
  Context context;
  PlacementRequest options{{.count = 30}};
  options.walls = {makeBodyShape("box", box, context)};
  const PlacedBodies placed = place({cube()}, options);
  ASSERT_EQ(placed.bodies.size(), 30u);
  double farthest = 0;
  for (const Vec3& at : placed.bodies.position) farthest = std::max(farthest, at.cwiseAbs().maxCoeff());
  EXPECT_LT(farthest, 3.5);
  EXPECT_GT(farthest, 2);
}

TEST(BodyPlacement, LeavesOutWhatWouldTouchAWall) {
  PlacementRequest options{{.arrangement = Arrangement::Grid, .cells = {4, 4, 5}}};
  setRegion(options, cubeOf(10, {0, 0, 10}));
  options.jitter = 0;
  options.walls = {slab()};
  const PlacedBodies placed = place({cube()}, options);
  EXPECT_EQ(placed.bodies.size(), 64u);  // the third of five layers lies in the slab
  EXPECT_EQ(placed.wanted, 80);
  EXPECT_NE(placed.warning.find("16 of 80 bodies would touch a wall"), std::string::npos) << placed.warning;
  PlacementRequest within{{.arrangement = Arrangement::AtPoints}};
  within.points.position = {Vec3(0, 0, 10)};
  within.walls = {slab()};
  EXPECT_THROW(place({ball()}, within), Error);
}

}  // namespace
}  // namespace talus::test_body_placement
