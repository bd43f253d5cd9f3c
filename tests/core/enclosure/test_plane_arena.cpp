#include "enclosure/cells/plane_arena.h"

#include <gtest/gtest.h>

#include <atomic>
#include <vector>

#include "base/parallel.h"
#include "enclosure/cells/discrete_function.h"
#include "shapes.h"
#include "shapes/foam.h"

namespace talus {
namespace {

TEST(PlaneArena, ShowsPlanesOnceTheyAreMade) {
  PlaneArena arena(3);
  PlaneArena::Place first = PlaneArena::unmade, second = PlaneArena::unmade;
  EXPECT_EQ(arena.find(first), nullptr);
  EXPECT_TRUE(PlaneArena::claim(first));
  EXPECT_FALSE(PlaneArena::claim(first));
  EXPECT_TRUE(PlaneArena::claim(second));
  EXPECT_EQ(arena.find(first), nullptr);
  PlaneGroup* two = arena.take(2);
  PlaneGroup* one = arena.take(1);
  EXPECT_TRUE(one == two + 2 || one + 1 == two);
  arena.show(second, one);
  arena.show(first, two);
  EXPECT_EQ(arena.find(first), two);
  EXPECT_EQ(arena.find(second), one);
  EXPECT_FALSE(PlaneArena::claim(first));
}

TEST(PlaneArena, GivesEachPlaceToOneThread) {
  constexpr std::size_t places = 1000, tries = 8;
  PlaneArena arena(places);
  std::vector<PlaneArena::Place> place(places, PlaneArena::unmade);
  std::atomic<int> claims = 0, half = 0;
  const ThreadLimit four(4);
  Context context;
  context.beginStage(1, static_cast<std::int64_t>(tries * places));
  parallelChunks(tries * places, 50, context, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::size_t p = i % places;
      if (PlaneArena::claim(place[p])) {
        ++claims;
        PlaneGroup* group = arena.take(1);
        group->zAnd[0][0] = static_cast<std::int16_t>(p);
        arena.show(place[p], group);
      }
      if (const PlaneGroup* found = arena.find(place[p]))
        half += found->zAnd[0][0] != static_cast<std::int16_t>(p);
    }
  });
  EXPECT_EQ(claims, places);
  EXPECT_EQ(half, 0);
}

std::vector<Side> sidesOf(const DiscreteFunction& function, std::span<const Vec3> points) {
  std::vector<Side> sides(points.size());
  function.classify(points, sides, {});
  return sides;
}

// Threads that ask about the same octants at the same time make their planes together.
TEST(PlaneArena, FirstQueriesOfManyThreadsAgree) {
  Context context;
  const TriangleMesh mesh = makeFoam({.cells = 6, .triangles = 8000}, context);
  std::vector<Vec3> points;
  for (std::size_t t = 0; t < mesh.triangleCount(); t += 2) {
    const auto [a, b, c] = mesh.corners(t);
    points.push_back((a + b + c) / 3 + 1e-4 * (b - a).cross(c - a).normalized());
  }
  const std::vector<Side> lean = sidesOf(DiscreteFunction(mesh, true, context, MemoryUse::Lean), points);
  const ThreadLimit eight(8);
  for (int round = 0; round < 20; ++round) {
    const DiscreteFunction function(mesh, true, context);
    std::atomic<int> differ = 0;
    Context quiet;
    quiet.beginStage(1, 8);
    parallelChunks(8, 1, quiet,
                   [&](std::size_t, std::size_t) { differ += sidesOf(function, points) != lean; });
    EXPECT_EQ(differ, 0);
    EXPECT_EQ(sidesOf(function, points), lean);
  }
}

TEST(PlaneArena, PlanesOfAllOctantsAtOnceGiveTheSameLabels) {
  Context context;
  TriangleMesh mesh = shapes::sphere(4);
  mesh.append(
      makeFoam({.placement = {.centre = Vec3(0.99, 0.99, 0.99), .size = 2e-3}, .cells = 4, .triangles = 5000},
               context));  // in nested levels
  std::vector<Vec3> points;
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
    const auto [a, b, c] = mesh.corners(t);
    points.push_back((a + b + c) / 3);
    points.push_back(points.back() + 0.1 * (b - a).cross(c - a).normalized() * (b - a).norm());
  }
  const DiscreteFunction asNeeded(mesh, true, context);
  DiscreteFunction atOnce(mesh, true, context);
  const ThreadLimit two(2);
  atOnce.prepareForManyPoints(context);
  EXPECT_EQ(sidesOf(atOnce, points), sidesOf(asNeeded, points));
}

}  // namespace
}  // namespace talus
