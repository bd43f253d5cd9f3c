// The parts of a step of contact dynamics by themselves: giving impulses, their works, the budget of
// energies.
#include <gtest/gtest.h>

#include <cmath>

#include "dynamics/contact_dynamics/energy_budget.h"
#include "dynamics/contact_dynamics/given_impulses.h"
#include "dynamics/contact_dynamics/step_works.h"
#include "dynamics_scenes.h"

namespace talus::test_step_parts {
namespace {

using dynamics::cuboid;

// A cube of 1 kg on a wall, or in its place a second one.
Scene twoBodies(Motion first) {
  Scene scene;
  scene.materials = {{.name = "stone", .density = 1}};
  scene.shapes = {cuboid({1, 1, 1})};
  scene.bodies.add({.id = 0, .motion = first});
  scene.bodies.add({.id = 1, .position = {0, 0, 1}});
  return scene;
}

// One point between both bodies.
ImpulseProblem problemOf(const BodyInertia& inertia, const Vec3& impulse) {
  ImpulseProblem problem;
  problem.bodies.resize(2);
  for (std::size_t i = 0; i < 2; ++i) problem.bodies[i].inverseMass = inertia.inverseMass(i);
  ImpulsePoint& point = problem.points.emplace_back();
  point.leverA = {0, 0, 0.5};
  point.leverB = {0, 0, -0.5};
  point.normal = Vec3::UnitZ();
  point.impulse = impulse;
  ImpulsePair& pair = problem.pairs.emplace_back();
  pair.bodies = {0, 1};
  pair.end = 1;
  pair.normal = Vec3::UnitZ();
  return problem;
}

TEST(StepParts, ImpulsesKeepMomentumAndAngularMomentumOfTwoBodies) {
  const Scene scene = twoBodies(Motion::Dynamic);
  const BodyInertia inertia(scene);
  BodyState state = inertia.stateOf(scene.bodies);
  ImpulseProblem problem = problemOf(inertia, {1, 2, 4});
  problem.pairs[0].moment = {0.25, 0, 0};
  GivenImpulses given;
  given.give(problem, inertia, state);
  const MotionTotals totals = motionTotals(state, inertia);
  EXPECT_EQ(totals.momentum, Vec3::Zero());
  EXPECT_NEAR(totals.angularMomentum.norm(), 0, 1e-15);
  EXPECT_EQ(state.velocity[1], Vec3(1, 2, 4));
  EXPECT_TRUE(given.acts(0) && given.acts(1));
}

TEST(StepParts, ImpulsesDoNotMoveWalls) {
  const Scene scene = twoBodies(Motion::Fixed);
  const BodyInertia inertia(scene);
  BodyState state = inertia.stateOf(scene.bodies);
  ImpulseProblem problem = problemOf(inertia, Vec3::Zero());
  GivenImpulses given;
  given.give(problem, inertia, state);
  EXPECT_FALSE(given.acts(0) || given.acts(1));  // an impulse of zero is none
  const std::vector<Vec3> further{{0, 0, 3}}, shifts{Vec3::Zero()};
  given.giveFurther(problem, further, shifts, inertia, state);
  EXPECT_EQ(state.velocity[0], Vec3::Zero());
  EXPECT_EQ(state.velocity[1], Vec3(0, 0, 3));
  EXPECT_TRUE(given.acts(1));
}

// A cube of 1 kg slides over a wall from 4 to 3 m/s, and is pressed on it: ½ (16 − 9) = 3.5 J.
TEST(StepParts, WorksOfFrictionAndWallsAreTheLossOfKineticEnergy) {
  const BodyInertia inertia(twoBodies(Motion::Fixed));
  for (const double ofWall : {0.0, 1.0}) {
    ImpulseProblem problem = problemOf(inertia, {-1, 0, 5});
    problem.bodies[0].velocity = {ofWall, 0, 0};
    std::vector<ImpulseBody> before = problem.bodies, after = problem.bodies;
    before[1].velocity = {4, 0, 0};
    after[1].velocity = {3, 0, 0};
    const StepWorks works = worksOfImpulses(problem, {}, before, after);
    EXPECT_NEAR(works.friction, 3.5 - ofWall, 1e-12) << ofWall;
    EXPECT_NEAR(works.walls, -ofWall, 1e-12) << ofWall;
    EXPECT_NEAR(works.walls - works.friction, -3.5, 1e-12) << ofWall;
  }
}

TEST(StepParts, BodiesLoseTheEnergyThatImpulsesBroughtIn) {
  const Scene scene = twoBodies(Motion::Fixed);
  const BodyInertia inertia(scene);
  BodyState start = inertia.stateOf(scene.bodies);
  start.velocity[1] = {3, 0, 0};
  BodyState target = start;
  const std::vector<double> lags{0, 0};
  const Vec3 gravity = Vec3::Zero();
  EnergyBudget budget;
  budget.begin({start, target, lags, gravity, 0.01}, target, inertia);
  EXPECT_NEAR(budget.energies()[1], 4.5, 1e-12);
  ImpulseProblem problem = problemOf(inertia, {1, 0, 0});
  GivenImpulses given;
  given.give(problem, inertia, target);
  ASSERT_EQ(target.velocity[1], Vec3(4, 0, 0));
  budget.limit(problem, {}, given, lags, gravity, inertia, target);
  EXPECT_NEAR(inertia.kineticEnergy(1, target), 4.5, 1e-12);
  EXPECT_NEAR(budget.lost(lags, gravity, inertia, target), 0, 1e-12);
}

TEST(StepParts, BodiesThatFellMayHaveTheEnergyOfTheirFall) {
  const Scene scene = twoBodies(Motion::Fixed);
  const BodyInertia inertia(scene);
  const BodyState start = inertia.stateOf(scene.bodies);
  BodyState target = start;
  target.position[1].z() -= 0.5;
  const std::vector<double> lags{0, 0};
  EnergyBudget budget;
  budget.begin({start, target, lags, {0, 0, -10}, 0.3}, target, inertia);
  EXPECT_NEAR(budget.energies()[1], 5, 1e-12);
}

}  // namespace
}  // namespace talus::test_step_parts
