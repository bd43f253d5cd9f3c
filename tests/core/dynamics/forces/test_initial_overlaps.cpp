// Bodies that overlap at the start: moved apart without energy, refused, or left.
#include "dynamics/run/initial_overlaps.h"

#include <gtest/gtest.h>

#include <random>

#include "base/parallel.h"
#include "dynamics/run/simulation.h"
#include "message_of.h"
#include "shapes/convex_grain.h"
#include "shapes/solid.h"

namespace talus::test_initial_overlaps {
namespace {

Scene emptyScene() {
  Scene scene;
  Context context;
  scene.materials = {{.name = "stone", .young = 1e7}};
  scene.gravity.setZero();
  scene.shapes.push_back(
      makeBodyShape("cube", makeSolid(Solid::Cuboid, {.extents = {1, 1, 1}}, context), context));
  scene.shapes.push_back(
      makeBodyShape("slab", makeSolid(Solid::Cuboid, {.extents = {20, 20, 1}}, context), context));
  ConvexGrainOptions grain;
  grain.vertices = 16;
  scene.shapes.push_back(makeBodyShape("grain", makeConvexGrain(grain, context), context));
  return scene;
}

void add(Scene& scene, Index shape, const Vec3& position, double mass = 1, Motion motion = Motion::Dynamic,
         const Vec3& axis = Vec3::Zero()) {
  Body body;
  body.id = static_cast<std::int64_t>(scene.bodies.size());
  body.shape = shape;
  body.position = position;
  body.orientation = rotationBy(axis);
  body.mass = mass;
  body.motion = motion;
  scene.bodies.add(body);
}

SimulationOptions optionsOf(OverlapRule rule = OverlapRule::Separate) {
  SimulationOptions options;
  options.initialOverlaps = rule;
  options.contacts.halo = 0.01;
  return options;
}

Scene overlappingCubes(double heavier = 1) {
  Scene scene = emptyScene();
  add(scene, 0, {0, 0, 0});
  add(scene, 0, {0.8, 0.1, 0}, heavier);
  return scene;
}

double kineticAfter(Simulation& simulation, double time) {
  Context context;
  return simulation.advanceTo(time, context).kineticEnergy;
}

TEST(InitialOverlaps, AreSeparatedByMassWithoutEnergy) {
  for (const double heavier : {1.0, 3.0}) {
    Context context;
    Simulation simulation(overlappingCubes(heavier), optionsOf(), context);
    const std::vector<Vec3>& position = simulation.state().position;
    EXPECT_EQ(simulation.initialOverlaps().pairs, 1);
    EXPECT_EQ(simulation.initialOverlaps().remaining, 0);
    EXPECT_NEAR(simulation.initialOverlaps().depth, 0.2, 1e-12);
    const double gap = position[1].x() - position[0].x() - 1;
    EXPECT_GE(gap, 0);
    EXPECT_LE(gap, 1e-5);
    EXPECT_NEAR(position[0].x(), -0.2 * heavier / (1 + heavier), 1e-5);
    EXPECT_EQ(position[0].y(), 0);
    EXPECT_EQ(kineticAfter(simulation, 0.1), 0);
  }
}

TEST(InitialOverlaps, LeaveWallsInPlace) {
  Scene scene = emptyScene();
  add(scene, 1, {0, 0, -0.5}, 1, Motion::Fixed);
  add(scene, 0, {0, 0, 0.3});
  Context context;
  Simulation simulation(scene, optionsOf(), context);
  EXPECT_EQ(simulation.state().position[0], Vec3(0, 0, -0.5));
  EXPECT_NEAR(simulation.state().position[1].z(), 0.5, 1e-5);
  EXPECT_EQ(kineticAfter(simulation, 0.1), 0);
}

// Grains over and within each other on a floor.
Scene heap(int count) {
  Scene scene = emptyScene();
  add(scene, 1, {0, 0, -0.5}, 1, Motion::Fixed);
  std::mt19937 random(3);
  std::uniform_real_distribution<double> at(-1, 1);
  for (int i = 0; i < count; ++i)
    add(scene, 2, Vec3(at(random), at(random), 0.3 + 0.8 * std::abs(at(random))), 1 + 0.1 * i,
        Motion::Dynamic, Vec3(at(random), at(random), at(random)));
  return scene;
}

TEST(InitialOverlaps, OfAHeapAreAllSeparated) {
  Context context;
  Simulation simulation(heap(40), optionsOf(), context);
  EXPECT_GT(simulation.initialOverlaps().pairs, 100);
  EXPECT_EQ(simulation.initialOverlaps().remaining, 0);
  EXPECT_LT(simulation.initialOverlaps().moved, 3);
  EXPECT_EQ(kineticAfter(simulation, 0.05), 0);
  for (const Vec3& position : simulation.state().position) EXPECT_GE(position.z(), -0.5);
}

TEST(InitialOverlaps, AreSeparatedToTheSameBitsByAnyNumberOfThreads) {
  std::vector<std::vector<Vec3>> found;
  for (const int threads : {1, 2}) {
    const ThreadLimit limit(threads);
    Context context;
    found.push_back(Simulation(heap(30), optionsOf(), context).state().position);
  }
  EXPECT_EQ(found[0], found[1]);
}

TEST(InitialOverlaps, WithoutRoomAreReported) {
  Scene scene = emptyScene();
  for (const double z : {-0.9, 0.9}) add(scene, 1, {0, 0, z}, 1, Motion::Fixed);  // 0.8 between them
  add(scene, 0, {0, 0, 0.1});
  Context context;
  const Simulation simulation(scene, optionsOf(), context);
  EXPECT_GT(simulation.initialOverlaps().remaining, 0);
}

TEST(InitialOverlaps, AreThoseOfWallsWhereTheirMotionPutsThem) {
  Scene scene = emptyScene();
  add(scene, 0, {-5, 0, 0}, 1, Motion::Prescribed);
  add(scene, 0, {0, 0, 0});
  PrescribedMotion motion;
  motion.bodies = {0};
  motion.kind = TranslationTable{{0, 1}, {Vec3(4.5, 0, 0), Vec3(4.5, 0, 0)}};
  scene.motions.push_back(motion);
  Context context;
  Simulation simulation(scene, optionsOf(), context);
  EXPECT_EQ(simulation.initialOverlaps().pairs, 1);
  EXPECT_NEAR(simulation.state().position[1].x(), 0.5, 1e-5);
}

TEST(InitialOverlaps, CanBeRefused) {
  Context context;
  const std::string told =
      messageOf([&] { Simulation(overlappingCubes(), optionsOf(OverlapRule::Refuse), context); });
  EXPECT_NE(told.find("1 pair of bodies overlaps at the start, deepest bodies 0 and 1 by 0.2 m near (0."),
            std::string::npos)
      << told;
  Scene apart = emptyScene();
  add(apart, 0, {0, 0, 0});
  add(apart, 0, {1, 0, 0});  // they touch
  EXPECT_NO_THROW(Simulation(apart, optionsOf(OverlapRule::Refuse), context));
}

TEST(InitialOverlaps, CanBeKept) {
  Context context;
  Simulation simulation(overlappingCubes(), optionsOf(OverlapRule::Keep), context);
  EXPECT_EQ(simulation.initialOverlaps().pairs, 0);
  EXPECT_EQ(simulation.state().position[1].x(), 0.8);
  EXPECT_GT(kineticAfter(simulation, 0.1), 0);
}

TEST(InitialOverlaps, OfAFrameOfARunAreLeft) {
  Scene scene = overlappingCubes();
  scene.startsAtRest = false;
  Context context;
  EXPECT_EQ(Simulation(scene, optionsOf(), context).state().position[1].x(), 0.8);
}

TEST(InitialOverlaps, AllowACertificateOnceSeparated) {
  SimulationOptions options = optionsOf();
  options.certify = true;
  Context context;
  Simulation simulation(overlappingCubes(), options, context);
  EXPECT_EQ(kineticAfter(simulation, 0.1), 0);
}

}  // namespace
}  // namespace talus::test_initial_overlaps
