// The descent ends at the nearest features, from any start.
#include "contact/convex/feature_descent.h"

#include <gtest/gtest.h>

#include "contact/convex/closest_features.h"
#include "convex_brute_force.h"
#include "shapes.h"

namespace talus::test_feature_descent {
namespace {

const ConvexBody& body(std::size_t n) {
  static const std::vector<ConvexBody> all{
      {shapes::unitBox(), "box"},
      {shapes::tetrahedron(), "tetrahedron"},
      {shapes::octahedron(), "octahedron"},
      {brute::stretched(shapes::sphere(1), Vec3(1, 0.4, 2)), "ellipsoid"},
      {shapes::box(Vec3(0, 0, 0), Vec3(3, 3, 0.01)), "plate"}};
  return all[n % all.size()];
}

std::vector<Feature> featuresOf(const ConvexBody& body) {
  std::vector<Feature> all;
  const auto add = [&](FeatureKind kind, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) all.push_back({kind, static_cast<Index>(i)});
  };
  add(FeatureKind::Vertex, body.vertices().size());
  add(FeatureKind::Edge, body.edges().size());
  add(FeatureKind::Face, body.faces().size());
  return all;
}

TEST(FeatureDescent, FindsTheDistanceFromEveryKindOfStart) {
  brute::Dice dice(1);
  int apart = 0;
  for (std::size_t n = 0; n < 60; ++n) {
    const ConvexBody &a = body(n), &b = body(n / 5);
    const Pose poseA{dice.inCube(), dice.rotation(), dice.between(0.5, 2)};
    const Pose poseB{Vec3(dice.inCube() + 3 * dice.direction()), dice.rotation(), dice.between(0.5, 2)};
    const auto expected = static_cast<double>(brute::Pair(a, poseA, b, poseB).signedDistance());
    if (expected < 1e-6) continue;
    ++apart;
    const ConvexPair pair(a, poseA, b, poseB);
    const auto ofA = featuresOf(a), ofB = featuresOf(b);
    for (std::size_t i = 0; i < ofA.size(); i += 1 + ofA.size() / 7)
      for (std::size_t k = 0; k < ofB.size(); k += 1 + ofB.size() / 7) {
        FeatureDescent descent(pair, {ofA[i], ofB[k]});
        ASSERT_TRUE(descent.run());
        const NearestPoints& nearest = descent.nearest();
        EXPECT_NEAR(std::sqrt(nearest.squaredDistance) * poseA.scale, expected, 1e-12 * (1 + expected));
        EXPECT_NEAR(nearest.between.norm(), std::sqrt(nearest.squaredDistance), 1e-12);
        EXPECT_GE(descent.cycles(), 1);
      }
  }
  EXPECT_GT(apart, 20);
}

TEST(FeatureDescent, EndsAtOnceWhereItEndedBefore) {
  brute::Dice dice(2);
  const Pose poseA{Vec3::Zero(), dice.rotation(), 1}, poseB{Vec3(4, 0.3, 0.2), dice.rotation(), 1};
  const ConvexPair pair(body(3), poseA, body(0), poseB);
  FeatureDescent first(pair, facingFeatures(body(3), poseA, body(0), poseB));
  ASSERT_TRUE(first.run());
  FeatureDescent again(pair, first.features());
  ASSERT_TRUE(again.run());
  EXPECT_EQ(again.cycles(), 1);
  EXPECT_EQ(again.features(), first.features());
}

TEST(FeatureDescent, TellsThatBodiesOverlap) {
  brute::Dice dice(3);
  for (std::size_t n = 0; n < 40; ++n) {
    const ConvexBody &a = body(n), &b = body(n / 5);
    const Pose poseA{0.1 * dice.inCube() - a.centre(), Eigen::Matrix3d::Identity(), 1};
    const Pose poseB{0.1 * dice.inCube() - b.centre(), Eigen::Matrix3d::Identity(), 1};
    const auto depth = static_cast<double>(brute::Pair(a, poseA, b, poseB).signedDistance());
    if (depth > -0.02) continue;
    const ConvexPair pair(a, poseA, b, poseB);
    for (const Feature& start : featuresOf(a)) {
      FeatureDescent descent(pair, {start, {FeatureKind::Vertex, 0}});
      EXPECT_FALSE(descent.run());
    }
  }
}

}  // namespace
}  // namespace talus::test_feature_descent
