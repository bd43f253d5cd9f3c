// Bodies come to rest, and stay: heaps under default settings, balls that roll out.
#include <gtest/gtest.h>

#include <cmath>

#include "dynamics/run/simulated_system.h"
#include "dynamics/run/simulation.h"
#include "dynamics_scenes.h"
#include "shapes/convex_grain.h"
#include "shapes/random.h"

namespace talus::test_rest {
namespace {

using dynamics::cuboid;

void addWall(Scene& scene, const Vec3& edges, const Vec3& position) {
  const auto number = static_cast<Index>(scene.shapes.size());
  scene.shapes.push_back(cuboid(edges, "wall" + std::to_string(number)));
  scene.bodies.add({.id = 1000 + number, .shape = number, .position = position, .motion = Motion::Fixed});
}

// A box without lid, with the origin in the middle of its floor.
void addBox(Scene& scene, double width, double height) {
  const double outside = width + 0.2;
  addWall(scene, {outside, outside, 0.1}, {0, 0, -0.05});
  for (const double side : {-0.5, 0.5}) {
    addWall(scene, {0.1, outside, height}, {side * (width + 0.1), 0, height / 2});
    addWall(scene, {outside, 0.1, height}, {0, side * (width + 0.1), height / 2});
  }
}

// Grains of 10 cm of default material above each other, thrown down.
Scene pouredGrains(int count) {
  Scene scene;
  Context context;
  ConvexGrainOptions options;
  options.vertices = 20;
  options.semiAxes = Vec3(0.05, 0.045, 0.04);
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    options.seed = seed;
    scene.shapes.push_back(
        makeBodyShape("grain" + std::to_string(seed), makeConvexGrain(options, context), context));
  }
  scene.materials = {{.name = "stone"}};
  const KeyedRandom random(11);
  for (int n = 0; n < count; ++n) {
    const auto vector = [&](std::int64_t i) {
      return Vec3(random[n][i].between(), random[n][i + 1].between(), random[n][i + 2].between());
    };
    Body body{.id = n, .shape = n % 4, .position = 0.1 * Vec3(n % 3 - 1, n / 3 % 3 - 1, 0.6 + n / 9)};
    body.orientation = rotationBy(3 * vector(0));
    body.velocity = Vec3(0, 0, -1) + 0.1 * vector(3);
    body.angularVelocity = 3 * vector(6);
    body.mass = 2500 * scene.shapes[static_cast<std::size_t>(body.shape)].properties.volume;
    scene.bodies.add(body);
  }
  addBox(scene, 0.32, 0.8);
  return scene;
}

class RestOfEveryLaw : public testing::TestWithParam<ContactLawKind> {};
INSTANTIATE_TEST_SUITE_P(Rest, RestOfEveryLaw,
                         testing::Values(ContactLawKind::HaloArea, ContactLawKind::LinearSpringDashpot,
                                         ContactLawKind::HertzMindlin));

TEST_P(RestOfEveryLaw, FortyGrainsInABox) {
  constexpr int count = 40;
  Context context;
  SimulationOptions options;
  options.contacts.law = GetParam();
  Scene scene = pouredGrains(count);
  if (GetParam() == ContactLawKind::HertzMindlin) scene.materials[0].young = 1e8;  // else they pass the walls
  Simulation run(scene, options, context);
  const double before = run.statistics().kineticEnergy;
  constexpr double settling = 4, watched = 0.25;  // s
  run.advanceTo(settling, context);
  const BodyState settled = run.state();
  run.advanceTo(settling + watched, context);
  double speed = 0, creep = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double turning = 0.05 * run.system().inertia.angularVelocity(i, run.state()).norm();
    speed = std::max(speed, run.state().velocity[i].norm() + turning);
    creep = std::max(creep, (run.state().position[i] - settled.position[i]).norm() / watched);
    EXPECT_GT(run.state().position[i].z(), 0.03) << i;
  }
  // Under Hertz's law the last grain may swing for some seconds: its tangential springs have no dashpot while
  // it hits its neighbours.
  const bool byHertz = GetParam() == ContactLawKind::HertzMindlin;
  EXPECT_LE(speed, byHertz ? 1e-3 : 1e-4);
  EXPECT_LE(creep, byHertz ? 1e-5 : 1e-6);
  EXPECT_LE(run.statistics().kineticEnergy, 1e-8 * before);
  EXPECT_GT(run.statistics().touching, 60);
}

// Cubes of 20 cm above each other, that close to each other at the start.
Scene stack(int count, double gap, double beside) {
  Scene scene;
  scene.halo = 0.002;
  scene.shapes = {cuboid({4, 4, 0.2}, "floor"), cuboid({0.2, 0.2, 0.2}, "cube")};
  scene.materials = {{.name = "stone", .young = 1e7, .contact = {.restitution = 0.3, .friction = 0.5}}};
  scene.bodies.add({.id = 0, .position = Vec3(0, 0, -0.1), .motion = Motion::Fixed});
  const KeyedRandom random(5);
  for (int n = 0; n < count; ++n) {
    const Vec3 shift(random[2 * n].between(), random[2 * n + 1].between(), 0);
    scene.bodies.add({.id = n + 1,
                      .shape = 1,
                      .position = beside * shift + Vec3(0, 0, 0.1 + gap + (0.2 + gap) * n),
                      .mass = 8});
  }
  return scene;
}

double totalEnergy(const FrameStatistics& s) {
  return s.kineticEnergy + s.potentialEnergy + s.elasticEnergy + s.dissipatedEnergy;
}

// Bodies that start flush, or nearly so, bear loads where they overlap.
TEST(Rest, FlushStacks) {
  for (const double gap : {0.0, 1e-5})
    for (const double beside : {0.0, 1e-6}) {
      Context context;
      Simulation run(stack(3, gap, beside), {}, context);
      run.advanceTo(1, context);
      const double before = totalEnergy(run.statistics());
      run.advanceTo(2, context);
      EXPECT_NEAR(totalEnergy(run.statistics()), before, 1e-9) << gap << " " << beside;
      EXPECT_LE(run.statistics().greatestSpeed, 1e-6) << gap << " " << beside;
    }
}

TEST(Rest, FlushStacksInImplicitSteps) {
  for (const double restitution : {0.0, 0.5}) {
    Context context;
    Scene scene = stack(2, 0, 0);
    scene.materials[0].contact.restitution = restitution;
    SimulationOptions options;
    options.integrator = IntegratorMethod::ImplicitEuler;
    options.timeStep = 1e-3;
    Simulation run(scene, options, context);
    for (int frame = 1; frame <= 10; ++frame) run.advanceTo(0.15 * frame, context);
    EXPECT_LE(run.statistics().greatestSpeed, 1e-4);
  }
}

// A ball rolls until rolling resistance has stopped it: the moment µᵣ R N slows it by µᵣ g / (1 + I/mR²).
TEST(Rest, ABallRollsOut) {
  Context context;
  constexpr double radius = 0.05, speed = 0.3, resistance = 0.02;
  Scene scene;
  scene.shapes = {makeBodyShape("ball", shapes::moved(shapes::sphere(5), radius, Vec3::Zero()), context)};
  scene.materials = {
      {.name = "hard", .young = 1e9, .contact = {.restitution = 0.98, .rollingResistance = resistance}}};
  scene.bodies.add({.id = 1,
                    .position = Vec3(0, 0, radius + 0.0009),
                    .velocity = Vec3(speed, 0, 0),
                    .angularVelocity = Vec3(0, speed / radius, 0)});
  addWall(scene, {3, 1, 0.1}, {0, 0, -0.05});
  const MassProperties& ball = scene.shapes[0].properties;
  const double inertia = ball.principal.moments[0] / (ball.mass * radius * radius);
  EXPECT_NEAR(inertia, 0.4, 0.001);
  const double distance = 0.5 * speed * speed * (1 + inertia) / (resistance * 9.81);
  SimulationOptions options;
  options.contacts.halo = 0.0005;
  Simulation run(scene, options, context);
  run.advanceTo(4, context);
  EXPECT_NEAR(run.state().position[0].x(), distance, 0.01 * distance);
  EXPECT_LE(run.state().velocity[0].norm(), 1e-4);
}

}  // namespace
}  // namespace talus::test_rest
