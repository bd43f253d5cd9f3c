// Steps as long as frames under the law Barrier: nothing passes through anything, and bodies rest, slide and
// fall as they should.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "dynamics/certificate/motion_guard.h"
#include "dynamics/certificate/passing_guard.h"
#include "dynamics/run/frame_contents.h"
#include "message_of.h"
#include "passing_checks.h"
#include "passing_scenes.h"

namespace talus::test_incremental_potential {
namespace {

using passing::Course, passing::energyOf, passing::expectApart, passing::follow;

constexpr double frame = 0.01;  // s, one step

SimulationOptions longSteps() {
  SimulationOptions options;
  options.contacts.law = ContactLawKind::Barrier;
  options.integrator = IntegratorMethod::IncrementalPotential;
  options.certify = true;  // frames are checked by exact predicates
  return options;
}

// Cubes of 20 cm above each other, half a millimetre apart.
Scene stack(int count) {
  Scene scene = passing::sceneOf(1e7);
  scene.materials[0].contact = {.friction = 0.5};
  scene.shapes = {dynamics::cuboid({2, 2, 0.1}, "ground"), dynamics::cuboid({0.2, 0.2, 0.2}, "cube")};
  passing::add(scene, {.id = 0, .shape = 0, .position = {0, 0, -0.05}, .motion = Motion::Fixed});
  for (int n = 0; n < count; ++n)
    passing::add(scene, {.id = n + 1, .shape = 1, .position = {0, 0, 0.1005 + 0.2005 * n}});
  return scene;
}

// Without contacts steps are those of backward Euler, whatever their number of iterations.
TEST(IncrementalPotential, FreeBodiesFallAndKeepTheirSpin) {
  Context context;
  Scene scene = stack(1);
  scene.bodies.position[1] = {0, 0, 5};
  scene.bodies.angularVelocity[1] = {1, 2, 3};
  Simulation run(scene, longSteps(), context);
  const Vec3 spin = run.state().angularMomentum[1];
  const FrameStatistics& now = run.advanceTo(frame, context);
  EXPECT_EQ(now.steps, 1);
  EXPECT_NEAR(run.state().velocity[1].z(), -9.81 * frame, 1e-12);
  EXPECT_NEAR(run.state().position[1].z(), 5 - 9.81 * frame * frame, 1e-12);
  EXPECT_LT((run.state().angularMomentum[1] - spin).norm(), 1e-9 * spin.norm());
}

// A rod rocks on soft ground without friction, starting near rest.
Scene rockingRod() {
  Scene scene = passing::sceneOf(2e4);
  scene.halo = 0.01;
  scene.startsAtRest = false;
  scene.materials[0].contact = {.friction = 0};
  scene.shapes = {dynamics::cuboid({2, 2, 0.1}, "ground"), dynamics::cuboid({0.6, 0.2, 0.1}, "rod")};
  passing::add(scene, {.id = 0, .shape = 0, .position = {0, 0, -0.05}, .motion = Motion::Fixed});
  passing::add(scene, {.id = 1,
                       .shape = 1,
                       .position = {0, 0, 0.06},
                       .velocity = {0, 0, -0.02},
                       .angularVelocity = {0, 0.05, 0}});
  return scene;
}

/// The rod after 0.1 s, more than one period, in equal steps.
struct Rocked {
  BodyState state;
  double lost = 0;  ///< energy, J
};

Rocked rocked(int steps, bool secondOrder) {
  constexpr double end = 0.1;
  SimulationOptions options = longSteps();
  options.timeStep = end / steps;
  options.implicit.secondOrder = secondOrder;
  Context context;
  Simulation run(rockingRod(), options, context);
  const double before = energyOf(run.statistics());
  const double after = energyOf(run.advanceTo(end, context));
  EXPECT_EQ(run.statistics().steps, steps);
  return {run.state(), before - after};
}

// Half the step, a quarter of the error, in shift and turn; of order 1, half of it.
TEST(IncrementalPotential, TwoStagesAreOfOrderTwo) {
  for (const bool second : {false, true}) {
    const Rocked exact = rocked(1024, true);
    const auto errors = [&](int steps) {
      const BodyState is = rocked(steps, second).state;
      return Vec3((is.position[1] - exact.state.position[1]).norm(),
                  rotationBetween(exact.state.orientation[1], is.orientation[1]).norm(), 0);
    };
    const Vec3 coarse = errors(64), fine = errors(128);
    const double least = second ? 3.3 : 1.4, most = second ? 4.7 : 2.2;
    for (int k = 0; k < 2; ++k) {
      EXPECT_GT(coarse[k] / fine[k], least) << second << k;
      EXPECT_LT(coarse[k] / fine[k], most) << second << k;
    }
  }
}

TEST(IncrementalPotential, TwoStagesLoseLittleEnergy) {
  const double first = rocked(64, false).lost, second = rocked(64, true).lost;
  EXPECT_GT(second, 0);
  EXPECT_LT(second, 1e-2 * first);
}

// A fall without contact is exact.
TEST(IncrementalPotential, TwoStagesFallExactly) {
  Context context;
  Scene scene = stack(1);
  scene.bodies.position[1] = {0, 0, 5};
  SimulationOptions options = longSteps();
  options.implicit.secondOrder = true;
  Simulation run(scene, options, context);
  run.advanceTo(0.1, context);
  EXPECT_EQ(run.statistics().steps, 1);
  EXPECT_NEAR(run.state().position[1].z(), 5 - 0.5 * 9.81 * 0.01, 1e-12);
  EXPECT_NEAR(run.state().velocity[1].z(), -0.981, 1e-12);
}

class SpeedInLongSteps : public testing::TestWithParam<double> {};
INSTANTIATE_TEST_SUITE_P(IncrementalPotential, SpeedInLongSteps, testing::Values(1.0, 30.0, 1000.0));

// The plate stops at the wall in a step that would carry it far beyond.
TEST_P(SpeedInLongSteps, NoPlatePassesAWall) {
  const double speed = GetParam();
  for (const double young : {1e5, 1e8, 1e11}) {
    for (const double thickness : {1e-4, 1e-3, 1e-2}) {
      SCOPED_TRACE(testing::Message() << young << " Pa, " << thickness << " m");
      Context context;
      Simulation run(passing::plateAtWall(thickness, speed, young), longSteps(), context);
      const double before = energyOf(run.statistics());
      const Course course = follow(run, 40, 0.5 / speed);
      expectApart(course);
      EXPECT_GT(run.state().position[1].z(), 0);
      EXPECT_LE(course.growth, 1e-9 * before);
      EXPECT_LT(course.iterations, 250);
    }
  }
}

TEST(IncrementalPotential, AFastGrainStaysInAThinDrum) {
  Context context;
  Simulation run(passing::grainInDrum(50), longSteps(), context);
  const Course course = follow(run, 30, frame);
  expectApart(course);
  const Vec3& place = run.state().position[1];
  EXPECT_LT(Vec3(place.x(), 0, place.z()).norm(), 0.25);
  EXPECT_LT(std::abs(place.y()), 0.3);
}

TEST(IncrementalPotential, StacksComeToRestAndStayAtRest) {
  Context context;
  Simulation run(stack(10), longSteps(), context);
  const Course settling = follow(run, 30, frame);
  expectApart(settling);
  EXPECT_EQ(settling.steps, 30);
  EXPECT_LE(settling.growth, 1e-9);
  const BodyState before = run.state();
  for (int n = 31; n <= 130; ++n) run.advanceTo(n * frame, context);
  EXPECT_LT(run.statistics().kineticEnergy, 1e-12);
  for (std::size_t i = 1; i < before.size(); ++i)
    EXPECT_LT((run.state().position[i] - before.position[i]).norm(), 1e-7) << i;
}

TEST(IncrementalPotential, ALidRestsOnSoftGrains) {
  Context context;
  Simulation run(passing::lidOnGrains(1e4), longSteps(), context);
  const double before = energyOf(run.statistics());
  const Course course = follow(run, 40, frame);
  expectApart(course);
  EXPECT_LE(course.growth, 1e-12 * before);
  for (std::size_t i = 1; i < run.state().size(); ++i) EXPECT_GT(run.state().position[i].z(), 0) << i;
}

// 64 grains of 1 cm above the floor of a box; its floor and four walls come last.
Scene grainsInABox() {
  constexpr int side = 4;
  constexpr double size = 0.01, spacing = 0.95 * size, width = side * spacing, middle = width / 2;
  Context context;
  Scene scene = passing::sceneOf(1e7);
  const ConvexGrainOptions grain{.semiAxes = size * Vec3(0.5, 0.45, 0.4), .vertices = 20};
  scene.shapes = {makeBodyShape("grain", makeConvexGrain(grain, context), context),
                  dynamics::cuboid({2 * width, 2 * width, size}, "floor"),
                  dynamics::cuboid({size, 2 * width, 2 * width}, "wall")};
  const KeyedRandom random(5);
  for (std::int64_t n = 0; n < side * side * side; ++n) {
    const Vec3 turn(random[n][0].between(), random[n][1].between(), random[n][2].between());
    const Vec3 cell(static_cast<double>(n % side), static_cast<double>(n / side % side),
                    static_cast<double>(n / side / side));
    passing::add(
        scene,
        {.id = n, .position = spacing * (cell + Vec3(0.5, 0.5, 0.6)), .orientation = rotationBy(3 * turn)});
  }
  const auto addWall = [&](Index shape, const Vec3& position, double turn) {
    passing::add(scene, {.id = static_cast<std::int64_t>(scene.bodies.size()),
                         .shape = shape,
                         .position = position,
                         .orientation = rotationBy({0, 0, turn}),
                         .motion = Motion::Fixed});
  };
  const double apart = middle + size / 2;
  addWall(1, {middle, middle, -size / 2}, 0);
  for (const double sign : {-1.0, 1.0}) {
    addWall(2, {middle + sign * apart, middle, middle}, 0);
    addWall(2, {middle, middle + sign * apart, middle}, std::numbers::pi / 2);
  }
  return scene;
}

struct BedForces {
  double floor = 0, walls = 0;  // N; of all walls
  double contact = 0;           // N, mean
};

BedForces forcesIn(Simulation& run, Index grains) {
  std::array<Vec3, 5> onWall;
  onWall.fill(Vec3::Zero());
  BedForces forces;
  int count = 0;
  for (const LinearContact* const contact : run.contacts()) {
    if (contact->force.isZero(0)) continue;
    forces.contact += contact->force.norm();
    ++count;
    for (const Index body : {contact->bodyA, contact->bodyB})
      if (body >= grains)
        onWall[static_cast<std::size_t>(body - grains)] += (body == contact->bodyA ? -1 : 1) * contact->force;
  }
  forces.contact /= count;
  forces.floor = onWall[0].norm();
  for (std::size_t n = 1; n < onWall.size(); ++n) forces.walls += onWall[n].norm();
  return forces;
}

// Both go on from the same places, where explicit steps have settled the bed, without friction springs.
TEST(IncrementalPotential, ASettledBedPressesOnItsBoxAsInExplicitSteps) {
  constexpr double settling = 0.2, resting = 0.2;  // s
  Context context;
  Scene scene = grainsInABox();
  const auto grains = static_cast<Index>(scene.bodies.size()) - 5;
  SimulationOptions shortSteps = longSteps();
  shortSteps.integrator = IntegratorMethod::VelocityVerlet;
  Simulation settled(scene, shortSteps, context);
  settled.advanceTo(settling, context);
  scene.bodies = presentBodies(settled);
  for (Vec3& velocity : scene.bodies.velocity) velocity.setZero();
  for (Vec3& velocity : scene.bodies.angularVelocity) velocity.setZero();
  SimulationOptions frames = longSteps();
  frames.contacts.startsAtRest = shortSteps.contacts.startsAtRest = false;  // its contacts bear loads
  Simulation explicitRun(scene, shortSteps, context), longRun(scene, frames, context);
  explicitRun.advanceTo(resting, context);
  expectApart(follow(longRun, 20, frame));
  const BedForces wanted = forcesIn(explicitRun, grains), found = forcesIn(longRun, grains);
  constexpr double near = 0.05;
  EXPECT_NEAR(found.floor, wanted.floor, near * wanted.floor);
  EXPECT_NEAR(found.walls, wanted.walls, near * wanted.walls);
  EXPECT_NEAR(found.contact, wanted.contact, near * wanted.contact);
}

// A block on a plane that is as steep as its friction bears, give or take a hundredth.
TEST(IncrementalPotential, ABlockOnAnInclineHoldsToAHundredth) {
  constexpr double friction = 0.5, g = 9.81;
  for (const double part : {0.99, 1.01}) {
    const double angle = std::atan(part * friction);
    Context context;
    Simulation run(passing::incline(angle, friction), longSteps(), context);
    follow(run, 100, frame);
    const double began = run.state().position[1].x(), speed = run.state().velocity[1].x();
    for (int n = 101; n <= 300; ++n) run.advanceTo(n * frame, context);
    const double moved = run.state().position[1].x() - began;
    if (part < 1) {
      EXPECT_LT(std::abs(moved), 1e-8);
    } else {
      const double slides = g * (std::sin(angle) - friction * std::cos(angle));
      EXPECT_NEAR(run.state().velocity[1].x() - speed, 2 * slides, 0.02 * 2 * slides);
    }
  }
}

// A heavy ring swings down on a chain. Models without the stiffness of tension need 49 iterations a step
// here, four times as many.
TEST(IncrementalPotential, TautChainsTakeFewIterations) {
  Context context;
  Scene scene = passing::chain(20, 1e8);
  scene.bodies.mass[19] *= 300;
  Simulation run(scene, longSteps(), context);
  const Course course = follow(run, 50, frame);
  expectApart(course);
  EXPECT_EQ(course.steps, 50);
  EXPECT_LE(course.iterations, 20 * 50);
  EXPECT_LE(course.growth, 1e-9);
}

TEST(IncrementalPotential, AnArchStandsThatIsThickEnough) {
  for (const double thickness : {0.12, 0.09}) {
    Context context;
    Simulation run(passing::arch(thickness, 2e-4), longSteps(), context);
    const double crown = run.state().position[8].z();
    const Course course = follow(run, 100, frame);
    expectApart(course);
    EXPECT_LT(course.iterations, thickness > 0.1075 ? 800 : 2500);
    const double fallen = crown - run.state().position[8].z();
    if (thickness > 0.1075)
      EXPECT_LT(std::abs(fallen), 0.02);
    else
      EXPECT_GT(fallen, 0.2);
  }
}

// @param fewer bricks in each course than in that below.
Scene wallOfBricks(int wide, int courses, int fewer = 0) {
  const Vec3 brick(0.1, 0.2, 0.1);
  constexpr double gap = 1e-4;
  Scene scene = passing::sceneOf(1e7);
  scene.materials[0].contact = {.friction = 0.3};
  scene.shapes = {dynamics::cuboid({8, 8, 0.1}, "ground"), dynamics::cuboid(brick, "brick"),
                  dynamics::cuboid({0.1, 0.1, 0.1}, "block")};
  passing::add(scene, {.id = 0, .shape = 0, .position = {0, 0, -0.05}, .motion = Motion::Fixed});
  for (int course = 0, id = 1; course < courses; ++course)
    for (int n = 0; n < wide - fewer * course; ++n) {
      const double shift = 0.5 * (fewer > 0 ? fewer * course : course % 2);
      const double y = (n + shift) * (brick.y() + gap), z = gap + brick.z() / 2 + course * (brick.z() + gap);
      passing::add(scene, {.id = id++, .shape = 1, .position = {0, y, z}});
    }
  return scene;
}

// Where the gradient jumps bodies rest again without a search, after a snapshot, too.
TEST(IncrementalPotential, AWallOfBricksThatRestsTakesFewEvaluations) {
  Context context;
  const Scene scene = wallOfBricks(8, 8, 1);
  Simulation run(scene, longSteps(), context), other(scene, longSteps(), context);
  expectApart(follow(run, 40, frame));
  const BodyState before = run.state();
  other.load(run.save());
  for (Simulation* one : {&run, &other})
    for (int n = 41; n <= 50; ++n) EXPECT_LE(one->advanceTo(n * frame, context).evaluations, 4) << n;
  EXPECT_EQ(run.state(), other.state());
  for (std::size_t i = 1; i < before.size(); ++i)
    EXPECT_LT((run.state().position[i] - before.position[i]).norm(), 1e-8) << i;
}

// A block flies into a wall of bricks, which becomes one island of more than 200 bodies.
TEST(IncrementalPotential, AWallOfBricksIsHit) {
  Context context;
  Scene scene = wallOfBricks(15, 14);
  passing::add(scene, {.id = 1000, .shape = 2, .position = {-0.11, 1.5, 0.7}, .velocity = {2, 0, 0}});
  Simulation run(scene, longSteps(), context);
  const double before = energyOf(run.statistics());
  const Course course = follow(run, 4, frame);
  expectApart(course);
  EXPECT_LE(course.growth, 1e-9 * before);
}

// The top brick falls by a decimetre, or by what the halos give way.
TEST(IncrementalPotential, BricksStandUpToTheHarmonicOverhang) {
  for (const double part : {0.99, 1.01}) {
    Context context;
    Simulation run(passing::overhang(part, 2e-4), longSteps(), context);
    const double top = run.state().position[4].z();
    expectApart(follow(run, 200, frame));
    const double fallen = top - run.state().position[4].z();
    if (part < 1)
      EXPECT_LT(std::abs(fallen), 0.005);
    else
      EXPECT_GT(fallen, 0.1);
  }
}

TEST(IncrementalPotential, NothingMeetsInRandomFlights) {
  for (std::uint64_t seed = 1; seed <= 24; ++seed) {
    SCOPED_TRACE(seed);
    SimulationOptions options = longSteps();
    options.implicit.secondOrder = seed > 12;
    const double young = std::pow(10.0, 5 + static_cast<double>(seed % 7));
    const double speed = std::pow(10.0, static_cast<double>(seed % 3));
    Context context;
    Simulation run(passing::randomFlight(seed, 18, speed, young), options, context);
    const double before = energyOf(run.statistics());
    const Course course = follow(run, 10, 0.02 / speed);
    expectApart(course);
    EXPECT_LE(course.growth, 1e-12 * before);
  }
}

// Two walls come together with a grain between them: they push it aside or stop, and never crush it.
TEST(IncrementalPotential, WallsThatCrushABodyAreAnError) {
  Context context;
  Simulation run(passing::press(0.1), longSteps(), context);
  const std::string message = messageOf([&] { follow(run, 100, frame); });
  EXPECT_NE(message.find("wall"), std::string::npos) << message;
  EXPECT_NE(message.find("bodies"), std::string::npos) << message;
  EXPECT_EQ(run.statistics().meetingPairs, 0);
  EXPECT_GT(run.statistics().leastGap, 0);
}

TEST(IncrementalPotential, SameBitsForAnyThreadsAndFromASnapshot) {
  passing::expectSameBits(longSteps(), 2, [](const FrameStatistics& end) { EXPECT_GT(end.touching, 0); });
}

TEST(IncrementalPotential, NeedsALawWithAPotentialThatHasNoBound) {
  Context context;
  SimulationOptions options = longSteps();
  options.contacts.law = ContactLawKind::HaloArea;
  const std::string message = messageOf([&] { Simulation(stack(1), options, context); });
  EXPECT_NE(message.find("Barrier"), std::string::npos) << message;
}

// A ball rolls to rest after v²/(2 g µᵣ 5/7), as rolling resistance tells, whatever the step; without it, it
// goes on.
TEST(IncrementalPotential, RollingResistanceBringsABallToRest) {
  constexpr double radius = 0.05, speed = 0.5, resistance = 0.05;
  for (const double part : {0.0, resistance}) {
    Context context;
    Scene scene = passing::sceneOf(1e8);
    scene.materials[0].contact = {.friction = 0.5, .rollingResistance = part};
    scene.shapes = {dynamics::cuboid({6, 1, 0.1}, "ground"),
                    makeBodyShape("ball", shapes::sphere(4), context)};
    passing::add(scene, {.id = 0, .shape = 0, .position = {0, 0, -0.05}, .motion = Motion::Fixed});
    passing::add(scene, {.id = 1,
                         .shape = 1,
                         .position = {0, 0, 1.01 * radius},
                         .scale = radius,
                         .velocity = {speed, 0, 0},
                         .angularVelocity = {0, speed / radius, 0}});
    SimulationOptions options = longSteps();
    options.certify = false;
    Simulation run(scene, options, context);
    follow(run, 100, frame);
    const double way = 0.7 * speed * speed / (resistance * 9.81);
    if (part > 0)
      EXPECT_NEAR(run.state().position[1].x(), way, 0.15 * way);
    else
      EXPECT_GT(run.state().position[1].x(), 0.4);
  }
}

// A piston pushes a row of blocks along: a wall moves as far as bodies give way, and in the end has gone all
// its way.
TEST(IncrementalPotential, APistonPushesBlocks) {
  Context context;
  Scene scene = passing::sceneOf(1e7);
  scene.materials[0].contact = {.friction = 0.3};
  scene.shapes = {dynamics::cuboid({3, 2, 0.1}, "ground"), dynamics::cuboid({0.2, 0.2, 0.2}, "block")};
  passing::add(scene, {.id = 0, .shape = 0, .position = {0, 0, -0.05}, .motion = Motion::Fixed});
  passing::add(scene, {.id = 1, .shape = 1, .position = {-0.5, 0, 0.102}, .motion = Motion::Prescribed});
  for (int n = 0; n < 3; ++n)
    passing::add(scene, {.id = n + 2, .shape = 1, .position = {0.25 * n - 0.2, 0, 0.1005}});
  scene.motions.push_back({.bodies = {1}, .kind = TranslationMotion{{0.5, 0, 0}}});
  Simulation run(scene, longSteps(), context);
  expectApart(follow(run, 100, frame));
  EXPECT_NEAR(run.state().position[1].x(), 0, 1e-12);
  for (std::size_t i = 2; i < 5; ++i) {
    EXPECT_NEAR(run.state().position[i].x(), 0.2 * static_cast<double>(i - 1), 0.03) << i;  // and gaps
    EXPECT_NEAR(run.state().velocity[i].x(), 0.5, 0.02) << i;
  }
}

// WallWork is that of the forces at the ends of stages, as EnergyBound has it.
TEST(IncrementalPotential, AShakenFloorBringsInNoMoreEnergyThanItsWork) {
  for (const bool second : {false, true}) {
    Context context;
    Scene scene = stack(3);
    scene.bodies.motion[0] = Motion::Prescribed;
    scene.motions.push_back({.bodies = {0}, .kind = VibrationMotion{{0.2, 0, 1}, 0.02, 12}});
    SimulationOptions options = longSteps();
    options.implicit.secondOrder = second;
    Simulation run(scene, options, context);
    const Course course = follow(run, 60, frame);
    expectApart(course);
    EXPECT_GT(run.statistics().wallWork, 10);
    EXPECT_LE(course.growth, 1e-9 * run.statistics().wallWork);
  }
}

// A cube that slides along another one at a hair's breadth, or rolls on it, is not held back: only what
// brings it nearer counts.
TEST(MotionGuard, LetsBodiesSlideAndSpinBesideEachOther) {
  const passing::TwoCubes cubes;
  MotionGuard guard(cubes.library, cubes.inertia, cubes.guarded);
  BodyState start = cubes.start();
  start.position[1] = {0, 0, 1 + 1e-6};
  guard.begin(start);
  BodyState target = start;
  target.position[1].x() = 0.4;
  target.orientation[1] = rotationBy({0, 0, 0.3});
  for (const double part : guard.allowedParts(target, 0)) EXPECT_EQ(part, 1);
  target.position[0].z() = target.position[1].z() =
      3;  // both together, and the upper one 3 m lower than before
  for (const double part : guard.allowedParts(target, 0)) EXPECT_LT(part, 1e-5);
  EXPECT_GT(guard.allowedParts(target, 0)[1], 1e-8);
}

// Three cubes in a row, 1 cm apart, the first one a wall.
struct ThreeCubes : passing::Cubes {
  ThreeCubes() : Cubes(3, Motion::Fixed) {}
  BodyState at(double first, double second, double third) const {
    BodyState state = start();
    state.position = {Vec3(first, 0, 0), Vec3(1.01 + second, 0, 0), Vec3(2.02 + third, 0, 0)};
    return state;
  }
};

// The second cube goes with the wall, but the third one, which stays, is in its way.
TEST(MotionGuard, WallsWaitForBodies) {
  const ThreeCubes cubes;
  MotionGuard guard(cubes.library, cubes.inertia, cubes.guarded);
  guard.begin(cubes.at(0, 0, 0));
  const BodyState together = cubes.at(1, 1, 0);
  EXPECT_TRUE(guard.allowedParts(together, 0).empty());
  const auto parts = guard.partsWithWalls(together);
  ASSERT_EQ(parts.size(), 3u);
  EXPECT_NEAR(parts[1], 0.008, 1e-5);
  EXPECT_EQ(parts[0], parts[1]);
  EXPECT_FALSE(guard.allowedParts(cubes.at(parts[0], parts[1], 0), 0).empty());
}

// A cube turns on its corner beside a wall at rest, as far as the third cube lets it: also a part of the
// motion is common to it and the wall.
TEST(MotionGuard, LetsBodiesRollOnWallsAtRest) {
  const ThreeCubes cubes;
  MotionGuard guard(cubes.library, cubes.inertia, cubes.guarded);
  constexpr double first = 0.1, last = 0.15, gap = 1e-6, opening = 2e-3, room = 0.02;
  const auto reach = [](double angle) { return std::sqrt(0.5) * std::cos(M_PI_4 - angle); };
  BodyState start = cubes.at(0, 0, 0);
  start.orientation[1] = rotationBy({0, 0, first});
  start.position[1].x() = 0.5 + reach(first) + gap;
  start.position[2].x() = start.position[1].x() + reach(first) + room + 0.5;
  BodyState target = start;
  target.orientation[1] = rotationBy({0, 0, last});
  target.position[1].x() = 0.5 + reach(last) + gap + opening;
  guard.begin(start);
  const double part = guard.allowedParts(target, 0)[1];
  EXPECT_GT(part, 0.2);
  EXPECT_LT(part, room / (2 * (reach(last) - reach(first))));
  target.position[1].x() -= 0.1;
  EXPECT_LT(guard.allowedParts(target, 0)[1], 1e-4);
}

// Two rings of a chain, as guards know them.
struct TwoRings {
  Scene scene;
  BodyInertia inertia{scene};
  ContactLibrary library;
  std::vector<GuardedBody> guarded{2, {.extent = 0.051, .removed = 1}};

  TwoRings() : scene(rings()) {
    Context context;
    context.beginStage(1, 24);
    library.add(scene.shapes[0].mesh, "ring", context, scene.shapes[0].offset);
  }
  // Linked, a millimetre less than taut.
  BodyState start() const {
    BodyState state = inertia.stateOf(scene.bodies);
    state.position[1] = {0.059, 0, 0};
    return state;
  }

 private:
  static Scene rings() {
    Scene scene = passing::chain(2, 1e8);
    scene.bodies.motion[0] = Motion::Dynamic;
    return scene;
  }
};

std::vector<double> toVector(std::span<const double> parts) {
  return {parts.begin(), parts.end()};
}

BodyState movedAtRandom(const BodyState& start, const KeyedRandom& random, double shift, double turn) {
  BodyState state = start;
  for (std::size_t i = 0; i < 2; ++i) {
    const auto vector = [&](std::int64_t k) {
      const auto of = [&](std::int64_t c) {
        return random[static_cast<std::int64_t>(10 * i) + k + c].between();
      };
      return Vec3(of(0), of(1), of(2));
    };
    state.position[i] += shift * vector(0);
    state.orientation[i] = (rotationBy(turn * vector(3)) * state.orientation[i]).normalised();
  }
  return state;
}

TEST(MotionGuard, KeepsTurningBodiesApartAllTheWay) {
  const TwoRings rings;
  const passing::TwoCubes cubes;
  const auto follow = [](const auto& bodies, BodyState start, double shift, const KeyedRandom& random) {
    MotionGuard guard(bodies.library, bodies.inertia, bodies.guarded);
    const double extent = bodies.guarded[0].extent;
    int limited = 0;
    for (int n = 0; n < 200; ++n) {
      const BodyState target = movedAtRandom(start, random[n], shift, 1.5);
      guard.begin(start);
      const std::vector<double> parts = toVector(guard.allowedParts(target, 0));
      limited += parts[0] < 1 ? 1 : 0;
      BodyState now = start;
      for (int k = 1; k <= 16; ++k) {
        for (std::size_t i = 0; i < 2; ++i)
          takePart(start, stepMotion(start, target, i, extent), k / 16.0 * parts[i], i, now);
        const auto placed = [&](std::size_t i) {
          return CertifiedBody{
              &bodies.library.geometry(0), {now.position[i], now.orientation[i].matrix(), 1}, extent};
        };
        std::optional<FeaturePair> features;
        ASSERT_GT(GapFinder().find(placed(0), placed(1), features).length, 0) << n << ' ' << k;
      }
    }
    EXPECT_GT(limited, 20);
  };
  follow(rings, rings.start(), 0.02, KeyedRandom(3));
  BodyState start = cubes.start();
  start.position[1] = {0.3, 0.2, 1.01};
  follow(cubes, start, 0.5, KeyedRandom(4));
}

// What was found for one motion is used for the next ones from the same start.
TEST(MotionGuard, DoesNotDependOnEarlierMotions) {
  const TwoRings rings;
  const KeyedRandom random(5);
  BodyState start = rings.start();
  for (int n = 0; n < 100; ++n) {
    MotionGuard guard(rings.library, rings.inertia, rings.guarded);
    const BodyState target = movedAtRandom(start, random[n], 5e-3, 0.1);
    guard.begin(start);
    const std::vector<double> parts = toVector(guard.allowedParts(target, 0));
    BodyState less = start;
    for (std::size_t i = 0; i < 2; ++i)
      takePart(start, stepMotion(start, target, i, 0.051), 0.5 * parts[i], i, less);
    const std::vector<double> then = toVector(guard.allowedParts(less, 0));
    MotionGuard other(rings.library, rings.inertia, rings.guarded);
    other.begin(start);
    ASSERT_EQ(then, toVector(other.allowedParts(less, 0))) << n;
    ASSERT_EQ(parts, toVector(guard.allowedParts(target, 0))) << n;
    start = less;
  }
}

// Distances that were proven in earlier frames suffice only where a search would prove enough, too.
TEST(MotionGuard, DoesNotDependOnEarlierFrames) {
  const TwoRings rings;
  const KeyedRandom random(6);
  MotionGuard guard(rings.library, rings.inertia, rings.guarded);
  PassingGuard passing(rings.library, rings.inertia, rings.guarded);
  BodyState start = rings.start();
  int limited = 0, whole = 0;
  for (int n = 0; n < 600; ++n) {
    guard.forget();
    passing.forget();
    for (int motion = 0; motion < 3; ++motion) {
      const double size = std::pow(10.0, -2 - 4 * random[n][motion].value());
      BodyState target = movedAtRandom(start, random[n][motion][20], size, 20 * size);
      for (Vec3& place : target.position) place.z() += 30 * size * random[n][motion][10].value();
      MotionGuard other(rings.library, rings.inertia, rings.guarded);
      guard.begin(start);
      other.begin(start);
      const std::vector<double> parts = toVector(guard.allowedParts(target, 0));
      ASSERT_EQ(parts, toVector(other.allowedParts(target, 0))) << n << ' ' << motion;
      PassingGuard another(rings.library, rings.inertia, rings.guarded);
      BodyState end = target, otherEnd = target;
      passing.begin(start);
      another.begin(start);
      passing.confine(end, 0);
      another.confine(otherEnd, 0);
      ASSERT_EQ(end, otherEnd) << n << ' ' << motion;
      (parts[0] < 1 ? limited : whole) += 1;
      const BodyState before = start;
      for (std::size_t i = 0; i < 2; ++i)
        takePart(before, stepMotion(before, target, i, 0.051), parts[i], i, start);
    }
  }
  EXPECT_GT(limited, 200);
  EXPECT_GT(whole, 200);
}

// Far motions of both together are rounded by more than the gap that is left between them.
TEST(MotionGuard, EndsWhereRoundingHidesAnApproach) {
  const passing::TwoCubes cubes;
  MotionGuard guard(cubes.library, cubes.inertia, cubes.guarded);
  const KeyedRandom random(7);
  int limited = 0;
  for (int n = 0; n < 20000; ++n) {
    const auto between = [&](std::int64_t k) { return random[n][k].between(); };
    const double gap = std::pow(10.0, -7 + 3 * between(0)), closing = gap * std::pow(10.0, 2 + between(1));
    const Quaternion turn = rotationBy(3 * Vec3(between(2), between(3), between(4)));
    BodyState start = cubes.start();
    start.orientation[0] = start.orientation[1] = turn;
    start.position[1] = turn.rotate({0.3 * between(5), 0.3 * between(6), 1 + gap});
    BodyState target = start;
    const Vec3 way = 100 * Vec3(between(7), between(8), between(9));
    target.position[0] += way;
    target.position[1] += way - turn.rotate({0, 0, closing});
    guard.begin(start);
    const auto parts = guard.allowedParts(target, 0);
    ASSERT_EQ(parts.size(), 2u);
    limited += parts[0] < 1 ? 1 : 0;
  }
  EXPECT_GT(limited, 10000);
}

}  // namespace
}  // namespace talus::test_incremental_potential
