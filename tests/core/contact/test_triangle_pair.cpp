#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <memory>
#include <random>

#include "contact/triangles/triangle_pair.h"
#include "contact/triangles/triangle_pair_batch.h"
#include "extended_distance.h"
#include "geometry/distance/point_distance.h"
#include "reference/contact/triangle_pair_iterate.h"

namespace talus::test_triangle_pair {
namespace {

using Feature = TriangleFeature;

std::mt19937 generator(7);

double uniform(double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(generator);
}

Vec3 randomVector() {
  return {uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)};
}

Corners moved(const Corners& t, const Eigen::Matrix3d& rotation, double scale, const Vec3& shift) {
  return {scale * (rotation * t[0]) + shift, scale * (rotation * t[1]) + shift,
          scale * (rotation * t[2]) + shift};
}

Eigen::Matrix3d randomRotation() {
  return Eigen::AngleAxisd(uniform(0, 6), randomVector().normalized()).toRotationMatrix();
}

// Triangles as meshes have them, and worse.
Corners randomTriangle(int kind) {
  const Vec3 a = randomVector();
  const Vec3 b = randomVector();
  const double thin = std::pow(10, uniform(-12, -1));
  switch (kind) {
    case 0:
      return {a, b, randomVector()};
    case 1:
      return {a, b, a + thin * randomVector()};  // needle
    case 2:
      return {a, b, a + uniform(0, 1) * (b - a) + thin * randomVector()};  // cap
    case 3:
      return {a, b, a};  // segment
    default:
      return {a, a, a};  // point
  }
}

double size(const Corners& a, const Corners& b) {
  double most = 0;
  for (const Corners& s : {a, b})
    for (const Vec3& p : s)
      for (const Vec3& q : a) most = std::max(most, (p - q).norm());
  return most;
}

void expectRight(const Corners& a, const Corners& b, double tolerance) {
  const TrianglePairDistance found = trianglePairDistance(a, b);
  const double scale = size(a, b);
  ASSERT_NEAR(found.gap, extended::triangleDistance(a, b), tolerance * scale);
  ASSERT_NEAR((found.pointA - found.pointB).norm(), found.gap, 1e-14 * scale);
}

struct Known {
  const char* name;
  Corners a, b;
  double gap;
  Feature featureA, featureB;
  bool intersecting;
};

const Corners ground{Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(0, 4, 0)};

TEST(TrianglePair, GivesKnownDistancesAndFeatures) {
  const Known cases[] = {
      {"corner above face",
       ground,
       {Vec3(1, 1, 2), Vec3(1, 1, 5), Vec3(2, 1, 5)},
       2,
       Feature::Face,
       Feature::CornerA,
       false},
      {"face above corner",
       {Vec3(9, 9, 9), Vec3(1, 1, 3), Vec3(9, 1, 9)},
       ground,
       3,
       Feature::CornerB,
       Feature::Face,
       false},
      {"corner beside corner",
       ground,
       {Vec3(7, -4, 0), Vec3(9, -4, 0), Vec3(9, -9, 1)},
       5,
       Feature::CornerB,
       Feature::CornerA,
       false},
      {"crossing edges",
       ground,
       {Vec3(2, -1, -3), Vec3(2, -1, 3), Vec3(2, -9, 0)},
       1,
       Feature::EdgeAB,
       Feature::EdgeAB,
       false},
      {"corner beside edge",
       ground,
       {Vec3(-3, 2, 0), Vec3(-5, 1, 1), Vec3(-5, 4, -1)},
       3,
       Feature::EdgeCA,
       Feature::CornerA,
       false},
      {"edge through face",
       ground,
       {Vec3(1, 1, -1), Vec3(1, 1, 2), Vec3(1.5, 1, 2)},
       0,
       Feature::Face,
       Feature::EdgeAB,
       true},
      {"corner on face",
       ground,
       {Vec3(1, 1, 0), Vec3(1, 1, 5), Vec3(2, 1, 5)},
       0,
       Feature::Face,
       Feature::CornerA,
       true},
      {"corner on corner",
       ground,
       {Vec3(4, 0, 0), Vec3(9, 0, 5), Vec3(9, 1, 5)},
       0,
       Feature::CornerB,
       Feature::CornerA,
       true},
      {"one in another",
       ground,
       {Vec3(1, 1, 0), Vec3(2, 1, 0), Vec3(1, 1.5, 0)},
       0,
       Feature::Face,
       Feature::CornerA,
       true},
      {"the same", ground, ground, 0, Feature::CornerA, Feature::CornerA, true},
  };
  for (const Known& known : cases) {
    const TrianglePairDistance found = trianglePairDistance(known.a, known.b);
    EXPECT_NEAR(found.gap, known.gap, 1e-15 * 8) << known.name;
    EXPECT_EQ(found.intersecting, known.intersecting) << known.name;
    if (known.intersecting) {
      EXPECT_EQ(found.gap, 0) << known.name;
    } else {
      EXPECT_EQ(found.featureA, known.featureA) << known.name;
      EXPECT_EQ(found.featureB, known.featureB) << known.name;
    }
    EXPECT_NEAR((closestPoint(found.pointA, known.a) - found.pointA).norm(), 0, 1e-14) << known.name;
    EXPECT_NEAR((closestPoint(found.pointB, known.b) - found.pointB).norm(), 0, 1e-14) << known.name;
  }
}

TEST(TrianglePair, MeetsInTheMiddleOfTheCut) {
  const Corners wall{Vec3(1, 1, -1), Vec3(2, 1, -1),
                     Vec3(1.5, 1, 1)};  // cuts the ground from x = 1.25 to 1.75
  const TrianglePairDistance found = trianglePairDistance(ground, wall);
  EXPECT_TRUE(found.pointA.isApprox(Vec3(1.5, 1, 0), 1e-14));
  EXPECT_EQ(found.pointA, found.pointB);
}

TEST(TrianglePair, IsRightToRoundingForRandomTriangles) {
  for (int i = 0; i < 400; ++i)
    for (int kind = 0; kind < 5; ++kind)
      expectRight(randomTriangle(kind), randomTriangle((i + kind) % 5), 1e-14);
}

// Gaps of 1e-9 to 10 diameters: a copy of one triangle beside another along the line between nearest points.
TEST(TrianglePair, KeepsItsAccuracyAtSmallAndLargeGaps) {
  for (int i = 0; i < 1000; ++i) {
    const Corners a = randomTriangle(i % 3);
    Corners b = moved(randomTriangle(i % 3), randomRotation(), 1, 4 * randomVector().normalized());
    const TrianglePairDistance before = trianglePairDistance(a, b);
    const double gap = std::pow(10, uniform(-9, 1));
    const Vec3 closer = (before.pointA - before.pointB) * (1 - gap / before.gap);
    b = moved(b, Eigen::Matrix3d::Identity(), 1, closer);
    expectRight(a, b, 1e-14);
    ASSERT_NEAR(trianglePairDistance(a, b).gap, gap, 1e-13 * (1 + gap));
  }
}

TEST(TrianglePair, IsRightForNearlyParallelEdgesAndPlanes) {
  for (int i = 0; i < 1000; ++i) {
    const Corners a = randomTriangle(0);
    const double turn = std::pow(10, uniform(-16, -2));
    Corners b;
    for (std::size_t k = 0; k < 3; ++k)
      b[k] = a[k] + turn * randomVector() + (i % 2 == 0 ? 0.3 * (a[1] - a[0]) : Vec3(0, 0, 0.01));
    expectRight(a, b, 1e-14);
  }
}

// On a lattice many triangles touch, overlap in a plane, or have no area.
TEST(TrianglePair, TellsExactlyWhetherTrianglesShareAPoint) {
  std::uniform_int_distribution<int> coordinate(0, 3);
  const auto lattice = [&] {
    return Vec3(coordinate(generator), coordinate(generator), coordinate(generator));
  };
  int met = 0;
  for (int i = 0; i < 4000; ++i) {
    const Corners a{lattice(), lattice(), lattice()};
    const Corners b{lattice(), lattice(), lattice()};
    const TrianglePairDistance found = trianglePairDistance(a, b);
    const double truth = extended::triangleDistance(a, b);  // nought or more than 0.1
    ASSERT_EQ(found.intersecting, truth < 1e-9);
    ASSERT_NEAR(found.gap, truth, 1e-14);
    met += found.intersecting ? 1 : 0;
  }
  EXPECT_GT(met, 500);
}

TEST(TrianglePair, FollowsMotionScaleAndExchange) {
  for (int i = 0; i < 300; ++i) {
    const Corners a = randomTriangle(0);
    const Corners b = moved(randomTriangle(0), randomRotation(), 1, 2 * randomVector());
    const double gap = trianglePairDistance(a, b).gap;
    const TrianglePairDistance back = trianglePairDistance(b, a);
    EXPECT_NEAR(back.gap, gap, 1e-15);
    for (const double scale : {1e-100, 1e-6, 1e6, 1e100}) {
      const Eigen::Matrix3d turn = randomRotation();
      const Vec3 shift = scale * randomVector();
      EXPECT_NEAR(trianglePairDistance(moved(a, turn, scale, shift), moved(b, turn, scale, shift)).gap,
                  scale * gap, 4e-15 * scale);
    }
  }
}

// ---- Batches ----

struct Batches {
  std::unique_ptr<PairBatch<float>> single = std::make_unique<PairBatch<float>>();
  std::unique_ptr<PairBatch<double>> wide = std::make_unique<PairBatch<double>>();
};

// Pairs of all kinds; few of them fill their lanes.
Batches randomBatches(std::size_t count, double separation) {
  Batches batches;
  batches.single->size = batches.wide->size = count;
  for (std::size_t i = 0; i < count; ++i) {
    const Corners a = randomTriangle(static_cast<int>(i % 5));
    const Corners b =
        moved(randomTriangle(static_cast<int>(i / 5 % 5)), randomRotation(), 1, separation * randomVector());
    batches.wide->set(i, a, b);
    batches.single->set(i, a, b);
    batches.wide->reach[i] = 0;
    batches.single->reach[i] = static_cast<float>(std::max(0.0, trianglePairDistance(a, b).gap + 1e-6));
  }
  batches.wide->pad();
  batches.single->pad();
  return batches;
}

class TrianglePairBatch : public testing::TestWithParam<std::int64_t> {
 protected:
  void SetUp() override { hwy::SetSupportedTargetsForTest(static_cast<std::uint32_t>(GetParam())); }
  void TearDown() override { hwy::SetSupportedTargetsForTest(0); }
};

bool isOpen(const PairBits& bits, std::size_t i) {
  return ((bits[i / 8] >> (i % 8)) & 1) != 0;
}

TEST_P(TrianglePairBatch, FloatAgreesWithDoubleToItsRounding) {
  for (const std::size_t count : {1, 5, 16, 77, 128}) {
    const Batches batches = randomBatches(count, 1.5);
    auto estimates = std::make_unique<PairEstimates>();
    comparePairs(*batches.single, *estimates);
    auto distances = std::make_unique<PairDistances>();
    comparePairs(*batches.wide, *distances);
    for (std::size_t i = 0; i < count; ++i) {
      const double gap = resolvePair(*batches.wide, *distances, i).gap;
      ASSERT_NEAR(std::sqrt(estimates->squared[i]), gap, 2e-6);
    }
  }
}

TEST_P(TrianglePairBatch, BoundsNeverExcludeAContact) {
  int excluded = 0;
  for (int round = 0; round < 40; ++round) {
    const Batches batches = randomBatches(128, 3);
    PairBits open;
    for (const PairBounds bounds : {PairBounds::Centroids, PairBounds::CentroidsAndNormals}) {
      boundPairs(*batches.single, bounds, open);
      for (std::size_t i = 0; i < 128; ++i) ASSERT_TRUE(isOpen(open, i));
    }
    for (std::size_t i = 0; i < 128; ++i) batches.single->reach[i] *= 0.5f;
    boundPairs(*batches.single, PairBounds::CentroidsAndNormals, open);
    for (std::size_t i = 0; i < 128; ++i) excluded += isOpen(open, i) ? 0 : 1;
  }
  EXPECT_GT(excluded, 40 * 128 / 2);
}

TEST_P(TrianglePairBatch, IterationEndsAtPointsOfTheTriangles) {
  auto iterates = std::make_unique<PairIterates>();
  double worst = 0;
  for (int round = 0; round < 20; ++round) {
    const Batches batches = randomBatches(128, 3);
    iteratePairs(*batches.single, *iterates);
    for (std::size_t i = 0; i < 128; ++i) {
      const double distance = batches.single->reach[i] - 1e-6;
      ASSERT_GE(std::sqrt(2 * iterates->functional[i]), distance - 2e-6);  // feasible: no less than the least
      worst = std::max(worst, std::sqrt(2 * iterates->functional[i]) - distance);
    }
  }
  EXPECT_GT(worst, 0.01);  // four sweeps are not enough: what the header warns of
  EXPECT_LT(worst, 3);
}

INSTANTIATE_TEST_SUITE_P(Targets, TrianglePairBatch, testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
                         [](const auto& target) {
                           return std::string(hwy::TargetName(static_cast<std::uint32_t>(target.param)));
                         });

}  // namespace
}  // namespace talus::test_triangle_pair
