// The law Barrier: its potential, and scenes in which other laws let bodies through.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "dynamics/field/barrier_potential.h"
#include "dynamics/run/frame_contents.h"
#include "message_of.h"
#include "passing_checks.h"
#include "passing_scenes.h"
#include "shapes/bumped_sphere.h"
#include "shapes/refined_sphere.h"

namespace talus::test_barrier {
namespace {

using passing::Course, passing::energyOf, passing::expectApart, passing::follow;

SimulationOptions withBarrier() {
  SimulationOptions options;
  options.contacts.law = ContactLawKind::Barrier;
  options.certify = true;  // frames are checked by exact predicates
  return options;
}

TEST(BarrierPotential, HasTwoContinuousDerivativesAndNoBound) {
  constexpr double reach = 0.8, range = 1, h = 1e-5;
  const auto at = [](double gap) { return barrierAt(gap, reach, range); };
  for (const double gap : {0.01, 0.1, 0.4, 0.7, 0.799}) {
    EXPECT_NEAR((at(gap - h).energy - at(gap + h).energy) / (2 * h), at(gap).force,
                1e-4 * at(gap).force + 1e-9);
    EXPECT_NEAR((at(gap - h).force - at(gap + h).force) / (2 * h), at(gap).stiffness,
                1e-3 * at(gap).stiffness);
    EXPECT_GT(at(0.9 * gap).stiffness, at(gap).stiffness);
  }
  const BarrierPressure end = at(reach);
  EXPECT_EQ(end.energy, 0);
  EXPECT_EQ(end.force, 0);
  EXPECT_EQ(end.stiffness, 0);
  EXPECT_GT(at(1e-8).energy, 1e15);
  // As BarrierLaw tells: stiffness of the foundation, force of HaloArea, gap under great loads.
  const auto full = [](double depth) { return barrierAt(1 - depth, 1, 1); };
  EXPECT_NEAR(full(0.11).stiffness, 1, 0.06);
  EXPECT_NEAR(full(0.19).force, 0.19, 0.01);
  EXPECT_NEAR(full(1 - std::cbrt(2 / 1e6)).force, 1e6, 0.05e6);
}

class Speed : public testing::TestWithParam<double> {};
INSTANTIATE_TEST_SUITE_P(Barrier, Speed, testing::Values(1.0, 10.0, 100.0, 1000.0));

// A plate flies at a wall, both thin, of any material. None passes or has to be held back, and without
// damping they fly back as they came.
TEST_P(Speed, NoModulusOrThicknessLetsAPlateThrough) {
  const double speed = GetParam();
  for (const double young : {1e5, 1e7, 1e9, 1e11}) {
    if (speed == 1 && young > 1e9) continue;  // takes a million steps
    for (const double thickness : {1e-4, 1e-3, 1e-2}) {
      SCOPED_TRACE(testing::Message() << young << " Pa, " << thickness << " m");
      Context context;
      Scene scene = passing::plateAtWall(thickness, speed, young);
      scene.bodies.position[1].z() = 0.1;
      scene.materials[0].contact = {.restitution = 1, .friction = 0};
      Simulation run(scene, withBarrier(), context);
      const double before = energyOf(run.statistics());
      const Course course = follow(run, 4, 0.06 / speed);
      expectApart(course);
      EXPECT_GT(run.state().position[1].z(), 0);
      EXPECT_EQ(course.held, 0);
      EXPECT_NEAR(energyOf(run.statistics()), before, 0.01 * before);
    }
  }
}

// How fast a body rebounds from a floor over how fast it came, at the default steps.
double reboundOf(const BodyShape& shape, const Quaternion& turn, double speed, const Material& material,
                 double phase) {
  Context context;
  Scene scene = passing::sceneOf(material.young);
  scene.gravity.setZero();
  scene.materials[0].contact = material.contact;
  scene.shapes = {dynamics::cuboid({1, 1, 0.2}, "floor"), shape};
  double low = 0;
  for (Index p = 0; p < static_cast<Index>(shape.mesh.pointCount()); ++p)
    low = std::min(low, turn.rotate(shape.mesh.point(p)).z());
  passing::add(scene, {.id = 1, .shape = 0, .position = {0, 0, -0.1}, .motion = Motion::Fixed});
  passing::add(scene, {.id = 2, .shape = 1, .orientation = turn, .velocity = {0, 0, -speed}});
  const auto at = [&](double gap) {
    scene.bodies.position[1] = {0.01, 0.005, gap - low};
    SimulationOptions options;
    options.contacts.law = ContactLawKind::Barrier;
    return std::make_unique<Simulation>(scene, options, context);
  };
  const auto far = at(0.05);
  const double reach = 2 * haloOf(*far);
  far->advanceTo(reach / speed, context);
  const double step = far->statistics().longestStep;
  const auto run = at(reach + (1 + phase) * speed * step);
  for (int frame = 1; frame < 400; ++frame) {
    run->advanceTo(frame * 100 * step, context);
    if (run->state().velocity[1].z() > 0 && run->statistics().touching == 0) break;
  }
  return run->state().velocity[1].z() / speed;
}

// A cube that falls flat, a sphere, and a grain that falls on the corner below its centre.
TEST(Barrier, RestitutionIsAsGivenAtTheDefaultStep) {
  Context context;
  const BodyShape cube = dynamics::cuboid({0.1, 0.1, 0.1}, "cube"),
                  sphere = makeBodyShape(
                      "sphere", makeSphere({.placement = {.size = 0.1}, .levels = 4}, context), context),
                  grain = makeBodyShape(
                      "grain", makeConvexGrain({.placement = {.size = 0.1}, .vertices = 20}, context),
                      context);
  Vec3 corner = Vec3::Zero();
  for (Index p = 0; p < static_cast<Index>(grain.mesh.pointCount()); ++p)
    if (grain.mesh.point(p).norm() > corner.norm()) corner = grain.mesh.point(p);
  const Vec3 axis = corner.cross(-Vec3::UnitZ());
  const Quaternion turn = rotationBy(std::atan2(axis.norm(), -corner.z()) * axis.normalized());
  // Only young over speed² matters, but for rounding.
  const std::pair<double, double> loads[] = {{1e5, 200}, {1e7, 200},  {1e5, 2},  {1e11, 200},
                                             {1e10, 20}, {1e5, 0.02}, {1e9, 0.2}};
  for (const auto& [young, speed] : loads) {
    for (const double wanted : {0.2, 0.5, 0.9}) {
      SCOPED_TRACE(testing::Message() << young << " Pa, " << speed << " m/s, " << wanted);
      const Material material{
          .name = "stone", .young = young, .contact = {.restitution = wanted, .friction = 0}};
      for (const double phase : {0.0, 0.3, 0.7})
        EXPECT_NEAR(reboundOf(cube, {}, speed, material, phase), wanted, 0.01 * wanted);
      EXPECT_NEAR(reboundOf(sphere, {}, speed, material, 0.5), wanted, 0.01 * wanted);
      EXPECT_NEAR(reboundOf(grain, turn, speed, material, 0.5), wanted, 0.01 * wanted);
    }
  }
}

TEST(Barrier, AFastGrainStaysInAThinDrum) {
  Context context;
  Simulation run(passing::grainInDrum(50), withBarrier(), context);
  const Course course = follow(run, 10, 0.01);
  expectApart(course);
  const Vec3& place = run.state().position[1];
  EXPECT_LT(Vec3(place.x(), 0, place.z()).norm(), 0.25);
  EXPECT_LT(std::abs(place.y()), 0.3);
}

TEST(Barrier, ALidRestsOnSoftGrains) {
  Context context;
  Simulation run(passing::lidOnGrains(1e4), withBarrier(), context);
  const Course course = follow(run, 25, 0.02);
  expectApart(course);
  for (std::size_t i = 1; i < run.state().size(); ++i) EXPECT_GT(run.state().position[i].z(), 0) << i;
  EXPECT_EQ(course.held, 0);
}

// Dashpots without rebound are stiffer than springs where gaps are small: steps heed them, and energy stays
// accounted for.
TEST(Barrier, ALidRestsOnSoftGrainsWithoutRebound) {
  Context context;
  Scene scene = passing::lidOnGrains(1e5);
  scene.materials[0].contact = {.restitution = 0, .friction = 0.5};
  scene.bodies.position[1].z() = 0.1;
  Simulation run(scene, withBarrier(), context);
  const double before = energyOf(run.statistics());
  const Course course = follow(run, 16, 0.01);
  expectApart(course);
  const FrameStatistics& after = run.statistics();
  EXPECT_NEAR(energyOf(after) + after.dissipatedEnergy, before, 2e-3 * before);
  EXPECT_LE(course.growth, 1e-3 * before);
}

TEST(Barrier, LinksOfAChainStayLinked) {
  Context context;
  Simulation run(passing::chain(8, 1e6), withBarrier(), context);
  expectApart(follow(run, 10, 0.05));
  for (std::size_t i = 1; i < run.state().size(); ++i)
    EXPECT_LT((run.state().position[i] - run.state().position[i - 1]).norm(), 0.1) << i;
}

// Grains, plates, rings, rocks; to 100 m/s, 1e5 … 1e11 Pa.
TEST(Barrier, NothingMeetsInRandomFlights) {
  for (std::uint64_t seed = 1; seed <= 28; ++seed) {
    SCOPED_TRACE(seed);
    const double young = std::pow(10.0, 5 + static_cast<double>(seed % 7));
    // Stiff ones are fast: thin plates take half a million steps otherwise.
    const double speed = young > 1e8 ? 100 : std::pow(10.0, static_cast<double>(seed % 3));
    Context context;
    Scene scene = passing::randomFlight(seed, 18, speed, young);
    if (seed % 2 == 0)
      scene.shapes[0] = makeBodyShape(
          "rock",
          makeBumpedSphere({.placement = {.size = 0.1}, .bumpiness = 2, .triangles = 80, .seed = seed},
                           context),
          context);
    Simulation run(scene, withBarrier(), context);
    const double before = energyOf(run.statistics());
    const Course course = follow(run, 5, 0.04 / speed);
    expectApart(course);
    EXPECT_LE(course.growth, 0.01 * before);
  }
}

// A block on a plane that is as steep as its friction bears, give or take a hundredth.
TEST(Barrier, ABlockOnAnInclineHoldsToAHundredth) {
  constexpr double friction = 0.5, g = 9.81;
  for (const double part : {0.99, 1.01}) {
    const double angle = std::atan(part * friction);
    Context context;
    Simulation run(passing::incline(angle, friction), withBarrier(), context);
    run.advanceTo(1, context);
    const double began = run.state().position[1].x(), speed = run.state().velocity[1].x();
    run.advanceTo(3, context);
    const double moved = run.state().position[1].x() - began;
    if (part < 1) {
      EXPECT_LT(std::abs(moved), 1e-7);
    } else {
      const double slides = g * (std::sin(angle) - friction * std::cos(angle));
      EXPECT_NEAR(run.state().velocity[1].x() - speed, 2 * slides, 0.02 * 2 * slides);
    }
  }
}

TEST(Barrier, AnArchStandsThatIsThickEnough) {
  for (const double thickness : {0.12, 0.09}) {
    Context context;
    Simulation run(passing::arch(thickness, 2e-4), withBarrier(), context);
    const double crown = run.state().position[8].z();
    expectApart(follow(run, thickness > 0.1075 ? 8 : 3, 0.25));
    const double fallen = crown - run.state().position[8].z();
    if (thickness > 0.1075)
      EXPECT_LT(std::abs(fallen), 0.02);
    else
      EXPECT_GT(fallen, 0.2);
  }
}

// The top brick falls by a decimetre, or by what the halos give way.
TEST(Barrier, BricksStandUpToTheHarmonicOverhang) {
  for (const double part : {0.99, 1.01}) {
    Context context;
    Simulation run(passing::overhang(part, 2e-4), withBarrier(), context);
    const double top = run.state().position[4].z();
    expectApart(follow(run, 8, 0.25));
    const double fallen = top - run.state().position[4].z();
    if (part < 1)
      EXPECT_LT(std::abs(fallen), 0.005);
    else
      EXPECT_GT(fallen, 0.1);
  }
}

// Energy is accounted for: what is lost is what dashpots, friction and holding back took.
TEST(Barrier, EnergyIsAccountedFor) {
  for (const double friction : {0.0, 0.5}) {
    Context context;
    Scene scene = passing::lidOnGrains(1e6);
    scene.materials[0].contact = {.restitution = 0.5, .friction = friction};
    Simulation run(scene, withBarrier(), context);
    const double before = energyOf(run.statistics());
    const Course course = follow(run, 25, 0.01);
    const FrameStatistics& after = run.statistics();
    EXPECT_NEAR(energyOf(after) + after.dissipatedEnergy, before, 0.005 * after.dissipatedEnergy);
    EXPECT_LE(course.growth, 1e-3 * before);
  }
}

// Cubes that start closer than the range have a thinner and stiffer layer, which the first step does not
// foresee: in a step as long as a frame they would be held back where the layer stores more than they lose.
TEST(Barrier, BodiesThatStartCloseToEachOtherRest) {
  for (const double gap : {1e-6, 1e-8}) {
    SCOPED_TRACE(gap);
    Context context;
    Scene scene = passing::sceneOf(1e7);
    scene.shapes = {dynamics::cuboid({2, 2, 0.1}, "floor"), dynamics::cuboid({0.2, 0.2, 0.2}, "cube")};
    passing::add(scene, {.id = 1, .shape = 0, .position = {0, 0, -0.05}, .motion = Motion::Fixed});
    for (int n = 0; n < 2; ++n)
      passing::add(scene, {.id = n + 2, .shape = 1, .position = {0, 0, 0.1 + gap + n * (0.2 + gap)}});
    Simulation run(scene, withBarrier(), context);
    const Course course = follow(run, 5, 1e-3);
    expectApart(course);
    EXPECT_EQ(course.held, 0);
    EXPECT_LE(course.growth, 1e-6);
    EXPECT_LT(run.statistics().kineticEnergy, 1e-6);
  }
}

// Two walls come together with a grain between them: steps would become shorter without end.
TEST(Barrier, WallsThatCrushABodyAreAnError) {
  for (const double speed : {0.1, 1.0, 100.0}) {
    SCOPED_TRACE(speed);
    Context context;
    Simulation run(passing::press(speed), withBarrier(), context);
    const std::string message = messageOf([&] { follow(run, 100, 1e-3 / speed); });
    EXPECT_NE(message.find("brings a wall too near"), std::string::npos) << message;
    EXPECT_NE(message.find("bodies 1, 2 and 3"), std::string::npos) << message;
    EXPECT_EQ(run.statistics().meetingPairs, 0);
    EXPECT_GT(run.statistics().leastGap, 0);
  }
}

// A light plate between a wall that comes up and a cube that comes down, of a hundred thousand times its
// mass: hard for ten thousand steps, but the cube gives way.
TEST(Barrier, AHardImpactBesideAMovingWallIsNoError) {
  Context context;
  Scene scene = passing::sceneOf(1e6);
  scene.gravity.setZero();
  scene.shapes = {dynamics::cuboid({1, 1, 0.1}, "wall"), dynamics::cuboid({0.2, 0.2, 0.002}, "plate"),
                  dynamics::cuboid({0.2, 0.2, 0.2}, "cube")};
  passing::add(scene, {.id = 1, .shape = 0, .position = {0, 0, -0.06}, .motion = Motion::Prescribed});
  passing::add(scene, {.id = 2, .shape = 1});
  passing::add(scene, {.id = 3, .shape = 2, .position = {0.01, 0, 0.11}, .velocity = {0, 0, -1}});
  scene.bodies.mass[2] = 1e5 * scene.bodies.mass[1];
  scene.motions.push_back({.bodies = {1}, .kind = TranslationMotion{{0, 0, 0.5}}});
  Simulation run(scene, withBarrier(), context);
  expectApart(follow(run, 10, 0.01));
  EXPECT_GT(run.state().velocity[2].z(), 0);
}

TEST(Barrier, SameBitsForAnyThreadsAndFromASnapshot) {
  passing::expectSameBits(withBarrier(), 2, [](const FrameStatistics& end) { EXPECT_GT(end.touching, 0); });
}

// The certificate only measures: a run without it goes the same way.
TEST(Barrier, HoldsWithoutACertificate) {
  const auto end = [](bool certify) {
    Context context;
    SimulationOptions options = withBarrier();
    options.certify = certify;
    Simulation run(passing::plateAtWall(0.001, 100, 1e7), options, context);
    follow(run, 4, 0.002);
    EXPECT_EQ(run.statistics().provenPairs, certify ? 1 : 0);
    return run.state().position[1];
  };
  EXPECT_EQ(end(true), end(false));
}

TEST(Barrier, RefusesOverlapAndOpenSurfaces) {
  const auto messageOfScene = [](const Scene& scene) {
    return messageOf([&] {
      SimulationOptions options = withBarrier();
      options.certify = false;
      options.initialOverlaps = OverlapRule::Keep;
      Context context;
      Simulation(scene, options, context);
    });
  };
  Scene scene = passing::plateAtWall(0.002, 1, 1e7);
  scene.bodies.position[1] = Vec3::Zero();
  const std::string overlap = messageOfScene(scene);
  EXPECT_NE(overlap.find("1 pair"), std::string::npos) << overlap;
  EXPECT_NE(overlap.find("another contact law"), std::string::npos) << overlap;
  Context context;
  scene = passing::plateAtWall(0.002, 1, 1e7);
  scene.shapes[0] = {.name = "tray", .mesh = shapes::openBox()};
  const std::string open = messageOfScene(scene);
  EXPECT_NE(open.find("closed"), std::string::npos) << open;
  EXPECT_NE(open.find("tray"), std::string::npos) << open;
}

}  // namespace
}  // namespace talus::test_barrier
