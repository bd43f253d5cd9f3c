// A facet that is proved to be the nearest to the origin is: beside all pairs of features in extended
// precision.
#include "contact/convex/nearest_facet.h"

#include <gtest/gtest.h>

#include "contact/convex/closest_features.h"
#include "convex_brute_force.h"

namespace talus::test_nearest_facet {
namespace {

using brute::Dice;

// B moved along a random line until the bodies overlap by about `depth`.
Pose overlapping(const ConvexBody& a, const ConvexBody& b, double depth, Dice& dice) {
  const Vec3 way = dice.direction();
  Pose pose{.position = {}, .rotation = dice.rotation(), .scale = dice.between(0.7, 1.4)};
  double low = 0, high = 10;
  for (int i = 0; i < 50; ++i) {
    pose.position = 0.5 * (low + high) * way;
    const bool deeper = separatingAxis(ConvexPair(a, {}, b, pose), way).depth > depth;
    (deeper ? low : high) = 0.5 * (low + high);
  }
  return pose;
}

std::vector<FeaturePair> facetsOf(const ConvexBody& a, const ConvexBody& b) {
  using enum FeatureKind;
  std::vector<FeaturePair> all;
  for (Index f = 0; f < static_cast<Index>(a.faces().size()); ++f) all.push_back({{Face, f}, {Vertex, 0}});
  for (Index f = 0; f < static_cast<Index>(b.faces().size()); ++f) all.push_back({{Vertex, 0}, {Face, f}});
  for (Index e = 0; e < static_cast<Index>(a.edges().size()); ++e)
    for (Index f = 0; f < static_cast<Index>(b.edges().size()); ++f) all.push_back({{Edge, e}, {Edge, f}});
  return all;
}

TEST(NearestFacet, OfAllFacetsOnlyTheNearestIsProved) {
  Dice dice(5);
  std::vector<ConvexBody> bodies;
  bodies.emplace_back(brute::grain(dice, 20, {1, 0.9, 0.8}), "grain");
  bodies.emplace_back(brute::grain(dice, 9, {1, 0.5, 0.4}), "pebble");
  bodies.emplace_back(shapes::box(Vec3(3, -1, -0.6), Vec3(5, 1, 0.6)), "brick");
  bodies.emplace_back(shapes::box(Vec3(-1, -1, -0.1), Vec3(1, 1, 0.1)), "plate");
  bodies.emplace_back(shapes::octahedron(), "octahedron");
  int proved = 0;
  for (int i = 0; i < 200; ++i) {
    const ConvexBody &a = bodies[static_cast<std::size_t>(dice.below(5))],
                     &b = bodies[static_cast<std::size_t>(dice.below(5))];
    Pose pose = overlapping(a, b, std::pow(10, dice.between(-4, -0.5)), dice);
    const double depth = -static_cast<double>(brute::Pair(a, {}, b, pose).signedDistance());
    const ConvexPair pair(a, {}, b, pose);
    for (const FeaturePair& features : facetsOf(a, b)) {
      const std::optional<SeparatingAxis> axis = axisOfNearestFacet(pair, features);
      if (!axis) continue;
      ++proved;
      EXPECT_NEAR(axis->depth, depth, 1e-13 * pair.size());
      EXPECT_NEAR(axis->direction.dot(pair.vertex<Of::A>(axis->a) - pair.vertex<Of::B>(axis->b)), depth,
                  1e-13 * pair.size());
    }
  }
  EXPECT_GT(proved, 80);
}

TEST(NearestFacet, NoneOfTwoThatAreEquallyNearIsProved) {
  const ConvexBody cube(shapes::box(Vec3::Constant(-0.5), Vec3::Constant(0.5)), "cube");
  const ConvexBody small(shapes::box(Vec3::Constant(-0.2), Vec3::Constant(0.2)), "small cube");
  const auto provedAt = [&](const Vec3& position) {
    const ConvexPair pair(cube, {}, small, {.position = position});
    int proved = 0;
    for (const FeaturePair& features : facetsOf(cube, small))
      proved += axisOfNearestFacet(pair, features) ? 1 : 0;
    return proved;
  };
  EXPECT_GT(provedAt({0.65, 0, 0}), 0);
  EXPECT_EQ(provedAt({0.65, 0.65, 0}), 0);
}

TEST(NearestFacet, MostShallowOverlapsOfGrainsAreProved) {
  Dice dice(6);
  const ConvexBody a(brute::grain(dice, 20, {1.06, 1, 0.94}), "a");
  const ConvexBody b(brute::grain(dice, 20, {1.06, 1, 0.94}), "b");
  constexpr int overlaps = 400;
  int proved = 0;
  for (int i = 0; i < overlaps; ++i) {
    const Pose pose = overlapping(a, b, dice.between(0.002, 0.04), dice);
    const ConvexPair pair(a, {}, b, pose);
    const ClosestFeatures found = closestInPair(pair, facingFeatures(a, {}, b, pose));
    proved += axisOfNearestFacet(pair, found.features) ? 1 : 0;
  }
  EXPECT_GT(proved, 0.8 * overlaps);
}

}  // namespace
}  // namespace talus::test_nearest_facet
