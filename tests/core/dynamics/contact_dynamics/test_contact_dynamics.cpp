// Steps of contact dynamics against theory: impacts, sliding, tipping, rolling, stacks, arches, heaps.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/parallel.h"
#include "dynamics/run/simulated_system.h"
#include "dynamics/run/simulation.h"
#include "dynamics_scenes.h"
#include "message_of.h"
#include "passing_checks.h"
#include "passing_scenes.h"
#include "rank_scenes.h"
#include "shapes.h"
#include "shapes/convex_grain.h"
#include "shapes/random.h"

namespace talus::test_contact_dynamics {
namespace {

using dynamics::cuboid;

constexpr double g = 9.81;
const Vec3 up = Vec3::UnitZ();

SimulationOptions impulses(double step = 0, double residual = 1e-3) {
  SimulationOptions options;
  options.integrator = IntegratorMethod::ContactDynamics;
  options.timeStep = step;
  options.contactDynamics.lawResidual = residual;
  if (residual < 1e-3) options.contactDynamics.maximumSweeps = 20000;
  return options;
}

Scene sceneOf(const ContactParameters& contact) {
  Scene scene;
  scene.materials = {{.name = "stone", .contact = contact}};
  return scene;
}

void addWall(Scene& scene, const Vec3& edges, const Vec3& position, const Quaternion& turn = {}) {
  const auto number = static_cast<Index>(scene.shapes.size());
  scene.shapes.push_back(cuboid(edges, "wall" + std::to_string(number)));
  scene.bodies.add({.id = 1000 + number,
                    .shape = number,
                    .position = position,
                    .orientation = turn,
                    .motion = Motion::Fixed});
}

double energyOf(const FrameStatistics& now) {
  return now.kineticEnergy + now.potentialEnergy;
}

// ---------------------------------------------------------------------------------------------- impacts

// A cube flies at a wall, face to face, edge on or corner on, through its centre.
double reboundOf(double restitution, double step, RestitutionLaw law, const Quaternion& turn) {
  Scene scene = sceneOf({.restitution = restitution, .friction = 0});
  scene.gravity.setZero();
  scene.shapes = {cuboid({1, 1, 1})};
  scene.bodies.add({.id = 0, .position = {0, 0, 1.5}, .orientation = turn, .velocity = {0, 0, -1}});
  addWall(scene, {5, 5, 1}, {0, 0, -0.5});
  SimulationOptions options = impulses(step, 1e-10);
  options.contactDynamics.restitutionLaw = law;
  Context context;
  Simulation run(scene, options, context);
  run.advanceTo(2, context);
  EXPECT_NEAR(run.state().angularMomentum[0].norm(), 0, 1e-6);
  return run.state().velocity[0].z();
}

TEST(ContactDynamics, SingleImpactsHaveTheRestitutionAtAnyStep) {
  const Quaternion onEdge = rotationBy(Vec3(std::numbers::pi / 4, 0, 0));
  for (const RestitutionLaw law : {RestitutionLaw::Impulses, RestitutionLaw::Speeds})
    for (const double restitution : {0.0, 0.2, 0.5, 0.9, 1.0})
      for (const double step : {0.05, 0.013, 0.002})
        for (const Quaternion& turn : {Quaternion{}, onEdge})
          EXPECT_NEAR(reboundOf(restitution, step, law, turn), restitution, 1e-6)
              << restitution << " " << step << " " << name(law);
}

// A ball falls from a height: the rebounds are e^(2k) of it.
TEST(ContactDynamics, ABallReboundsToTheHeightsOfTheory) {
  for (const double step : {0.014, 0.005}) {
    Scene scene = sceneOf({.restitution = 0.8, .friction = 0.5});
    Context context;
    scene.shapes = {makeBodyShape("ball", shapes::sphere(3), context)};
    scene.bodies.add({.id = 0, .position = {0, 0, 3}});
    addWall(scene, {50, 50, 1}, {0, 0, -0.5});
    Simulation run(scene, impulses(step), context);
    std::vector<double> tops;
    double before = 3, rising = -1;
    for (int n = 1; n * step < 3.5; ++n) {
      run.advanceTo(n * step, context);
      const double height = run.state().position[0].z();
      if (rising > 0 && height < before) tops.push_back(before - 1);
      rising = height - before;
      before = height;
    }
    ASSERT_GE(tops.size(), 3u);
    for (std::size_t k = 0; k < 3; ++k)
      EXPECT_NEAR(tops[k], 2 * std::pow(0.8, 2 * (static_cast<double>(k) + 1)), g * step * step) << step;
  }
}

// Two cubes meet while they fall: they rebound, and fall on as if alone.
TEST(ContactDynamics, BodiesThatCollideInFlightKeepFalling) {
  for (const double step : {0.02, 0.005}) {
    Scene scene = sceneOf({.restitution = 0.5, .friction = 0.5});
    scene.shapes = {cuboid({1, 1, 1})};
    for (const int side : {-1, 1})
      scene.bodies.add(
          {.id = (side + 1) / 2, .position = {side * 0.55, 0, 0}, .velocity = {-side * 1.0, 0, 0}});
    Context context;
    Simulation run(scene, impulses(step, 1e-10), context);
    run.advanceTo(0.2, context);
    for (std::size_t i = 0; i < 2; ++i) {
      EXPECT_NEAR(std::abs(run.state().velocity[i].x()), 0.5, 1e-6) << step;
      EXPECT_NEAR(run.state().velocity[i].z(), -g * 0.2, 1e-9) << step;
      EXPECT_NEAR(run.state().position[i].z(), -0.5 * g * 0.2 * 0.2, 1e-9) << step;
    }
  }
}

// The speeds at which bodies of one size end that fly at a wall one after the other, a gap apart, impact by
// impact of two neighbours.
std::vector<double> speedsByEvents(int count, double gap, double restitution) {
  std::vector<double> places, speeds(static_cast<std::size_t>(count), -1.0);
  for (int n = 0; n < count; ++n) places.push_back((n + 1) * gap);
  for (;;) {
    double time = std::numeric_limits<double>::infinity();
    std::size_t next = 0;
    for (std::size_t n = 0; n < speeds.size(); ++n) {
      const double approach = (n > 0 ? speeds[n - 1] : 0) - speeds[n];
      const double taken = (places[n] - (n > 0 ? places[n - 1] : 0)) / approach;
      if (approach > 1e-12 && taken < time) {
        time = taken;
        next = n;
      }
    }
    if (!std::isfinite(time)) return speeds;
    for (std::size_t n = 0; n < speeds.size(); ++n) places[n] += time * speeds[n];
    double& speed = speeds[next];
    if (next == 0) {
      speed *= -restitution;
    } else {
      double& other = speeds[next - 1];
      const double mean = 0.5 * (speed + other), half = 0.5 * restitution * (other - speed);
      speed = mean + half;
      other = mean - half;
    }
  }
}

// Cubes one above the other, a gap apart, without gravity and friction.
Scene columnOfCubes(int count, double gap, double restitution) {
  Scene scene = sceneOf({.restitution = restitution, .friction = 0});
  scene.gravity.setZero();
  scene.shapes = {cuboid({0.01, 0.01, 0.01})};
  for (int n = 0; n < count; ++n)
    scene.bodies.add({.id = n, .position = {0, 0, 0.005 + n * 0.01 + (n + 1) * gap}, .velocity = {0, 0, -1}});
  addWall(scene, {0.1, 0.1, 0.02}, {0, 0, -0.01});
  return scene;
}

// Where bodies are farther apart than they come in a step, impacts follow each other as they should.
TEST(ContactDynamics, AColumnBouncesAsImpactByImpact) {
  constexpr double gap = 2e-3, restitution = 0.9;
  for (const int count : {2, 4, 6}) {
    Context context;
    Simulation run(columnOfCubes(count, gap, restitution), impulses(2e-4, 1e-10), context);
    run.advanceTo(0.3, context);
    const std::vector<double> speeds = speedsByEvents(count, gap, restitution);
    for (std::size_t n = 0; n < speeds.size(); ++n)
      EXPECT_NEAR(run.state().velocity[n].z(), speeds[n], 1e-3) << n << " of " << count;
  }
}

// The impulse goes through a row, and the last body flies on.
TEST(ContactDynamics, ARowOfBodiesHandsAnImpactOn) {
  constexpr int count = 5;
  Scene scene = columnOfCubes(count, 2e-3, 1);
  for (std::size_t n = 0; n + 1 < count; ++n) scene.bodies.velocity[n].setZero();
  Context context;
  Simulation run(scene, impulses(1e-3, 1e-10), context);
  run.advanceTo(0.0095, context);  // before the wall
  for (std::size_t n = 0; n < count; ++n)
    EXPECT_NEAR(run.state().velocity[n].z(), n == 0 ? -1 : 0, 1e-6) << n;
}

// A block on a plate that swings at four times the acceleration of gravity leaves it once the plate
// accelerates downwards by that, and rises as high as its speed then takes it: to first order in the step.
TEST(ContactDynamics, ABlockLeavesASwingingPlateAsTheoryTells) {
  constexpr double ratio = 4, frequency = 20;
  const double rate = 2 * std::numbers::pi * frequency, amplitude = ratio * g / (rate * rate);
  const double speed = amplitude * rate * std::sqrt(1 - 1 / (ratio * ratio));
  const double top = amplitude / ratio + speed * speed / (2 * g);
  double last = std::numeric_limits<double>::infinity();
  for (const double step : {1e-3, 5e-4, 2.5e-4}) {
    Scene scene = sceneOf({.restitution = 0, .friction = 0.5});
    scene.shapes = {cuboid({0.01, 0.01, 0.01}), cuboid({0.1, 0.1, 0.02}, "plate")};
    scene.bodies.add({.id = 0, .position = {0, 0, 0.005 + 1e-6}});
    scene.bodies.add({.id = 1, .shape = 1, .position = {0, 0, -0.01}, .motion = Motion::Prescribed});
    scene.motions = {
        {.bodies = {1},
         .kind = VibrationMotion{.direction = up, .amplitude = amplitude, .frequency = frequency}}};
    Context context;
    Simulation run(scene, impulses(step), context);
    double highest = 0;
    for (int n = 1; n <= 50; ++n) {
      run.advanceTo(1e-3 * n, context);
      highest = std::max(highest, run.state().position[0].z() - 0.005);
    }
    const double error = std::abs(highest - top);
    EXPECT_LT(error, speed * step) << step;
    EXPECT_LT(error, 0.7 * last) << step;
    last = error;
  }
}

// Cubes that fly at each other at random, with friction: no impact gains energy; momentum is conserved.
TEST(ContactDynamics, ImpactsNeverGainEnergy) {
  const KeyedRandom random(3);
  for (const RestitutionLaw law : {RestitutionLaw::Impulses, RestitutionLaw::Speeds})
    for (int n = 0; n < 150; ++n) {
      const auto vector = [&](int i) {
        return Vec3(random[n][i].between(), random[n][i + 1].between(), random[n][i + 2].between());
      };
      Scene scene = sceneOf({.restitution = random[n][20].value(), .friction = 2 * random[n][21].value()});
      scene.gravity.setZero();
      scene.shapes = {cuboid({0.1, 0.15, 0.2})};
      for (int side : {-1, 1})
        scene.bodies.add({.id = side,
                          .position = Vec3(0.2 * side, 0, 0) + 0.05 * vector(3 + side),
                          .orientation = rotationBy(3 * vector(8 + side)),
                          .velocity = Vec3(-2.0 * side, 0, 0),
                          .angularVelocity = 3 * vector(13 + side),
                          .mass = 1.0 + 9 * random[n][22].value()});
      SimulationOptions options = impulses();
      options.contactDynamics.restitutionLaw = law;
      Context context;
      Simulation run(scene, options, context);
      const FrameStatistics start = run.statistics();
      double last = start.kineticEnergy;
      for (int frame = 1; frame <= 20; ++frame) {
        const FrameStatistics& now = run.advanceTo(0.01 * frame, context);
        // Free rotation keeps the energy within the square of the angle of a step.
        EXPECT_LE(now.kineticEnergy, last * (1 + 2e-3)) << n;
        last = now.kineticEnergy;
      }
      EXPECT_LT((run.statistics().momentum - start.momentum).norm(), 1e-11);
      // Displacements that put positions right change it by less.
      EXPECT_LT((run.statistics().angularMomentum - start.angularMomentum).norm(), 0.01) << n;
    }
}

// A plate spins about an axis that is none of its own, by up to 3 rad in the steps that a user gives: it
// keeps its energy as in steps chosen by itself.
TEST(ContactDynamics, AFastSpinKeepsItsEnergyInLongSteps) {
  for (const double step : {0.0, 0.005, 0.03}) {
    Scene scene = sceneOf({});
    scene.gravity.setZero();
    scene.shapes = {cuboid({0.1, 0.15, 0.01})};
    scene.bodies.add({.id = 0, .angularVelocity = {40, 60, 70}});
    Context context;
    Simulation run(scene, impulses(step), context);
    const double start = energyOf(run.statistics());
    for (int frame = 1; frame <= 50; ++frame)
      EXPECT_NEAR(energyOf(run.advanceTo(0.03 * frame, context)), start, 1e-4 * start) << step;
  }
}

// Forces are means over the frame, of all its steps and impacts: the momentum changes by them and by the
// weight, but for the moment of the impact within its step.
TEST(ContactDynamics, ForcesAreMeansOverTheFrame) {
  for (const double step : {0.02, 0.013, 0.004}) {
    Scene scene = sceneOf({.restitution = 0.8, .friction = 0.5});
    scene.shapes = {cuboid({0.1, 0.1, 0.1})};
    scene.bodies.add({.id = 0, .position = {0, 0, 0.25}, .mass = 3});
    addWall(scene, {5, 5, 1}, {0, 0, -0.5});
    Context context;
    Simulation run(scene, impulses(step), context);
    Vec3 before = run.state().velocity[0];
    bool pressed = false;
    for (int frame = 1; frame <= 4; ++frame) {
      run.advanceTo(0.3 * frame, context);  // in flight at the end of each
      Vec3 force = Vec3::Zero();
      for (const LinearContact* const contact : run.contacts())
        force += contact->bodyA == 0 ? Vec3(-contact->force) : contact->force;
      const Vec3 now = run.state().velocity[0];
      EXPECT_LT((3 * (now - before) - 0.3 * (force + Vec3(0, 0, -3 * g))).norm(), 1.01 * 3 * g * step)
          << step;
      pressed = pressed || force.z() > 0;
      before = now;
    }
    EXPECT_TRUE(pressed);
  }
}

// ----------------------------------------------------------------------------------- friction, tipping

Scene onIncline(double angle, const Vec3& edges, double friction) {
  Scene scene = sceneOf({.restitution = 0, .friction = friction});
  const Quaternion turn = rotationBy(Vec3(0, angle, 0));
  scene.shapes = {cuboid(edges)};
  scene.bodies.add({.id = 0, .position = turn.rotate({0, 0, edges.z() / 2}), .orientation = turn, .mass = 1});
  addWall(scene, {50, 5, 1}, turn.rotate({0, 0, -0.5}), turn);
  return scene;
}

TEST(ContactDynamics, ABlockRestsBelowTheAngleOfFrictionAndSlidesAbove) {
  constexpr double friction = 0.5;
  for (const double part : {0.99, 1.01}) {
    const double angle = std::atan(friction * part);
    const Scene scene = onIncline(angle, {0.2, 0.2, 0.1}, friction);
    Context context;
    Simulation run(scene, impulses(0.01, 1e-6), context);
    const Vec3 start = run.state().position[0];
    run.advanceTo(2, context);
    const Vec3 way = run.state().position[0] - start;
    const double slid = rotationBy(Vec3(0, angle, 0)).rotate(Vec3::UnitX()).dot(way);
    const double theory = 2 * g * (std::sin(angle) - friction * std::cos(angle));
    if (part < 1) {
      EXPECT_NEAR(slid, 0, 1e-5);
    } else {
      EXPECT_NEAR(slid, theory, 0.01 * theory);
    }
  }
}

// Its distance is that of theory to first order, and it does not lift.
TEST(ContactDynamics, AFastBlockSlidesToRest) {
  for (const double step : {0.02, 0.01, 0.005}) {
    Scene scene = sceneOf({.restitution = 0, .friction = 0.5});
    scene.shapes = {cuboid({0.1, 0.1, 0.1})};
    scene.bodies.add({.id = 0, .position = {0, 0, 0.05}, .velocity = {6, 0, 0}, .mass = 1});
    addWall(scene, {50, 5, 1}, {0, 0, -0.5});
    Context context;
    Simulation run(scene, impulses(step), context);
    double highest = 0;
    for (int frame = 1; frame <= 100; ++frame) {
      run.advanceTo(0.02 * frame, context);
      highest = std::max(highest, run.state().position[0].z() - 0.05);
    }
    EXPECT_NEAR(run.state().position[0].x(), 36 / g, 0.5 * g * step * step + 0.01 * step);
    EXPECT_LT(highest, 1e-5);  // half of the clearance, from where it started
    EXPECT_LT(run.state().velocity[0].norm(), 1e-12);
  }
}

TEST(ContactDynamics, AHighBlockTipsWhereItsWeightLeavesItsBase) {
  for (const double part : {0.98, 1.02}) {
    const double angle = std::atan(part * 0.1 / 0.4);
    const Scene scene = onIncline(angle, {0.1, 0.1, 0.4}, 1);
    Context context;
    Simulation run(scene, impulses(0.01), context);
    const Quaternion start = run.state().orientation[0];
    run.advanceTo(2, context);
    const double tilt = rotationBetween(start, run.state().orientation[0]).norm();
    if (part < 1) {
      EXPECT_LT(tilt, 1e-3);
    } else {
      EXPECT_GT(tilt, 1);
    }
  }
}

// A ball with rolling resistance is braked by 5/7 µᵣ g, until it rests.
TEST(ContactDynamics, ABallRollsToRest) {
  constexpr double resistance = 0.05, speed = 1;
  Scene scene = sceneOf({.restitution = 0, .friction = 0.5, .rollingResistance = resistance});
  Context context;
  scene.shapes = {makeBodyShape("ball", shapes::sphere(5), context)};
  scene.bodies.add(
      {.id = 0, .position = {0, 0, 1.0001}, .velocity = {speed, 0, 0}, .angularVelocity = {0, speed, 0}});
  addWall(scene, {50, 50, 1}, {0, 0, -0.5});
  Simulation run(scene, impulses(0.005), context);
  run.advanceTo(6, context);
  const double way = 0.5 * speed * speed / (5.0 / 7 * resistance * g);
  EXPECT_NEAR(run.state().position[0].x(), way, 0.1 * way);
  EXPECT_LT(run.state().velocity[0].norm(), 1e-3);
}

TEST(ContactDynamics, CohesionHoldsABlockUnderACeiling) {
  for (const double part : {0.9, 1.1}) {
    Scene scene = sceneOf({.restitution = 0, .friction = 0.5, .cohesion = part * g / 0.01});
    scene.shapes = {cuboid({0.1, 0.1, 0.1})};
    scene.bodies.add({.id = 0, .position = {0, 0, -0.05}, .mass = 1});
    addWall(scene, {5, 5, 1}, {0, 0, 0.5});
    Context context;
    Simulation run(scene, impulses(0.005), context);
    run.advanceTo(0.5, context);
    if (part > 1) {
      EXPECT_NEAR(run.state().position[0].z(), -0.05, 1e-4);
    } else {
      EXPECT_LT(run.state().position[0].z(), -0.1);
    }
  }
}

// --------------------------------------------------------------------------------------------- standing

Scene tower(int count, double heavy = 1) {
  Scene scene = sceneOf({.restitution = 0.5, .friction = 0.5});
  scene.shapes = {cuboid({0.1, 0.1, 0.1})};
  for (int i = 0; i < count; ++i)
    scene.bodies.add({.id = i, .position = {0, 0, 0.05 + 0.1 * i}, .mass = i + 1 == count ? heavy : 1.0});
  addWall(scene, {5, 5, 1}, {0, 0, -0.5});
  return scene;
}

double forceOnFloor(const Simulation& run, Index floor) {
  double sum = 0;
  for (const LinearContact* const contact : run.contacts())
    if (contact->bodyB == floor) sum -= contact->force.z();
  return sum;
}

// It comes to rest, and then it does not move at all.
TEST(ContactDynamics, AStackOfTwentyStandsAndRests) {
  Context context;
  Simulation run(tower(20), impulses(), context);
  run.advanceTo(3, context);
  const BodyState rest = run.state();
  for (std::size_t i = 0; i < 20; ++i) {
    const Vec3 moved = rest.position[i] - Vec3(0, 0, 0.05 + 0.1 * static_cast<double>(i));
    EXPECT_LT(moved.norm(), 5e-4) << i;
  }
  run.advanceTo(10, context);
  for (std::size_t i = 0; i < 20; ++i) {
    EXPECT_LT((run.state().position[i] - rest.position[i]).norm(), 1e-8) << i;
    EXPECT_EQ(run.state().velocity[i].norm(), 0) << i;
  }
  EXPECT_NEAR(forceOnFloor(run, 20), 20 * g, 1e-3 * 20 * g);
}

// With small residuals it does not move at all.
TEST(ContactDynamics, AStackRestsWhereLawsAreSolvedExactly) {
  Context context;
  Simulation run(tower(5), impulses(0.01, 1e-10), context);
  run.advanceTo(0.5, context);
  const BodyState start = run.state();
  run.advanceTo(1, context);
  for (std::size_t i = 0; i < 5; ++i)
    EXPECT_LT((run.state().position[i] - start.position[i]).norm(), 1e-9) << i;
  EXPECT_NEAR(forceOnFloor(run, 5), 5 * g, 1e-3 * 5 * g);
}

TEST(ContactDynamics, ALightBodyCarriesOneOfAThousandTimesItsMass) {
  Context context;
  Simulation run(tower(2, 1000), impulses(0.005), context);
  run.advanceTo(1, context);
  EXPECT_NEAR(run.state().position[1].z(), 0.15, 2e-5);  // two clearances
  run.advanceTo(1.5, context);
  EXPECT_NEAR(forceOnFloor(run, 2), 1001 * g, 1e-3 * 1001 * g);
}

// Bricks in courses, each on two of the course below: they settle by much less than their height, and rest.
TEST(ContactDynamics, AWallOfBricksRests) {
  constexpr double length = 0.2, height = 0.06, gap = 6e-6;
  constexpr int courses = 10, row = 8;
  Scene scene = sceneOf({.restitution = 0.2, .friction = 0.5});
  scene.shapes = {cuboid({length - gap, 0.1, height}), cuboid({length / 2 - gap, 0.1, height}, "half")};
  for (int course = 0; course < courses; ++course) {
    const bool shifted = course % 2 == 1;
    double x = 0;
    for (int i = 0; i < row + (shifted ? 1 : 0); ++i) {
      const bool half = shifted && (i == 0 || i == row);
      const double width = half ? length / 2 : length;
      scene.bodies.add({.id = static_cast<Index>(scene.bodies.size()),
                        .shape = half ? 1 : 0,
                        .position = {x + width / 2, 0, gap + height / 2 + (height + gap) * course}});
      x += width;
    }
  }
  addWall(scene, {5, 5, 1}, {0, 0, -0.5});
  Context context;
  Simulation run(scene, impulses(), context);
  const BodyState start = run.state();
  for (int frame = 1; frame <= 500; ++frame) run.advanceTo(0.01 * frame, context);
  const BodyState rest = run.state();
  for (int frame = 501; frame <= 1000; ++frame) run.advanceTo(0.01 * frame, context);
  for (std::size_t i = 0; i + 1 < scene.bodies.size(); ++i) {
    EXPECT_LT((rest.position[i] - start.position[i]).norm(), 2e-3 * height) << i;
    EXPECT_EQ((run.state().position[i] - rest.position[i]).norm(), 0) << i;
  }
}

TEST(ContactDynamics, AnArchStandsThatIsThickEnough) {
  for (const double thickness : {0.12, 0.09}) {
    Context context;
    Simulation run(passing::arch(thickness, 2e-4), impulses(0.01), context);
    const double crown = run.state().position[8].z();
    run.advanceTo(1, context);
    const double fallen = crown - run.state().position[8].z();
    if (thickness > 0.1075) {
      EXPECT_LT(std::abs(fallen), 0.02);
    } else {
      EXPECT_GT(fallen, 0.2);
    }
  }
}

// Sweeps take away the bending of a long chain slowly: at the default residual they alone would let it fall.
TEST(ContactDynamics, ALongArchStandsAtTheDefaultResidual) {
  for (const int stones : {21, 101}) {
    Context context;
    Simulation stands(passing::arch(0.12, 1e-5, stones), impulses(), context);
    const BodyState start = stands.state();
    stands.advanceTo(2, context);
    const BodyState rest = stands.state();
    stands.advanceTo(4, context);
    for (std::size_t i = 0; i < rest.size(); ++i) {
      EXPECT_LT((rest.position[i] - start.position[i]).norm(), 2e-3) << i;
      EXPECT_EQ((stands.state().position[i] - rest.position[i]).norm(), 0) << i;
    }
    Simulation falls(passing::arch(0.09, 1e-5, stones), impulses(), context);
    const auto crown = static_cast<std::size_t>(stones / 2);
    falls.advanceTo(1, context);
    EXPECT_LT(falls.state().position[crown].z(), start.position[crown].z() - 0.2);
  }
}

// ------------------------------------------------------------------------------------------------ heaps

Scene grains(int count, double size, double speed, std::uint64_t seed) {
  Scene scene = sceneOf({.restitution = 0.5, .friction = 0.5});
  Context context;
  ConvexGrainOptions options;
  options.vertices = 20;
  options.semiAxes = size * Vec3(0.5, 0.45, 0.4);
  options.seed = seed;
  scene.shapes = {makeBodyShape("grain", makeConvexGrain(options, context), context)};
  const KeyedRandom random(seed);
  for (int n = 0; n < count; ++n) {
    const auto vector = [&](int i) {
      return Vec3(random[n][i].between(), random[n][i + 1].between(), random[n][i + 2].between());
    };
    scene.bodies.add({.id = n,
                      .position = 1.1 * size * Vec3(n % 3 - 1, n / 3 % 3 - 1, 0.6 + n / 9),
                      .orientation = rotationBy(3 * vector(0)),
                      .velocity = Vec3(0, 0, -speed) + 0.1 * vector(3),
                      .angularVelocity = 3 * vector(6)});
  }
  const double width = 3.4 * size, height = 12 * size, thick = size;
  addWall(scene, {width + 2 * thick, width + 2 * thick, thick}, {0, 0, -thick / 2});
  for (const double side : {-0.5, 0.5}) {
    addWall(scene, {thick, width + 2 * thick, height}, {side * (width + thick), 0, height / 2});
    addWall(scene, {width + 2 * thick, thick, height}, {0, side * (width + thick), height / 2});
  }
  return scene;
}

// In all frames of many rooms no body is beyond a wall, what is lost only grows, and the balance closes.
TEST(ContactDynamics, HeapsInRoomsStayThereAndNeverGainEnergy) {
  for (int room = 1; room <= 20; ++room) {
    const int count = 5 + 2 * room;
    const Scene scene = grains(count, 0.1, 0.2 * room, static_cast<std::uint64_t>(room));
    Context context;
    Simulation run(scene, impulses(), context);
    const double start = energyOf(run.statistics());
    double lost = 0;
    for (int frame = 1; frame <= 10; ++frame) {
      const FrameStatistics& now = run.advanceTo(0.04 * frame, context);
      EXPECT_GE(now.dissipatedEnergy, lost - 1e-4 * start) << room;
      lost = now.dissipatedEnergy;
      EXPECT_NEAR(energyOf(now) + lost, start, 1e-9 * start);
      for (int i = 0; i < count; ++i) {
        const Vec3& place = run.state().position[static_cast<std::size_t>(i)];
        EXPECT_GT(place.z(), 0);
        EXPECT_LT(std::max(std::abs(place.x()), std::abs(place.y())), 0.17);
      }
    }
  }
}

TEST(ContactDynamics, AHeapComesToRest) {
  Context context;
  Simulation run(grains(30, 0.01, 1, 4), impulses(0.002), context);
  const double start = energyOf(run.statistics());
  run.advanceTo(1, context);
  EXPECT_LT(run.statistics().kineticEnergy, 1e-6 * start);
  EXPECT_LE(run.statistics().lawResidual, 1e-3);
  double weight = 0;
  for (std::size_t i = 0; i < 30; ++i) weight += g * run.system().inertia.mass(i);
  EXPECT_NEAR(forceOnFloor(run, 30), weight, 0.15 * weight);  // walls carry a part by friction
}

// Then nothing moves any more, though laws are solved to 1e-3 only.
TEST(ContactDynamics, AHeapAtRestKeepsStill) {
  constexpr std::size_t count = 60;
  Context context;
  Simulation run(grains(count, 0.01, 1, 4), impulses(), context);
  for (int frame = 1; frame <= 500; ++frame) run.advanceTo(0.01 * frame, context);
  const BodyState before = run.state();
  for (int frame = 501; frame <= 1500; ++frame) run.advanceTo(0.01 * frame, context);
  for (std::size_t i = 0; i < count; ++i) {
    EXPECT_EQ((run.state().position[i] - before.position[i]).norm(), 0) << i;
    EXPECT_EQ(run.state().velocity[i].norm(), 0) << i;
  }
  double weight = 0, pressed = 0;
  for (std::size_t i = 0; i < count; ++i) weight += g * run.system().inertia.mass(i);
  for (const LinearContact* const contact : run.contacts())
    if (contact->bodyB >= static_cast<Index>(count)) pressed -= contact->force.z();
  EXPECT_NEAR(pressed, weight, 2e-3 * weight);
}

// A block keeps still on a slope that is a little too steep, since it leans on another one; once that is
// removed, it slides.
TEST(ContactDynamics, ABodySlidesOnceWhatItLeansOnIsRemoved) {
  constexpr double mu = 0.5, removed = 1, further = 1.5;
  Scene scene = sceneOf({.restitution = 0, .friction = mu});
  const double angle = std::atan(1.02 * mu);
  scene.gravity = g * Vec3(std::sin(angle), 0, -std::cos(angle));
  scene.shapes = {cuboid({0.1, 0.1, 0.1})};
  scene.bodies.add({.id = 0, .position = {0, 0, 0.05001}});
  scene.bodies.add({.id = 1, .position = {0.10001, 0, 0.05001}, .motion = Motion::Fixed});
  addWall(scene, {5, 5, 1}, {0, 0, -0.5});
  scene.motions = {{.bodies = {1}, .kind = Removal{removed}}};
  Context context;
  Simulation run(scene, impulses(), context);
  for (int frame = 1; frame <= 100; ++frame) run.advanceTo(0.01 * frame, context);
  EXPECT_EQ(run.state().velocity[0].norm(), 0);
  const double start = run.state().position[0].x();
  run.advanceTo(removed + further, context);
  const double acceleration = g * (std::sin(angle) - mu * std::cos(angle));
  const double way = 0.5 * acceleration * further * further;
  EXPECT_NEAR(run.state().position[0].x() - start, way, 0.05 * way);
}

TEST(ContactDynamics, ACertifiedRunLetsNothingMeet) {
  SimulationOptions options = impulses(0.004);
  options.certify = true;
  Context context;
  Simulation run(grains(20, 0.1, 2, 9), options, context);
  const double start = energyOf(run.statistics());
  for (int frame = 1; frame <= 10; ++frame) {
    const FrameStatistics& now = run.advanceTo(0.02 * frame, context);
    EXPECT_EQ(now.meetingPairs, 0);
    EXPECT_EQ(now.unprovenPairs, 0);
    EXPECT_GT(now.leastGap, 0);
    EXPECT_LE(energyOf(now), start * (1 + 1e-9));
  }
}

// Bodies that are not convex: rings fall onto a floor and stay on it.
TEST(ContactDynamics, RingsFallOntoAFloor) {
  Scene scene = sceneOf({.restitution = 0.3, .friction = 0.5});
  Context context;
  scene.shapes = {makeBodyShape("ring", shapes::torus(0.1, 0.03, 16, 8), context)};
  for (int i = 0; i < 4; ++i)
    scene.bodies.add(
        {.id = i, .position = {0.02 * i, 0, 0.1 + 0.09 * i}, .orientation = rotationBy({0.2 * i, 0, 0})});
  addWall(scene, {2, 2, 0.2}, {0, 0, -0.1});
  Simulation run(scene, impulses(0.004), context);
  double lost = 0;
  for (int frame = 1; frame <= 20; ++frame) {
    const FrameStatistics& now = run.advanceTo(0.1 * frame, context);
    EXPECT_GE(now.dissipatedEnergy, lost - 1e-6);
    lost = now.dissipatedEnergy;
    for (std::size_t i = 0; i < 4; ++i) EXPECT_GT(run.state().position[i].z(), 0.025) << i;
  }
}

// ------------------------------------------------------------------------------------------- moving walls

// A lift carries a block: the wall's work is what the block gains.
TEST(ContactDynamics, AWallThatMovesDoesWork) {
  Scene scene = sceneOf({.restitution = 0, .friction = 0.5});
  scene.shapes = {cuboid({0.1, 0.1, 0.1}), cuboid({1, 1, 0.1}, "lift")};
  scene.bodies.add({.id = 0, .position = {0, 0, 0.0501}, .mass = 2});
  scene.bodies.add({.id = 1, .shape = 1, .position = {0, 0, -0.05}, .motion = Motion::Prescribed});
  scene.motions = {{.bodies = {1}, .kind = TranslationMotion{.velocity = {0, 0, 0.5}}}};
  Context context;
  Simulation run(scene, impulses(0.01), context);
  const double start = energyOf(run.statistics());
  run.advanceTo(1, context);
  const FrameStatistics& now = run.statistics();
  EXPECT_NEAR(run.state().position[0].z(), 0.5501, 1e-3);
  EXPECT_NEAR(now.wallWork, 2 * g * 0.5 + 2 * 0.5 * 0.5,
              0.01 * g);  // the impact at the start costs twice its motion
  EXPECT_NEAR(energyOf(now) + now.dissipatedEnergy - now.wallWork, start, 1e-9 * g);
}

// Grains in closed rooms of which a wall swings, on any side and as fast as they fall through a grain or
// less: none is crushed, and none gets beyond a wall.
TEST(ContactDynamics, GrainsStayInRoomsWithAMovingWall) {
  constexpr double size = 0.1, width = 3.4 * size, height = 6 * size;
  for (int room = 0; room < 12; ++room) {
    const KeyedRandom random(room + 1);
    const int count = 5 + static_cast<int>(30 * random[0].value());
    Scene scene = grains(count, size, random[1].value(), static_cast<std::uint64_t>(room + 1));
    addWall(scene, {2 * width, 2 * width, width}, {0, 0, height + width / 2});
    const std::size_t walls =
        scene.bodies.size() - 6;  // the floor, low and high in x and y by turns, the lid
    const auto moving = static_cast<std::size_t>(room % 6);
    const Vec3 inwards[] = {up, Vec3::UnitX(), Vec3::UnitY(), -Vec3::UnitX(), -Vec3::UnitY(), -up};
    scene.bodies.motion[walls + moving] = Motion::Prescribed;
    const double amplitude = 0.4 * size * random[2].value(), frequency = 1 + 3 * random[3].value();
    scene.motions = {{.bodies = {scene.bodies.id[walls + moving]},
                      .kind = VibrationMotion{
                          .direction = inwards[moving], .amplitude = amplitude, .frequency = frequency}}};
    Context context;
    Simulation run(scene, impulses(), context);
    const double start = energyOf(run.statistics());
    for (int frame = 1; frame <= 15; ++frame) {
      const FrameStatistics& now = run.advanceTo(0.05 * frame, context);
      EXPECT_NEAR(energyOf(now) + now.dissipatedEnergy - now.wallWork, start,
                  1e-9 * (start + std::abs(now.wallWork)));
      for (int i = 0; i < count; ++i) {
        const Vec3& place = run.state().position[static_cast<std::size_t>(i)];
        EXPECT_GT(place.z(), -amplitude) << room;
        EXPECT_LT(place.z(), height + amplitude) << room;
        EXPECT_LT(std::max(std::abs(place.x()), std::abs(place.y())), width / 2 + amplitude) << room;
      }
    }
  }
}

// However slowly, a wall takes along what stands on it.
TEST(ContactDynamics, ASlowLiftCarriesATower) {
  Scene scene = sceneOf({.restitution = 0, .friction = 0.5});
  scene.shapes = {cuboid({0.1, 0.1, 0.1}), cuboid({1, 1, 0.1}, "lift")};
  for (int i = 0; i < 3; ++i) scene.bodies.add({.id = i, .position = {0, 0, 0.0501 + 0.1001 * i}});
  scene.bodies.add({.id = 9, .shape = 1, .position = {0, 0, -0.05}, .motion = Motion::Prescribed});
  scene.motions = {{.bodies = {9}, .kind = TranslationMotion{.velocity = {0, 0, 1e-6}}}};
  Context context;
  Simulation run(scene, impulses(), context);
  run.advanceTo(10, context);
  const BodyState before = run.state();
  run.advanceTo(110, context);
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_NEAR(run.state().position[i].z() - before.position[i].z(), 1e-4, 1e-5) << i;
}

TEST(ContactDynamics, WallsThatCrushABodyEndTheRunWithTheirNames) {
  Scene scene = sceneOf({.restitution = 0, .friction = 0.5});
  scene.shapes = {cuboid({0.1, 0.1, 0.1}), cuboid({1, 1, 0.1}, "press")};
  scene.bodies.add({.id = 7, .position = {0, 0, 0.0501}});
  scene.bodies.add({.id = 8, .shape = 1, .position = {0, 0, 0.2}, .motion = Motion::Prescribed});
  addWall(scene, {1, 1, 1}, {0, 0, -0.5});
  scene.motions = {{.bodies = {8}, .kind = TranslationMotion{.velocity = {0, 0, -0.1}}}};
  Context context;
  Simulation run(scene, impulses(), context);
  const std::string message = messageOf([&] { run.advanceTo(2, context); });
  EXPECT_NE(message.find("brings a wall too near"), std::string::npos) << message;
  EXPECT_NE(message.find("8, 1002 and 7"), std::string::npos) << message;
}

// -------------------------------------------------------------------------------------- bits, bad input

TEST(ContactDynamics, GivesTheSameBitsOnAnyThreadsAndAfterASnapshot) {
  passing::expectSameBits(impulses(), 10, [](const FrameStatistics&) {});
}

// So many that loops over pairs and bodies are divided.
TEST(ContactDynamics, ALargeHeapHasTheSameBitsOnAnyThreads) {
  const Scene scene = grains(900, 0.01, 2, 7);
  std::vector<std::byte> saved;
  for (const int threads : {1, 2, 3}) {
    const ThreadLimit limit(threads);
    Context context;
    Simulation run(scene, impulses(), context);
    run.advanceTo(0.05, context);
    EXPECT_GT(run.statistics().contacts, 1000);
    if (threads == 1) saved = run.save();
    EXPECT_TRUE(run.save() == saved) << threads;
  }
}

TEST(ContactDynamics, RefusesOpenSurfaces) {
  Scene scene = sceneOf({});
  Context context;
  scene.shapes = {cuboid({0.1, 0.1, 0.1}), {.name = "tray", .mesh = shapes::openBox()}};
  scene.bodies.add({.id = 0, .position = {0, 0, 1}});
  scene.bodies.add({.id = 1, .shape = 1, .motion = Motion::Fixed});
  const std::string message = messageOf([&] { Simulation run(scene, impulses(), context); });
  EXPECT_NE(message.find("ContactDynamics needs closed surfaces"), std::string::npos) << message;
}

TEST(ContactDynamics, TellsOnceWhichOptionsMeanNothing) {
  SimulationOptions options = impulses(0.01);
  options.contacts.halo = 1e-3;
  options.contacts.law = ContactLawKind::HertzMindlin;
  Context context;
  Simulation run(tower(1), options, context);
  std::vector<std::string> told;
  run.setNotice([&](NoticeKind, const std::string& text) { told.push_back(text); });
  for (int frame = 1; frame <= 3; ++frame) run.advanceTo(0.02 * frame, context);
  ASSERT_EQ(told.size(), 1u);
  EXPECT_NE(told[0].find("halo, contact law"), std::string::npos) << told[0];
}

TEST(ContactDynamics, WarnsWhereSweepsDoNotSuffice) {
  SimulationOptions options = impulses(0.01, 1e-9);
  options.contactDynamics.maximumSweeps = 1;
  Context context;
  Simulation run(tower(10), options, context);
  std::vector<std::string> told;
  run.setNotice([&](NoticeKind, const std::string& text) { told.push_back(text); });
  run.advanceTo(0.05, context);
  ASSERT_EQ(told.size(), 1u);
  EXPECT_NE(told[0].find("violates the contact laws"), std::string::npos) << told[0];
  EXPECT_GT(run.statistics().lawResidual, 1e-9);
}

TEST(ContactDynamics, RefusesADamagedSnapshot) {
  Context context;
  Simulation run(tower(3), impulses(0.01), context);
  run.advanceTo(0.05, context);
  const std::vector<std::byte> saved = run.save();
  for (std::size_t length : {saved.size() - 1, saved.size() / 2})
    EXPECT_FALSE(messageOf([&] { run.load(std::span(saved).first(length)); }).empty());
  run.load(saved);
  EXPECT_TRUE(run.save() == saved);
}

}  // namespace
}  // namespace talus::test_contact_dynamics
