// Which parts of a problem are solved by systems of equations.
#include "dynamics/contact_dynamics/structures.h"

#include <gtest/gtest.h>

#include "impulse_problems.h"

namespace talus::test_structures {
namespace {

using dynamics::squareOf;
using dynamics::stackOf;

constexpr IslandSpeeds speeds{.rest = 1e-4, .fast = 0.5};

TEST(Structures, AStackIsOne) {
  const ImpulseProblem stack = stackOf(20);
  const std::vector<ImpulseIsland> islands = structuresOf(stack, speeds);
  ASSERT_EQ(islands.size(), 1);
  EXPECT_EQ(islands[0].bodies.size(), 20);
  EXPECT_EQ(islands[0].points.size(), stack.points.size());
  EXPECT_EQ(islands[0].problem.pairs.size(), stack.pairs.size());
}

TEST(Structures, ShortWideRestingAndFastIslandsAreNone) {
  EXPECT_TRUE(structuresOf(stackOf(14), speeds).empty());
  for (const int across : {10, 20, 40})
    EXPECT_TRUE(structuresOf(squareOf(across), {.rest = 1e-4, .fast = 10}).empty()) << across;
  ImpulseProblem resting = stackOf(20);
  for (ImpulseBody& body : resting.bodies) body.velocity.setZero();
  EXPECT_TRUE(structuresOf(resting, speeds).empty());
  EXPECT_TRUE(structuresOf(stackOf(20), {.rest = 1e-4, .fast = 0.05}).empty());
  ImpulseProblem rolling = stackOf(20);
  rolling.pairs[3].rolling = 0.01;
  EXPECT_TRUE(structuresOf(rolling, speeds).empty());
}

TEST(Structures, GiveTheirImpulsesBack) {
  ImpulseProblem stack = stackOf(20);
  std::vector<ImpulseIsland> islands = structuresOf(stack, speeds);
  ASSERT_EQ(islands.size(), 1);
  ImpulseIsland& island = islands[0];
  for (std::size_t i = 0; i < island.bodies.size(); ++i)
    island.problem.bodies[i].velocity = Vec3(static_cast<double>(island.bodies[i]), 0, 0);
  for (std::size_t k = 0; k < island.points.size(); ++k)
    island.problem.points[k].impulse = Vec3(0, static_cast<double>(island.points[k]), 0);
  island.give(stack);
  for (std::size_t i = 1; i < stack.bodies.size(); ++i)
    EXPECT_EQ(stack.bodies[i].velocity.x(), static_cast<double>(i));
  EXPECT_EQ(stack.bodies[0].velocity.norm(), 0);
  for (std::size_t k = 0; k < stack.points.size(); ++k) {
    EXPECT_EQ(stack.points[k].impulse.y(), static_cast<double>(k));
    EXPECT_EQ(stack.points[k].first, stack.points[k].impulse);
  }
}

}  // namespace
}  // namespace talus::test_structures
