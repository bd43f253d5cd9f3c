// The loop of a simulation: frames, steps, statistics, snapshots, removal, bad input.
#include "dynamics/run/simulation.h"

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <chrono>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/parallel.h"
#include "dynamics/field/linear_contact.h"
#include "dynamics/run/frame_contents.h"
#include "message_of.h"
#include "shapes/bumped_sphere.h"
#include "shapes/convex_grain.h"
#include "shapes/solid.h"

namespace talus::test_simulation {
namespace {

BodyShape box(const std::string& name, const Vec3& size) {
  Context context;
  return makeBodyShape(name, makeSolid(Solid::Cuboid, {.extents = size}, context), context);
}

// Grains that fall into each other over a floor.
Scene fallingGrains(int count, double friction = 0.5) {
  Context context;
  Scene scene;
  scene.shapes.push_back(box("floor", {10, 10, 1}));
  ConvexGrainOptions grain;
  grain.vertices = 12;
  grain.seed = 5;
  scene.shapes.push_back(makeBodyShape("grain", makeConvexGrain(grain, context), context));
  scene.materials = {{.name = "stone", .young = 1e7, .contact = {.restitution = 0.4, .friction = friction}}};
  scene.bodies.add({.id = 100, .shape = 0, .position = {0, 0, -0.5}, .motion = Motion::Fixed});
  for (int n = 0; n < count; ++n) {
    Body body;
    body.id = n;
    body.shape = 1;
    body.position = {0.3 * (n % 2), 0.2 * (n % 3), 0.9 + 1.1 * n};
    body.orientation = rotationBy(Vec3(0.4 * n, 1.0, 0.2));
    body.velocity = {0, 0, -1};
    body.angularVelocity = {1, 0.5 * n, 0};
    body.mass = 2;
    scene.bodies.add(body);
  }
  scene.halo = 0.02;
  return scene;
}

SimulationOptions optionsOf(IntegratorMethod method) {
  SimulationOptions options;
  options.integrator = method;
  if (method == IntegratorMethod::ImplicitEuler || method == IntegratorMethod::MultiscalePicard)
    options.timeStep = 2e-3;
  return options;
}

void advance(Simulation& simulation, int first, int last, double interval) {
  for (int frame = first; frame <= last; ++frame) {
    Context context;
    simulation.advanceTo(frame * interval, context);
  }
}

class EveryIntegrator : public testing::TestWithParam<IntegratorMethod> {};
INSTANTIATE_TEST_SUITE_P(Methods, EveryIntegrator,
                         testing::Values(IntegratorMethod::VelocityVerlet, IntegratorMethod::Suzuki4,
                                         IntegratorMethod::ExplicitEuler, IntegratorMethod::SymplecticEuler,
                                         IntegratorMethod::RungeKutta4, IntegratorMethod::Gear,
                                         IntegratorMethod::ImplicitEuler,
                                         IntegratorMethod::MultiscalePicard));

TEST_P(EveryIntegrator, GoesOnFromASnapshotToTheBit) {
  Context context;
  const SimulationOptions options = optionsOf(GetParam());
  Simulation whole(fallingGrains(4), options, context);
  advance(whole, 1, 12, 0.03);
  EXPECT_GT(whole.statistics().dissipatedEnergy, 0);  // they did meet

  Context second;
  Simulation part(fallingGrains(4), options, second);
  advance(part, 1, 5, 0.03);
  const std::vector<std::byte> saved = part.save();
  Context third;
  Simulation resumed(fallingGrains(4), options, third);
  resumed.load(saved);
  EXPECT_EQ(resumed.save(), saved);
  advance(resumed, 6, 12, 0.03);
  EXPECT_EQ(resumed.state(), whole.state());
  EXPECT_TRUE(resumed.save() == whole.save());
}

// Two grains with many features that touch, then a cube with few in the box of a ring.
Scene bodiesOfAnyForm() {
  Context context;
  Scene scene = fallingGrains(2);
  scene.shapes[1] = makeBodyShape("grain", makeConvexGrain({.vertices = 300}, context), context);
  scene.shapes.push_back(box("cube", {0.2, 0.2, 0.2}));
  scene.shapes.push_back(makeBodyShape("ring", makeSolid(Solid::Torus, {}, context), context));
  scene.bodies.position[1] = {0, 0, 5};
  scene.bodies.position[2] = {0.3, 0, 5.5};
  scene.bodies.add({.id = 7, .shape = 2, .position = {9, 0, 5}});
  scene.bodies.add({.id = 8, .shape = 3, .position = {9, 0, 5}});
  return scene;
}

TEST(Simulation, SnapshotsOfConvexAndOtherBodiesAreItsOwn) {
  Context context;
  Simulation simulation(bodiesOfAnyForm(), {}, context);
  advance(simulation, 1, 2, 1e-3);
  ASSERT_GE(simulation.statistics().pairs, 2);
  const std::vector<std::byte> saved = simulation.save();
  Context fresh;
  Simulation other(bodiesOfAnyForm(), {}, fresh);
  other.load(saved);
  EXPECT_EQ(other.save(), saved);
}

// Lists of near triangles last from step to step; they, and the count of comparisons, go on from a snapshot.
TEST(Simulation, GoesOnSearchingFromASnapshotToTheBit) {
  SimulationOptions options = optionsOf(IntegratorMethod::MultiscalePicard);
  options.contacts.law = ContactLawKind::HaloSpring;
  Context context;
  Simulation whole(fallingGrains(4), options, context), part(fallingGrains(4), options, context);
  advance(whole, 1, 12, 0.03);
  EXPECT_GT(whole.statistics().touching, 0);
  EXPECT_GT(whole.statistics().comparisons.size(), 1u);
  advance(part, 1, 5, 0.03);
  const std::vector<std::byte> saved = part.save();
  Simulation resumed(fallingGrains(4), options, context);
  resumed.load(saved);
  advance(resumed, 6, 12, 0.03);
  EXPECT_EQ(resumed.statistics().comparisons, whole.statistics().comparisons);
  EXPECT_TRUE(resumed.save() == whole.save());
}

TEST(Simulation, HasTheSameBitsForEveryNumberOfThreads) {
  const auto run = [](int threads) {
    const ThreadLimit limit(threads);
    Context context;
    Simulation simulation(fallingGrains(8), {}, context);
    advance(simulation, 1, 10, 0.05);
    return simulation.save();
  };
  EXPECT_EQ(run(1), run(2));
}

// Convex grains, bumpy ones, and each law: whatever runs by SIMD takes part.
TEST(Simulation, HasTheSameBitsForEverySimdWidth) {
  Context context;
  Scene scene = fallingGrains(6);
  scene.shapes.push_back(makeBodyShape("rock", makeBumpedSphere({.triangles = 80}, context), context));
  scene.bodies.shape[2] = scene.bodies.shape[4] = 2;
  for (const ContactLawKind law : {ContactLawKind::HaloArea, ContactLawKind::LinearSpringDashpot}) {
    std::vector<std::byte> first;
    for (std::int64_t rest = hwy::SupportedTargets() & HWY_TARGETS; rest != 0; rest &= rest - 1) {
      const std::int64_t target = rest & -rest;
      if (target > HWY_AVX2) continue;  // without fused multiply-add
      hwy::SetSupportedTargetsForTest(target);
      SimulationOptions options;
      options.contacts.law = law;
      Context fresh;
      Simulation simulation(scene, options, fresh);
      advance(simulation, 1, 6, 0.1);
      hwy::SetSupportedTargetsForTest(0);
      EXPECT_GT(simulation.statistics().dissipatedEnergy, 0);  // they have met; at the end they may fly
      if (first.empty()) first = simulation.save();
      EXPECT_TRUE(simulation.save() == first) << hwy::TargetName(target);
    }
  }
}

TEST(Simulation, FollowsAFreeFallAndMeetsFramesExactly) {
  Scene scene = fallingGrains(1);
  scene.bodies.velocity[1] = {0.5, 0, 3};
  Context context;
  Simulation simulation(scene, {}, context);
  const Vec3 start = simulation.state().position[1];
  const double energy = simulation.statistics().kineticEnergy + simulation.statistics().potentialEnergy;
  advance(simulation, 1, 7, 0.07);
  const double t = 7 * 0.07;
  EXPECT_EQ(simulation.time(), t);
  EXPECT_LT(
      (simulation.state().position[1] - (start + t * Vec3(0.5, 0, 3) + 0.5 * t * t * scene.gravity)).norm(),
      1e-9);
  const FrameStatistics& statistics = simulation.statistics();
  EXPECT_NEAR(statistics.kineticEnergy + statistics.potentialEnergy, energy, 1e-9 * energy);
  EXPECT_EQ(statistics.nonConverged, 0);
  EXPECT_GT(statistics.steps, 0);
}

TEST(Simulation, BalancesEnergyOverBounces) {
  Context context;
  SimulationOptions options;
  options.timeStep = 2e-5;
  Simulation simulation(fallingGrains(3), options, context);
  const auto total = [&] {
    const FrameStatistics& f = simulation.statistics();
    return f.kineticEnergy + f.potentialEnergy + f.elasticEnergy + f.dissipatedEnergy - f.wallWork;
  };
  const double before = total();
  advance(simulation, 1, 10, 0.05);
  EXPECT_GT(simulation.statistics().dissipatedEnergy, 1);
  EXPECT_NEAR(total(), before, 0.01 * simulation.statistics().dissipatedEnergy);
}
TEST(Simulation, CountsTheWorkOfAMovingWall) {
  Scene scene = fallingGrains(1, 0);
  scene.bodies.motion[0] = Motion::Prescribed;
  scene.motions.push_back({{100}, VibrationMotion{Vec3::UnitZ(), 0.1, 2, 0}});
  scene.bodies.position[1].z() = 0.45;
  Context context;
  SimulationOptions options;
  options.timeStep = 2e-5;
  Simulation simulation(scene, options, context);
  const auto total = [&] {
    const FrameStatistics& f = simulation.statistics();
    return f.kineticEnergy + f.potentialEnergy + f.elasticEnergy + f.dissipatedEnergy - f.wallWork;
  };
  const double before = total();
  advance(simulation, 1, 6, 0.05);
  EXPECT_GT(std::abs(simulation.statistics().wallWork), 1);
  EXPECT_NEAR(total(), before, 0.01 * std::abs(simulation.statistics().wallWork));
}

TEST(Simulation, LetsNothingThroughAThinWall) {
  // A fast cube, a wall thinner than what it flies in a step of the length asked for.
  Scene scene;
  scene.shapes = {box("cube", Vec3::Constant(0.1)), box("sheet", {2, 2, 0.02})};
  scene.materials = {{.name = "m", .young = 1e9, .contact = {.restitution = 0.9, .friction = 0}}};
  scene.gravity.setZero();
  scene.halo = 0.01;
  scene.bodies.add({.id = 0, .shape = 0, .position = {0, 0, 0.5}, .velocity = {0, 0, -20}, .mass = 1});
  scene.bodies.add({.id = 1, .shape = 1, .motion = Motion::Fixed});
  for (const double moveLimit : {0.0, 0.2}) {
    Context context;
    SimulationOptions options;
    options.timeStep = 0.02;
    options.moveLimit = moveLimit;
    Simulation simulation(scene, options, context);
    advance(simulation, 1, 4, 0.02);
    const double z = simulation.state().position[0].z();
    if (moveLimit == 0)
      EXPECT_LT(z, -0.5) << "the test is too easy";
    else
      EXPECT_GT(z, 0);
    EXPECT_LE(simulation.statistics().longestStep, 0.02 * (1 + 1e-12));
  }
}

TEST(Simulation, NeverMovesASurfaceBeyondTheLimit) {
  Context context;
  SimulationOptions options;
  options.timeStep = 0.01;
  options.moveLimit = 0.1;
  Scene scene = fallingGrains(2);
  scene.materials[0].young = 1e4;
  Simulation simulation(scene, options, context);
  int touching = 0;
  for (int frame = 1; frame <= 300; ++frame) {
    const BodyState before = simulation.state();
    const std::vector<std::int64_t> contacts = contactCounts(simulation);
    simulation.advanceTo(frame * 1e-3, context);
    const FrameStatistics& statistics = simulation.statistics();
    for (std::size_t i = 0; i < before.size(); ++i) {
      if (contacts[i] == 0) continue;  // what flies alone moves farther
      ++touching;
      EXPECT_LE((simulation.state().position[i] - before.position[i]).norm(),
                0.1 * scene.halo * static_cast<double>(statistics.steps) * (1 + 1e-9));
    }
  }
  EXPECT_GT(touching, 20);
}

TEST(Simulation, TakesBodiesOutWhenTheirTimeHasCome) {
  Scene scene = fallingGrains(2);
  scene.motions.push_back({{100}, Removal{0.5}});
  scene.motions.push_back({{1}, Removal{0.2}});
  Context context;
  Simulation simulation(scene, {}, context);
  advance(simulation, 1, 1, 0.1);
  EXPECT_EQ(presentBodies(simulation).size(), 3U);
  advance(simulation, 2, 4, 0.1);
  EXPECT_EQ(presentBodies(simulation).id, (std::vector<std::int64_t>{100, 0}));
  EXPECT_EQ(presentRows(simulation), (std::vector<std::size_t>{0, 1}));
  EXPECT_GT(simulation.state().position[1].z(), 0);
  advance(simulation, 5, 15, 0.1);
  EXPECT_EQ(presentBodies(simulation).size(), 1U);
  EXPECT_LT(simulation.state().position[1].z(), -1) << "it falls where the floor was";
}

TEST(Simulation, WhatWasTakenOutShortensNoStep) {
  const auto longestStep = [](double speed) {
    Scene scene = fallingGrains(2);
    scene.motions.push_back({{1}, Removal{0}});
    scene.bodies.velocity[2] = {speed, 0, 0};
    Context context;
    SimulationOptions options;
    options.moveLimit = 0;
    Simulation simulation(scene, options, context);
    return simulation.advanceTo(0.01, context).longestStep;
  };
  EXPECT_EQ(longestStep(1e4), longestStep(0));
}

// A body that meets nothing takes steps as long as its stiffness allows; another one in its way holds it to
// the limit of motion. The statistics tell.
TEST(Simulation, TellsWhatLimitsItsSteps) {
  const auto statisticsOf = [](double distance, const SimulationOptions& options, double speed = 50) {
    Scene scene;
    scene.shapes = {box("cube", Vec3::Constant(0.1))};
    scene.materials = {{.name = "m", .young = 1e6}};
    scene.gravity.setZero();
    scene.bodies.add({.id = 7, .velocity = {speed, 0, 0}, .mass = 1});
    scene.bodies.add({.id = 9, .position = {0, distance, 0}, .mass = 1});
    Context context;
    Simulation simulation(scene, options, context);
    return simulation.advanceTo(0.01, context);
  };
  const FrameStatistics alone = statisticsOf(9, {}), near = statisticsOf(0.11, {});
  EXPECT_EQ(alone.stepLimit, StepLimit::Stiffness);
  EXPECT_EQ(near.stepLimit, StepLimit::Motion);
  EXPECT_EQ(near.limitingBody, 7);
  EXPECT_LT(near.shortestStep, 0.5 * alone.shortestStep);
  EXPECT_EQ(alone.shortestStep, statisticsOf(9, {}, 0).shortestStep);
  EXPECT_EQ(statisticsOf(9, {.timeStep = 1e-4}).stepLimit, StepLimit::User);
  EXPECT_EQ(statisticsOf(9, {.timeStep = 1}).stepLimit, StepLimit::Frame);
  EXPECT_EQ(statisticsOf(9, {.timeStep = 1e-4}).limitingBody, -1);
  EXPECT_EQ(statisticsOf(0.11, {.moveLimit = 0}).stepLimit, StepLimit::Halo);
  // One limit: half a halo is 2.5 times as far as a fifth.
  const FrameStatistics usual = statisticsOf(0.11, {}, 500),
                        farther = statisticsOf(0.11, {.moveLimit = 0.5}, 500);
  EXPECT_EQ(farther.stepLimit, StepLimit::Motion);
  EXPECT_NEAR(farther.shortestStep, 2.5 * usual.shortestStep, 0.25 * usual.shortestStep);
}

// What is told of a frame within two seconds; then it is given up.
std::string noticeOf(const Scene& scene, const SimulationOptions& options) {
  Context context;
  Simulation simulation(scene, options, context);
  std::string notice;
  int told = 0;
  simulation.setNotice([&](NoticeKind, const std::string& text) {
    notice = text;
    ++told;
  });
  Context short_([&, begin = std::chrono::steady_clock::now()](double) {
    return told == 0 && std::chrono::steady_clock::now() - begin < std::chrono::seconds(2);
  });
  try {
    simulation.advanceTo(0.01, short_);
  } catch (const Cancelled&) {
  }
  EXPECT_LE(told, 1);
  return notice;
}

TEST(Simulation, TellsAtOnceWhyAFrameTakesMillionsOfSteps) {
  const auto holds = [](const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  EXPECT_EQ(noticeOf(fallingGrains(2), {}), "");
  const std::string given = noticeOf(fallingGrains(2), {.timeStep = 1e-9});
  holds(given, " s on steps are 1e-09 s long, so that a frame takes 1e+07 of them: this time step is asked");
  holds(given, "longer time step");
  Scene fast = fallingGrains(2);
  fast.bodies.velocity[2] = Vec3(0, 0, -1e7);
  const std::string speed = noticeOf(fast, {});
  holds(speed, "the speed of body 1 sets it");
  holds(speed, "widen the halo");
  Scene stiff = fallingGrains(2);
  stiff.startsAtRest = false;
  stiff.materials[0].young = 1e20;
  stiff.bodies.position[2] = stiff.bodies.position[1];
  const std::string stiffness = noticeOf(stiff, {});
  holds(stiffness, "the stiffness of contacts of body");
  holds(stiffness, "softer material");
}

// Within the halos the gap at the start is the reach of the law, in which it must carry the weight.
TEST(Simulation, TellsAtOnceThatBodiesAreTooCloseForBarrier) {
  Scene scene;
  scene.shapes = {box("floor", {1, 1, 0.1}), box("block", {0.1, 0.1, 0.1})};
  scene.materials = {{.name = "stone"}};
  scene.bodies.add({.id = 1, .shape = 0, .position = {0, 0, -0.05}, .motion = Motion::Fixed});
  SimulationOptions options;
  options.contacts.law = ContactLawKind::Barrier;
  for (const double gap : {1e-4, 1e-10}) {
    Scene placed = scene;
    placed.bodies.add({.id = 7, .shape = 1, .position = {0, 0, 0.05 + gap}, .mass = 2});
    options.initialOverlaps = OverlapRule::Separate;
    EXPECT_EQ(noticeOf(placed, options), "") << gap;
    options.initialOverlaps = OverlapRule::Keep;
    const std::string notice = noticeOf(placed, options);
    EXPECT_EQ(notice.find("body 7 is so close to another one that Barrier") != std::string::npos, gap < 1e-9)
        << notice;
    EXPECT_EQ(notice.empty(), gap > 1e-9) << notice;
  }
}

TEST(Simulation, TellsWhyItRefusesTinySteps) {
  Context context;
  Simulation simulation(fallingGrains(1), {.timeStep = 1e-30}, context);
  const std::string error = messageOf([&] { simulation.advanceTo(0.01, context); });
  EXPECT_NE(error.find(
                "From 0 s on to 0.01 s it takes 1e+28 steps of 1e-30 s (this time step is asked for). Give a "
                "longer time step"),
            std::string::npos)
      << error;
}

TEST(Simulation, RefusesAHaloLargerThanBodies) {
  const std::string error = messageOf([] {
    Context context;
    SimulationOptions options;
    options.contacts.halo = 1e9;
    Simulation(fallingGrains(1), options, context);
  });
  EXPECT_NE(error.find("The halo must be at most "), std::string::npos) << error;
  EXPECT_NE(error.find("(halo 1000000000, body "), std::string::npos) << error;
}

TEST(Simulation, CancelledIsWhereTheLastFrameLeftIt) {
  Context context;
  Simulation simulation(fallingGrains(4), {}, context);
  advance(simulation, 1, 3, 0.05);
  const std::vector<std::byte> before = simulation.save();
  const Loads loads = simulation.loads();
  Context stopping([](double fraction) { return fraction < 0.5; });
  EXPECT_THROW(simulation.advanceTo(0.2, stopping), Cancelled);
  EXPECT_EQ(simulation.save(), before);
  EXPECT_EQ(simulation.loads(), loads);
  advance(simulation, 4, 5, 0.05);
  Context fresh;
  Simulation other(fallingGrains(4), {}, fresh);
  advance(other, 1, 5, 0.05);
  EXPECT_EQ(simulation.save(), other.save());
}

TEST(Simulation, CountsContactsOfBodies) {
  Context context;
  Simulation simulation(fallingGrains(2), {}, context);
  advance(simulation, 1, 20, 0.1);
  const auto counts = contactCounts(simulation);
  EXPECT_EQ(static_cast<std::int64_t>(simulation.contacts().size()), simulation.statistics().contacts);
  EXPECT_GT(counts[0], 0);
  for (const LinearContact* const contact : simulation.contacts()) {
    EXPECT_GE(contact->depth, 0);
    EXPECT_NEAR(contact->normal.norm(), 1, 1e-12);
  }
}

TEST(Simulation, HalvesStepsThatDoNotConverge) {
  SimulationOptions options;
  options.integrator = IntegratorMethod::ImplicitEuler;
  options.implicit.solver = ImplicitSolver::Picard;
  options.implicit.maximumIterations = 30;
  options.timeStep = 0.02;
  options.moveLimit = 0;
  Context context;
  Simulation simulation(fallingGrains(1), options, context);
  std::int64_t nonConverged = 0, shorter = 0;
  for (int frame = 1; frame <= 10; ++frame) {
    const FrameStatistics& statistics = simulation.advanceTo(frame * 0.04, context);
    nonConverged += statistics.nonConverged;
    shorter += statistics.subSteps;
  }
  EXPECT_GT(nonConverged, 0);
  EXPECT_GT(shorter, 0);
  EXPECT_GT(simulation.state().position[1].z(), 0);
}

TEST(Simulation, RefusesBadInput) {
  const auto made = [](const auto& change) {
    return messageOf([&] {
      Scene scene = fallingGrains(1);
      SimulationOptions options;
      change(scene, options);
      Context context;
      Simulation simulation(scene, options, context);
    });
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(made([](Scene&, SimulationOptions&) {}), "");
  EXPECT_NE(made([](Scene&, SimulationOptions& o) { o.timeStep = -1; }).find("time step"), std::string::npos);
  EXPECT_NE(made([&](Scene&, SimulationOptions& o) { o.timeStep = nan; }).find("time step"),
            std::string::npos);
  EXPECT_NE(made([](Scene&, SimulationOptions& o) { o.moveLimit = -1; }).find("move limit"),
            std::string::npos);
  EXPECT_NE(made([](Scene&, SimulationOptions& o) { o.maximumHalvings = 99; }).find("maximum halvings"),
            std::string::npos);
  EXPECT_NE(
      made([&](Scene& s, SimulationOptions&) { s.bodies.velocity[1].x() = nan; }).find("bodies[1].velocity"),
      std::string::npos);
  EXPECT_NE(made([](Scene& s, SimulationOptions&) { s.bodies.mass[1] = 0; }).find("bodies[1].mass"),
            std::string::npos);

  Context context;
  Simulation simulation(fallingGrains(1), {}, context);
  for (const double end : {0.0, -1.0, nan, std::numeric_limits<double>::infinity()})
    EXPECT_NE(messageOf([&] { simulation.advanceTo(end, context); }), "");
}

TEST(Simulation, KnowsItsOwnSnapshots) {
  Context context;
  Simulation simulation(fallingGrains(2), {}, context);
  advance(simulation, 1, 2, 0.05);
  std::vector<std::byte> saved = simulation.save();

  const auto loaded = [&](Scene scene, const SimulationOptions& options, std::span<const std::byte> bytes) {
    Context fresh;
    Simulation other(std::move(scene), options, fresh);
    const std::vector<std::byte> before = other.save();
    const std::string message = messageOf([&] { other.load(bytes); });
    EXPECT_TRUE(message.empty() || other.save() == before);
    return message;
  };
  EXPECT_EQ(loaded(fallingGrains(2), {}, saved), "");
  EXPECT_NE(loaded(fallingGrains(3), {}, saved).find("another scene"), std::string::npos);
  EXPECT_NE(loaded(fallingGrains(2), {.timeStep = 1e-4}, saved).find("other options"), std::string::npos);
  for (std::size_t size = 0; size < saved.size(); size += 37)
    EXPECT_NE(loaded(fallingGrains(2), {}, std::span(saved).first(size)), "") << size;
  saved.push_back({});
  EXPECT_NE(loaded(fallingGrains(2), {}, saved).find("extra bytes"), std::string::npos);
}

// A checksum does not tell whether bytes are what some simulation has saved.
TEST(Simulation, RefusesChangedSnapshotsOrGoesOn) {
  using enum IntegratorMethod;
  for (const IntegratorMethod method : {VelocityVerlet, ImplicitEuler, Gear}) {
    Context context;
    Simulation simulation(fallingGrains(4), optionsOf(method), context);
    advance(simulation, 1, 12, 0.03);
    EXPECT_GT(simulation.statistics().pairs, 0);
    const std::vector<std::byte> saved = simulation.save();
    int refused = 0;
    for (std::size_t at = 16; at + 4 <= saved.size(); at += 4) {  // after the marks
      std::uint32_t word = 0;
      std::memcpy(&word, &saved[at], sizeof word);
      if (word == 0 || word > 1000) continue;  // numbers of features and bodies, and counts, are small
      for (const std::uint32_t other : {0x80000000u, 0xffffffffu, 1000u}) {
        std::vector<std::byte> changed = saved;
        std::memcpy(&changed[at], &other, sizeof other);
        Simulation resumed(fallingGrains(4), optionsOf(method), context);
        refused += messageOf([&] { resumed.load(changed); }).empty() ? 0 : 1;
      }
    }
    EXPECT_GT(refused, 20);
  }
}

TEST(Simulation, RefusesSnapshotsWithNumbersThatAreNotFinite) {
  Context context;
  Simulation simulation(fallingGrains(4), optionsOf(IntegratorMethod::VelocityVerlet), context);
  advance(simulation, 1, 12, 0.03);
  const std::vector<std::byte> saved = simulation.save();
  constexpr std::size_t time = 16;  // after the marks
  using Limits = std::numeric_limits<double>;
  for (const double bad : {Limits::quiet_NaN(), Limits::infinity(), -1.0}) {
    std::vector<std::byte> changed = saved;
    std::memcpy(&changed[time], &bad, sizeof bad);
    EXPECT_NE(messageOf([&] { simulation.load(changed); }), "") << bad;
  }
  EXPECT_EQ(simulation.save(), saved);
}

}  // namespace
}  // namespace talus::test_simulation
