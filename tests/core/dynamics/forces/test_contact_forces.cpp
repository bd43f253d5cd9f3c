// All contacts of a scene: what they conserve, rest, bad starts, snapshots, bad input.
#include "dynamics/contact_forces/contact_forces.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <numbers>
#include <numeric>

#include "base/error.h"
#include "base/parallel.h"
#include "contact_simulation.h"
#include "shapes/bumped_sphere.h"
#include "shapes/container.h"
#include "shapes/convex_grain.h"
#include "shapes/random.h"
#include "shapes/solid.h"

namespace talus::test_contact_forces {
namespace {

using dynamics::cuboid;
using dynamics::Simulation;

BodyShape grain(std::uint64_t seed) {
  Context context;
  ConvexGrainOptions options;
  options.vertices = 20;
  options.seed = seed;
  return makeBodyShape("grain" + std::to_string(seed), makeConvexGrain(options, context), context);
}

Vec3 randomVector(const KeyedRandom& random) {
  return {random[0].between(), random[1].between(), random[2].between()};
}

// Grains close together that fly towards the middle.
Scene swarm(int side, double friction, double rolling = 0) {
  Scene scene;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) scene.shapes.push_back(grain(seed));
  scene.materials = {
      {.name = "stone", .young = 1e6, .contact = {.friction = friction, .rollingResistance = rolling}}};
  scene.gravity.setZero();
  const KeyedRandom random(3);
  for (int n = 0; n < side * side * side; ++n) {
    const Vec3 cell(n % side, n / side % side, n / side / side);
    Body body;
    body.id = n;
    body.shape = n % 4;
    body.position = 0.85 * (cell - Vec3::Constant(0.5 * (side - 1)));
    body.orientation = rotationBy(3 * randomVector(random[n]));
    body.velocity = -0.5 * body.position;
    body.angularVelocity = randomVector(random[n][7]);
    body.mass = 1 + random[n][9].value();
    scene.bodies.add(body);
  }
  return scene;
}

// What only saves time is not in snapshots.
void forgetSearches(Simulation& run) {
  ByteWriter bytes;
  run.contacts.save(bytes);
  ByteReader reader(bytes.bytes());
  run.contacts.load(reader);
}

class ForcesOfEveryLaw : public testing::TestWithParam<ContactLawKind> {};
INSTANTIATE_TEST_SUITE_P(Laws, ForcesOfEveryLaw,
                         testing::Values(ContactLawKind::HaloArea, ContactLawKind::HaloSpring,
                                         ContactLawKind::LinearSpringDashpot, ContactLawKind::HertzMindlin));

// Forces and torques about the origin cancel to rounding.
TEST_P(ForcesOfEveryLaw, InternalForcesAndTorquesCancel) {
  Simulation run(swarm(4, 0.5, 0.05), {.law = GetParam(), .halo = 0.02});
  int loaded = 0;
  for (int i = 0; i < 200; ++i) {
    run.step(1e-3);
    run.evaluate();
    Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
    double forces = 0, torques = 0;
    for (std::size_t b = 0; b < run.state.size(); ++b) {
      force += run.loads.force[b];
      const Vec3 moment = run.loads.torque[b] + run.state.position[b].cross(run.loads.force[b]);
      torque += moment;
      forces += run.loads.force[b].norm();
      torques += moment.norm();
    }
    EXPECT_LE(force.norm(), 1e-14 * forces);
    EXPECT_LE(torque.norm(), 1e-14 * (torques + 3 * forces));
    loaded += run.contacts.statistics().touching > 3 ? 1 : 0;
  }
  EXPECT_GT(loaded, 10);
}

TEST(ContactForces, IsolatedSystemKeepsMomentum) {
  Simulation run(swarm(8, 0.5), {.halo = 0.02});
  const MotionTotals before = motionTotals(run.state, run.inertia);
  double moving = 0, turning = 0;
  for (std::size_t i = 0; i < run.state.size(); ++i) {
    moving += run.inertia.mass(i) * run.state.velocity[i].norm();
    turning += run.state.angularMomentum[i].norm();
  }
  std::int64_t touching = 0;
  for (int i = 0; i < 200; ++i) {
    run.step(run.stableStep());
    touching += run.contacts.statistics().touching;
  }
  EXPECT_GT(touching, 1000);
  const MotionTotals after = motionTotals(run.state, run.inertia);
  EXPECT_LE((after.momentum - before.momentum).norm(), 1e-10 * moving);
  EXPECT_LE((after.angularMomentum - before.angularMomentum).norm(), 1e-10 * turning);
}

TEST_P(ForcesOfEveryLaw, SameBitsForEveryNumberOfThreads) {
  BodyState states[2];
  for (const int threads : {1, 2}) {
    const ThreadLimit limit(threads);
    Simulation run(swarm(5, 0.5, 0.05), {.law = GetParam(), .halo = 0.02});
    for (int i = 0; i < 40; ++i) run.step(1e-3);
    states[threads - 1] = run.state;
  }
  EXPECT_EQ(states[0], states[1]);
}

// A snapshot goes on as if nothing had been; a foreign one is refused.
TEST_P(ForcesOfEveryLaw, SnapshotsContinueToTheBit) {
  const Scene scene = swarm(3, 0.5, 0.05);
  Simulation run(scene, {.law = GetParam(), .halo = 0.02}), other(scene, {.law = GetParam(), .halo = 0.02});
  for (int i = 0; i < 60; ++i) run.step(1e-3);
  ByteWriter bytes;
  run.contacts.save(bytes);
  run.verlet.save(bytes);
  ByteReader reader(bytes.bytes());
  other.contacts.load(reader);
  other.verlet.load(reader);
  EXPECT_TRUE(reader.atEnd());
  other.state = run.state;
  other.time = run.time;
  for (int i = 0; i < 30; ++i) {
    run.step(1e-3);
    other.step(1e-3);
  }
  EXPECT_EQ(run.state, other.state);
  EXPECT_EQ(run.contacts.pairs().accepted().dissipated().value(),
            other.contacts.pairs().accepted().dissipated().value());

  ByteReader cut(std::span(bytes.bytes()).first(bytes.bytes().size() / 2));
  EXPECT_THROW(other.contacts.load(cut), Error);
  Simulation smaller(swarm(2, 0.5), {.law = GetParam(), .halo = 0.02});
  ByteReader foreign(bytes.bytes());
  EXPECT_THROW(smaller.contacts.load(foreign), Error);
}

TEST(MemoryWalk, FindsPairsInWhateverBlocksTheyLie) {
  const auto blockOf = [](std::initializer_list<BodyPair> pairs) {
    ContactMemory block;
    for (const BodyPair& pair : pairs) block.pairs.emplace_back().bodies = pair;
    return block;
  };
  const MemoryBlocks blocks = {blockOf({{0, 1}, {0, 3}}), blockOf({{1, 2}}),
                               blockOf({{4, 5}, {4, 9}, {6, 7}})};
  const std::vector<BodyPair> asked = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {2, 8}, {4, 9}, {6, 7}, {7, 8}};
  const bool there[] = {true, false, true, true, false, true, true, false};
  for (std::size_t from = 0; from < asked.size(); ++from) {
    MemoryWalk walk(blocks, asked[from]);
    for (std::size_t i = from; i < asked.size(); ++i) {
      const MemoryWalk::Found found = walk.find(asked[i]);
      ASSERT_EQ(found.pair != nullptr, there[i]) << from << " " << i;
      EXPECT_TRUE(found.pair == nullptr || found.pair->bodies == asked[i]);
    }
  }
  EXPECT_EQ(joined(blocks).pairs.size(), 6u);
  const MemoryBlocks none;
  EXPECT_EQ(MemoryWalk(none, {0, 1}).find({0, 1}).pair, nullptr);
}

// A trial changes nothing: the same state gives the same bits until one is accepted.
TEST(ContactForces, TrialsLeaveTheMemoryAlone) {
  Simulation run(swarm(3, 0.5), {.halo = 0.02});
  for (int i = 0; i < 60 || (i < 500 && run.contacts.statistics().touching == 0); ++i) run.step(1e-3);
  ASSERT_GT(run.contacts.statistics().touching, 0);
  run.evaluate();
  const Loads first = run.loads;
  const BodyState at = run.state;
  for (auto& p : run.state.position) p *= 0.99;
  run.evaluate();
  run.state = at;
  run.evaluate();
  EXPECT_EQ(run.loads, first);
}

// Energy that is not there any more was taken by dashpots and friction.
TEST(ContactForces, EnergyIsAccountedFor) {
  Simulation run(swarm(2, 0.4), {.halo = 0.02});
  const double before = run.energy();
  for (int i = 0; i < 2000; ++i) run.step(0.3 * run.stableStep());
  const double lost = before - run.energy();
  EXPECT_GT(lost, 0.05 * before);
  EXPECT_NEAR(run.contacts.pairs().accepted().dissipated().value(), lost, 0.02 * before);
}

// Five cubes of 10 cm on a floor, a little out of line.
TEST(ContactForces, FiveStackedCubesComeToRest) {
  Scene scene;
  scene.shapes = {cuboid({2, 2, 1}, "floor"), cuboid({0.1, 0.1, 0.1}, "cube")};
  scene.materials = {{.name = "stone", .contact = {.restitution = 0.1, .friction = 0.5}}};
  scene.bodies.add({.id = 0, .position = Vec3(0, 0, -0.5), .motion = Motion::Fixed});
  for (int i = 0; i < 5; ++i)
    scene.bodies.add({.id = i + 1,
                      .shape = 1,
                      .position = Vec3(0.003 * (i % 2), 0.002 * i, 0.052 + 0.102 * i),
                      .orientation = rotationBy(Vec3(0, 0, 0.2 * i)),
                      .mass = 2.5});
  Simulation run(scene, {.halo = 0.001});
  run.runStably(8);
  const BodyState before = run.state;
  const double from = run.time;
  run.runStably(0.5);
  for (std::size_t i = 1; i <= 5; ++i) {
    EXPECT_LE(run.state.velocity[i].norm(), 1e-4) << i;
    EXPECT_LE((run.state.position[i] - before.position[i]).norm() / (run.time - from), 1e-6) << i;
  }
  EXPECT_NEAR(run.state.position[5].z(), 0.45, 0.01);
}

// Bodies that begin within each other part, and not fast.
int countParted(const std::function<BodyShape(std::uint64_t)>& shapeOf) {
  int parted = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const KeyedRandom random(seed);
    Scene scene = dynamics::sceneOf(shapeOf(seed));
    scene.shapes.push_back(shapeOf(seed / 3));
    scene.shapes[1].name = "other";
    scene.materials[0].young = 1e6;
    scene.bodies.add({.id = 1,
                      .shape = 1,
                      .position = 0.2 * randomVector(random),
                      .orientation = rotationBy(3 * randomVector(random[5])),
                      .scale = seed % 4 == 0 ? 0.3 : 1});  // some wholly inside, or through a hole
    Simulation run(scene, {.halo = 0.01});
    const PairForces& pairForces = run.contacts.pairs().forces();
    const double cap = pairForces.maximumSeparationSpeed({0, 1}, pairForces.lawOf({0, 1}));
    double fastest = 0;
    for (int i = 0; i < 40000 && (run.contacts.statistics().touching > 0 || i < 10); ++i) {
      run.step(run.stableStep());
      for (const Vec3& v : run.state.velocity) fastest = std::max(fastest, v.norm());
    }
    parted += run.contacts.statistics().touching == 0 ? 1 : 0;
    EXPECT_LE(fastest, cap) << seed;
  }
  return parted;
}

TEST(ContactForces, BadStartsOfConvexBodiesSeparate) {
  Context context;
  const auto shapeOf = [&](std::uint64_t seed) {
    if (seed % 3 == 0) return grain(seed + 1);
    return makeBodyShape("solid", makeSolid(seed % 3 == 1 ? Solid::Cube : Solid::Cylinder, {}, context),
                         context);
  };
  EXPECT_EQ(countParted(shapeOf), 30);
}

TEST(ContactForces, BadStartsOfAnyBodiesSeparate) {
  Context context;
  const auto shapeOf = [&](std::uint64_t seed) {
    if (seed % 3 == 0)
      return makeBodyShape("torus", makeSolid(Solid::Torus, {.segments = 8}, context), context);
    if (seed % 3 == 1) return cuboid({1, 0.2, 0.2}, "bar");
    return makeBodyShape("rock", makeBumpedSphere({.bumpiness = 2, .triangles = 80, .seed = seed}, context),
                         context);
  };
  EXPECT_EQ(countParted(shapeOf), 30);
}

// Grains and a ring that fall into a pipe: lists of near triangles change no bit.
TEST(ContactForces, ListsChangeNoBit) {
  Context context;
  Scene scene = swarm(2, 0.5);
  scene.gravity = {0, 0, -9.81};
  scene.shapes.push_back(makeBodyShape("torus", makeSolid(Solid::Torus, {.segments = 8}, context), context));
  scene.bodies.shape[0] = 4;
  scene.shapes.push_back(makeBodyShape(
      "pipe",
      makeContainer({.kind = Container::Funnel, .height = 1.2, .opening = 0.2, .segments = 12}, context),
      context));
  Body pipe;
  pipe.id = 100;
  pipe.shape = 5;
  pipe.scale = 3;
  pipe.motion = Motion::Fixed;
  pipe.position = {0, 0, -1};
  scene.bodies.add(pipe);

  const auto after = [&](ContactLawKind law, double skin) {
    auto run =
        std::make_unique<Simulation>(scene, ContactForceOptions{.law = law, .refinement = {.skin = skin}});
    run->runStably(2.0);
    return run;
  };
  for (const ContactLawKind law : {ContactLawKind::LinearSpringDashpot, ContactLawKind::HaloArea}) {
    SCOPED_TRACE(static_cast<int>(law));
    const auto fromRoots = after(law, 0), byLists = after(law, 0.25);
    EXPECT_GT(byLists->contacts.statistics().touching, 6);
    EXPECT_EQ(byLists->state, fromRoots->state);
  }
}

// Grains meet and part again; each step of one run searches anew, since its memory was loaded.
TEST(ContactForces, KeptSearchesChangeNoBit) {
  const Scene scene = swarm(3, 0.5);
  for (const ContactLawKind law : {ContactLawKind::HaloArea, ContactLawKind::LinearSpringDashpot}) {
    SCOPED_TRACE(static_cast<int>(law));
    const ContactForceOptions options{.law = law, .halo = 0.05};
    Simulation kept(scene, options), fresh(scene, options);
    std::int64_t most = 0;
    for (int i = 0; i < 1500; ++i) {
      forgetSearches(fresh);
      for (Simulation* run : {&kept, &fresh}) run->step(run->stableStep());
      most = std::max(most, kept.contacts.statistics().touching);
      ASSERT_EQ(kept.state, fresh.state) << i;
    }
    EXPECT_GT(most, 10);
    EXPECT_LT(kept.contacts.statistics().touching, most);
  }
}

void expectKeptSearchesChangeNoBit(const Scene& scene, const ContactForceOptions& options) {
  Simulation kept(scene, options), fresh(scene, options);
  const auto expectSame = [&](ContactMode mode) {
    forgetSearches(fresh);
    for (Simulation* run : {&kept, &fresh}) {
      run->contacts.setMode(mode);
      run->evaluate();
    }
    EXPECT_GT(kept.contacts.linearised().size(), 3u);
    EXPECT_EQ(kept.loads, fresh.loads);
    EXPECT_EQ(kept.contacts.potentialEnergy(), fresh.contacts.potentialEnergy());
    EXPECT_EQ(kept.contacts.linearised().size(), fresh.contacts.linearised().size());
  };
  for (int step = 0; step < 3; ++step) {
    expectSame(ContactMode::FrictionUpdated);
    expectSame(ContactMode::FrictionLagged);
    for (Simulation* run : {&kept, &fresh})
      for (std::size_t i = 0; i < run->state.size(); i += 2) run->state.position[i].x() += 1e-3;
    expectSame(ContactMode::FrictionLagged);
    expectSame(ContactMode::FrictionUpdated);
    expectSame(ContactMode::FrictionLagged);
    expectSame(ContactMode::FrictionUpdated);
    for (Simulation* run : {&kept, &fresh}) run->contacts.accept(run->state, 0.01 * (step + 1));
  }
}

// An iteration of a long step, the measurement of its friction and the next step search the same places.
TEST(ContactForces, KeptSearchesOfLongStepsChangeNoBit) {
  Scene grains = swarm(2, 0.5);
  for (Vec3& position : grains.bodies.position) position *= 1.3;
  Scene tori = grains;
  Context context;
  tori.shapes.push_back(makeBodyShape("torus", makeSolid(Solid::Torus, {.segments = 12}, context), context));
  for (Index& shape : tori.bodies.shape) shape = static_cast<Index>(tori.shapes.size()) - 1;
  for (const Scene& scene : {grains, tori})
    for (const ContactLawKind law : {ContactLawKind::HaloArea, ContactLawKind::Barrier}) {
      SCOPED_TRACE(static_cast<int>(law));
      expectKeptSearchesChangeNoBit(scene, {.law = law, .halo = 0.2, .startsAtRest = false});
    }
}

TEST(ContactForces, RecordsAreOnlyThoseAskedFor) {
  for (const ContactLawKind law : {ContactLawKind::HaloArea, ContactLawKind::Barrier}) {
    SCOPED_TRACE(static_cast<int>(law));
    Scene scene = swarm(3, 0.5);
    for (Vec3& position : scene.bodies.position) position *= law == ContactLawKind::Barrier ? 1.3 : 1.05;
    const ContactForceOptions options{.law = law, .halo = 0.2};
    Simulation all(scene, options), few(scene, options), none(scene, options);
    few.contacts.explicitContacts().setRecords({.contacts = false});
    none.contacts.explicitContacts().setRecords({.contacts = false, .frequencies = false});
    for (Simulation* run : {&few, &none}) run->evaluate();
    EXPECT_GT(all.contacts.linearised().size(), 10u);
    // Barrier corrects the dashpots of its contacts.
    EXPECT_EQ(few.contacts.linearised().empty(), law != ContactLawKind::Barrier);
    EXPECT_EQ(few.loads, all.loads);
    EXPECT_EQ(none.loads, all.loads);
    EXPECT_EQ(few.stableStep(), all.stableStep());
    EXPECT_EQ(few.contacts.explicitContacts().frequencyPeak().squared,
              all.contacts.explicitContacts().frequencyPeak().squared);
    EXPECT_LT(none.contacts.explicitContacts().frequencyPeak().squared,
              all.contacts.explicitContacts().frequencyPeak().squared);
  }
}

// Held forces of pairs whose bodies rest are those of the evaluation before, to the bit.
TEST(ContactForces, PairsAtRestAreNotSearchedAgain) {
  Scene scene;
  scene.shapes = {cuboid({1, 1, 1})};
  scene.materials = {{.name = "stone", .young = 1e6, .contact = {.friction = 0.5}}};
  for (int n = 0; n < 216; ++n)
    scene.bodies.add({.id = n, .position = 1.005 * Vec3(n % 6, n / 6 % 6, n / 36), .mass = 1});
  const auto compared = [](const Simulation& run) {
    const std::vector<std::int64_t> levels = run.contacts.pairs().searches().comparisons;
    return std::accumulate(levels.begin(), levels.end(), std::int64_t{0});
  };
  for (const ContactLawKind law : {ContactLawKind::Barrier, ContactLawKind::HaloSpring}) {
    SCOPED_TRACE(static_cast<int>(law));
    const ContactForceOptions options{.law = law, .halo = 0.01};
    Simulation kept(scene, options), fresh(scene, options);
    std::int64_t before = 0;
    for (Simulation* run : {&kept, &fresh}) {
      run->contacts.setMode(ContactMode::FrictionUpdated);
      run->evaluate();
      run->contacts.setMode(ContactMode::FrictionLagged);
      before = compared(*run);
      run->evaluate();
      before = compared(*run) - before;
      for (const std::size_t i : {7u, 8u}) run->state.position[i].x() += 1e-4 * static_cast<double>(i);
    }
    const std::int64_t ofKept = compared(kept), ofFresh = compared(fresh);
    kept.evaluate();
    forgetSearches(fresh);
    fresh.evaluate();
    EXPECT_GT(kept.contacts.statistics().touching, 500);
    EXPECT_EQ(kept.loads, fresh.loads);
    EXPECT_EQ(kept.contacts.potentialEnergy(), fresh.contacts.potentialEnergy());
    EXPECT_EQ(kept.contacts.statistics().touching, fresh.contacts.statistics().touching);
    ASSERT_EQ(kept.contacts.linearised().size(), fresh.contacts.linearised().size());
    if (law == ContactLawKind::Barrier) continue;  // its searches are not counted
    EXPECT_GT(before, 0);
    EXPECT_LT(3 * (compared(kept) - ofKept), compared(fresh) - ofFresh);
  }
}

TEST(ContactForces, RefusesBadInput) {
  const Scene scene = swarm(2, 0.5);
  const BodyInertia inertia(scene);
  Context context;
  const auto refused = [&](const Scene& what, const ContactForceOptions& options) {
    EXPECT_THROW(ContactForces(what, inertia, options, context), Error);
  };
  refused(scene, {.halo = -1});
  refused(scene, {.halo = std::numeric_limits<double>::quiet_NaN()});
  refused(scene, {.law = static_cast<ContactLawKind>(9)});
  refused(scene, {.separationSpeed = -2});
  Scene broken = scene;
  broken.materials[0].young = -1;
  refused(broken, {});
  ContactForces contacts(scene, inertia, {}, context);
  BodyState state = inertia.stateOf(scene.bodies);
  Loads loads;
  loads.clear(3);
  EXPECT_THROW(contacts.evaluate(state, 0, loads), Error);
  loads.clear(state.size());
  state.position[1].x() = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(contacts.evaluate(state, 0, loads), Error);
}

// A body that was taken out touches nothing.
TEST(ContactForces, RemovedBodiesAreGone) {
  Scene scene;
  scene.shapes = {cuboid({1, 1, 1})};
  scene.materials = {{.name = "stone"}};
  scene.bodies.add({.id = 7, .motion = Motion::Fixed});
  scene.bodies.add({.id = 8, .position = Vec3(0, 0, 1.01)});
  scene.motions = {{.bodies = {7}, .kind = Removal{0.5}}};
  Simulation run(scene, {.halo = 0.01});
  EXPECT_EQ(run.contacts.statistics().touching, 1);
  run.time = 0.5;
  run.evaluate();
  EXPECT_EQ(run.contacts.statistics().touching, 0);
}

// A grain hangs by cohesion up to the pull that was given: face on face 1 m² wide.
TEST(ContactForces, CohesionHoldsUpToItsPull) {
  for (const double weight : {0.4, 1.1})  // a sudden load is felt twice as heavy
  {
    Scene scene;
    scene.shapes = {cuboid({1, 1, 1})};
    scene.materials = {{.name = "stone", .young = 1e6, .contact = {.restitution = 0.1, .cohesion = 1000}}};
    scene.gravity = Vec3(0, 0, 1000 * weight);
    scene.bodies.add({.id = 0, .motion = Motion::Fixed});
    scene.bodies.add({.id = 1, .position = Vec3(0, 0, 1.018)});  // falls upwards, off the fixed one
    for (const auto law : {ContactLawKind::LinearSpringDashpot}) {
      Simulation run(scene, {.law = law, .halo = 0.01});
      run.runStably(0.2);
      EXPECT_EQ(run.contacts.statistics().touching, weight < 1 ? 1 : 0) << weight;
    }
  }
}

}  // namespace
}  // namespace talus::test_contact_forces
