// Bodies that pass through each other are counted and told, whether steps show it at their ends or not.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "dynamics/run/simulation.h"
#include "passing_scenes.h"

namespace talus::test_passages {
namespace {

constexpr double coarseStep = 5e-3;  // s: at 100 m/s half a metre

/// What became of the last body of a scene.
struct Outcome {
  double height = 0;        // m
  std::int64_t passed = 0;  // in all frames
  std::vector<std::string> notices;
};

Outcome outcomeOf(const Scene& scene, const SimulationOptions& options, int frames, double interval) {
  Context context;
  Outcome outcome;
  Simulation run(scene, options, context);
  run.setNotice([&](NoticeKind, const std::string& text) { outcome.notices.push_back(text); });
  for (int frame = 1; frame <= frames; ++frame)
    outcome.passed += run.advanceTo(frame * interval, context).passed;
  outcome.height = run.state().position.back().z();
  return outcome;
}

/// A ring, upright, flies at a wall that is far thinner than the ring's halo.
Scene ringAtFoil(double speed) {
  Context context;
  Scene scene = passing::sceneOf(1e5);
  scene.gravity.setZero();
  scene.shapes = {
      dynamics::cuboid({1, 1, 1e-4}, "foil"),
      makeBodyShape(
          "ring",
          makeSolid(Solid::Torus, {.placement = {.size = 0.1}, .tubeDiameter = 0.2, .segments = 16}, context),
          context)};
  scene.halo = 1e-3;
  passing::add(scene, {.id = 7, .shape = 0, .motion = Motion::Fixed});
  passing::add(scene, {.id = 9,
                       .shape = 1,
                       .position = {0.01, 0.02, 0.06},
                       .orientation = rotationBy({1.5, 0.1, 0}),
                       .velocity = {0, 0, -speed}});
  return scene;
}

SimulationOptions coarse() {
  SimulationOptions options;
  options.timeStep = coarseStep;
  options.moveLimit = 0;
  return options;
}

TEST(Passages, AreCountedStepByStepAndWithinAStep) {
  const Scene scene = passing::plateAtWall(0.001, 100, 1e5);
  for (const SimulationOptions& options : {SimulationOptions(), coarse()})
    for (const int frames : {1, 40}) {
      SCOPED_TRACE(::testing::Message() << options.timeStep << " s, " << frames << " frames");
      const Outcome outcome = outcomeOf(scene, options, frames, 0.02 / frames);
      EXPECT_LT(outcome.height, 0);
      EXPECT_EQ(outcome.passed, 1);
    }
}

TEST(Passages, AreToldOnceWithBodiesAndTime) {
  const Outcome outcome = outcomeOf(passing::plateAtWall(0.001, 100, 1e5), coarse(), 4, coarseStep);
  ASSERT_EQ(outcome.notices.size(), 1U);
  EXPECT_NE(outcome.notices[0].find("At 0.005 s bodies 1 and 2 passed through each other"), std::string::npos)
      << outcome.notices[0];
}

TEST(Passages, OfBodiesThatPierceEachOtherAreCounted) {
  for (const double speed : {0.5, 5.0, 50.0}) {
    SCOPED_TRACE(speed);
    const Outcome outcome = outcomeOf(ringAtFoil(speed), {}, 10, 0.01 / speed);
    EXPECT_LT(outcome.height, 0.04);  // the ring's radius is 0.05 m
    EXPECT_EQ(outcome.passed, 1);
    EXPECT_EQ(outcome.notices.size(), 1U);
  }
}

// Neither bodies that rebound, nor such that move together however fast, nor those that fly by.
TEST(Passages, AreOfBodiesThatPassOnly) {
  const auto expectNone = [](const Scene& scene, const SimulationOptions& options) {
    const Outcome outcome = outcomeOf(scene, options, 10, 5e-3);
    EXPECT_EQ(outcome.passed, 0);
    EXPECT_TRUE(outcome.notices.empty());
  };
  expectNone(passing::plateAtWall(0.02, 10, 1e8), {});
  expectNone(passing::lidOnGrains(1e7), {});
  Scene together = passing::plateAtWall(0.001, 100, 1e7);
  together.bodies.motion[0] = Motion::Dynamic;
  together.bodies.velocity[0] = together.bodies.velocity[1];
  expectNone(together, coarse());
  Scene beside = passing::plateAtWall(0.001, 100, 1e7);
  beside.bodies.position[1].x() = 0.7;
  expectNone(beside, coarse());
}

TEST(Passages, GuardsLetNoneHappen) {
  const auto expectHeld = [](const SimulationOptions& options) {
    const Outcome outcome = outcomeOf(passing::plateAtWall(0.001, 100, 1e5), options, 4, coarseStep);
    EXPECT_GT(outcome.height, 0);
    EXPECT_EQ(outcome.passed, 0);
  };
  SimulationOptions certified = coarse(), barrier;
  certified.certify = true;
  barrier.contacts.law = ContactLawKind::Barrier;
  expectHeld(certified);
  expectHeld(barrier);
}

// Where a run is cut makes no difference: what has passed is not counted again.
TEST(Passages, AreTheSameFromASnapshot) {
  const Scene scene = ringAtFoil(5);
  constexpr int frames = 10;
  constexpr double interval = 2e-3;
  Context context;
  Simulation whole(scene, {}, context);
  std::vector<std::vector<std::byte>> states;
  for (int frame = 1; frame <= frames; ++frame) {
    whole.advanceTo(frame * interval, context);
    states.push_back(whole.save());
  }
  for (int cut = 1; cut < frames; ++cut) {
    Simulation resumed(scene, {}, context);
    resumed.load(states[static_cast<std::size_t>(cut - 1)]);
    resumed.advanceTo((cut + 1) * interval, context);
    EXPECT_TRUE(resumed.save() == states[static_cast<std::size_t>(cut)]) << cut;
  }
}

}  // namespace
}  // namespace talus::test_passages
