// Kinetic, potential and elastic energy less the work of walls never grows: whatever the start, the shapes
// and the walls are like.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "dynamics/contact_forces/stiffness_bound.h"
#include "dynamics/run/frame_contents.h"
#include "shapes.h"
#include "shapes/bumped_sphere.h"
#include "shapes/container.h"
#include "shapes/convex_grain.h"
#include "shapes/random.h"
#include "shapes/solid.h"

namespace talus::test_energy {
namespace {

// Bodies that overlap at the start stay so: recovery must not create energy either.
SimulationOptions keepingOverlaps() {
  SimulationOptions options;
  options.initialOverlaps = OverlapRule::Keep;
  return options;
}

BodyShape shapeOf(const std::string& name, const TriangleMesh& mesh) {
  Context context;
  return makeBodyShape(name, mesh, context);
}

BodyShape box(const std::string& name, const Vec3& size) {
  Context context;
  return shapeOf(name, makeSolid(Solid::Cuboid, {.extents = size}, context));
}

Vec3 randomVector(const KeyedRandom& random) {
  return {random[0].between(), random[1].between(), random[2].between()};
}

// What may not grow.
double energyOf(const FrameStatistics& f) {
  return f.kineticEnergy + f.potentialEnergy + f.elasticEnergy - f.wallWork;
}

// How much the energy has grown beyond the least so far, and what that is to be compared with.
struct Growth {
  double most = 0;     // J
  double stored = 0;   // the most elastic energy at any time, J
  double size = 0;     // of the terms of the sum, J
  int recovering = 0;  // times that pairs were seen being parted
  double fastest = 0;  // speed, m/s

  // Velocity Verlet keeps the energy less dt² F²/8m of all bodies, but for the error of the trapezoidal rule,
  // which is no greater where a contact begins. With ω dt ≤ 0.2 each is (ω dt)²/4 of what contacts store.
  // Both once more, as errors of several impacts add up; and rounding.
  double allowed() const { return safeStepPart * safeStepPart * stored + 1e-12 * size; }
};

class Watch {
 public:
  explicit Watch(const FrameStatistics& start) : least_(energyOf(start)) {
    growth.stored = start.elasticEnergy;
  }

  void see(const FrameStatistics& statistics) {
    const double energy = energyOf(statistics);
    growth.size = std::max(growth.size, statistics.kineticEnergy + std::abs(statistics.potentialEnergy));
    growth.stored = std::max(growth.stored, statistics.elasticEnergy);
    growth.most = std::max(growth.most, energy - least_);
    least_ = std::min(least_, energy);
    growth.recovering += statistics.recovering > 0 ? 1 : 0;
    growth.fastest = std::max(growth.fastest, statistics.greatestSpeed);
  }

  Growth growth;

 private:
  double least_;
};

Growth growthOf(const Scene& scene, const SimulationOptions& options, double end, double interval) {
  Context context;
  Simulation simulation(scene, options, context);
  Watch watch(simulation.statistics());
  for (int frame = 1; frame * interval <= end * (1 + 1e-12); ++frame)
    watch.see(simulation.advanceTo(frame * interval, context));
  return watch.growth;
}

// Looks after each step: frames are as short as steps, but where a step becomes shorter at once.
Growth growthByStep(const Scene& scene, const SimulationOptions& options, double end) {
  Context context;
  Simulation simulation(scene, options, context);
  Watch watch(simulation.statistics());
  std::int64_t frames = 0, steps = 0;
  for (double interval = 1e-5; simulation.time() < end; ++frames) {
    const FrameStatistics& statistics = simulation.advanceTo(simulation.time() + interval, context);
    watch.see(statistics);
    steps += statistics.steps;
    interval = statistics.steps == 1 ? 1.05 * interval : interval / 1.2;
  }
  EXPECT_GT(frames, 0.7 * static_cast<double>(steps));
  return watch.growth;
}

// Fifty cubes half a millimetre apart, none touching.
Scene cubesApart() {
  Scene scene;
  scene.shapes = {box("cube", Vec3::Constant(0.1))};
  scene.materials = {{.name = "stone"}};
  scene.gravity.setZero();
  for (int n = 0; n < 50; ++n)
    scene.bodies.add({.id = n, .position = 0.1005 * Vec3(n % 5, n / 5 % 5, n / 25), .mass = 2});
  return scene;
}

class EnergyOfEveryLaw : public testing::TestWithParam<ContactLawKind> {};
INSTANTIATE_TEST_SUITE_P(Laws, EnergyOfEveryLaw,
                         testing::Values(ContactLawKind::HaloArea, ContactLawKind::HaloSpring,
                                         ContactLawKind::LinearSpringDashpot, ContactLawKind::HertzMindlin));

TEST_P(EnergyOfEveryLaw, RestsWhereNoSurfacesMeet) {
  SimulationOptions options = keepingOverlaps();
  options.contacts.law = GetParam();
  Scene scene = cubesApart();
  Context context;
  scene.shapes.push_back(shapeOf("torus", makeSolid(Solid::Torus, {.segments = 8}, context)));
  const double size = scene.shapes[1].mesh.bounds().sizes().z();
  for (int n = 0; n < 3; ++n)  // not convex, 0.3 mm apart
    scene.bodies.add({.id = 100 + n, .shape = 1, .position = {5, 0, n * (size + 3e-4)}, .mass = 2});
  scene.shapes.push_back(shapeOf("ball", shapes::moved(shapes::sphere(4), 0.1, Vec3::Zero())));
  for (int n = 0; n < 2; ++n)  // finely meshed
    scene.bodies.add({.id = 200 + n, .shape = 2, .position = {-5, 0, n * 0.2003}, .mass = 2});
  Simulation simulation(scene, options, context);
  EXPECT_GT(haloOf(simulation), 5e-4);
  EXPECT_EQ(simulation.statistics().elasticEnergy, 0);
  simulation.advanceTo(0.1, context);
  EXPECT_EQ(simulation.statistics().kineticEnergy, 0);
  for (std::size_t i = 0; i < scene.bodies.size(); ++i)
    EXPECT_EQ(simulation.state().position[i], scene.bodies.position[i]);
}

// What lies within the halos presses at once where the scene or the options say that it is pressed already.
TEST(Energy, PressesFromTheStartWhereThatIsSaid) {
  const auto stored = [](bool scene, bool options) {
    Context context;
    Scene cubes = cubesApart();
    cubes.startsAtRest = scene;
    SimulationOptions wanted = keepingOverlaps();
    wanted.contacts.startsAtRest = options;
    return Simulation(cubes, wanted, context).statistics().elasticEnergy;
  };
  EXPECT_EQ(stored(true, true), 0);
  EXPECT_GT(stored(false, true), 0);
  EXPECT_EQ(stored(true, false), stored(false, true));
}

// A finely meshed ball that starts within the halo of the plate on which it rolls: the depth of its one
// contact begins at 0, too.
TEST(Energy, DoesNotGrowAsABallRolls) {
  constexpr double radius = 0.05, speed = 0.3;
  Scene scene;
  scene.shapes = {shapeOf("ball", shapes::moved(shapes::sphere(3), radius, Vec3::Zero())),
                  box("plate", {1, 1, 0.1})};
  scene.materials = {{.name = "stone"}};
  scene.bodies.add({.id = 1,
                    .position = {0, 0, radius + 9e-4},
                    .velocity = {speed, 0, 0},
                    .angularVelocity = {0, speed / radius, 0}});
  scene.bodies.add({.id = 2, .shape = 1, .position = {0, 0, -0.05}, .motion = Motion::Fixed});
  for (const ContactLawKind law :
       {ContactLawKind::HaloArea, ContactLawKind::LinearSpringDashpot, ContactLawKind::HertzMindlin}) {
    SimulationOptions options;
    options.contacts.law = law;
    const Growth growth = growthByStep(scene, options, 0.2);
    EXPECT_GT(growth.stored, 0);
    EXPECT_LE(growth.most, growth.allowed()) << static_cast<int>(law);
  }
}

// A pillar of stones that lie flush begins at rest and is pressed by its weight; it does not burst.
TEST(Energy, FlushStonesStoreNothing) {
  Scene scene;
  scene.shapes = {box("stone", {1, 1, 0.5})};
  scene.materials = {{.name = "stone", .young = 1e9}};
  for (int n = 0; n < 20; ++n)
    scene.bodies.add({.id = n,
                      .position = Vec3(0, 0, 0.5 * n),
                      .mass = 1000,
                      .motion = n == 0 ? Motion::Fixed : Motion::Dynamic});
  const Growth growth = growthByStep(scene, {}, 0.05);
  EXPECT_LT(growth.fastest, 0.2);
  EXPECT_LE(growth.most, growth.allowed());
}

// A lid that is too heavy for the grains below.
Scene lidOnGrains() {
  Context context;
  Scene scene;
  scene.shapes = {shapeOf("grain", makeConvexGrain({.vertices = 20, .seed = 3}, context)),
                  box("lid", {0.3, 0.3, 0.02}), box("wall", {0.4, 0.4, 0.05})};
  scene.materials = {{.name = "stone"}};
  for (int n = 0; n < 18; ++n) {
    const KeyedRandom random(static_cast<std::uint64_t>(n));
    scene.bodies.add({.id = n,
                      .shape = 0,
                      .position = 0.09 * Vec3(n % 3 - 1, n / 3 % 3 - 1, 0.6 + n / 9),
                      .orientation = rotationBy(3 * randomVector(random)),
                      .scale = 0.08,
                      .mass = 0.6});
  }
  scene.bodies.add({.id = 100, .shape = 1, .position = {0, 0, 0.20}, .mass = 5});
  scene.bodies.add({.id = 101, .shape = 2, .position = {0, 0, -0.025}, .motion = Motion::Fixed});
  for (int side = 0; side < 4; ++side) {
    const double angle = 0.5 * 3.14159265358979 * side;
    const Vec3 outward(std::cos(angle), std::sin(angle), 0);
    scene.bodies.add({.id = 102 + side,
                      .shape = 2,
                      .position = 0.18 * outward + Vec3(0, 0, 0.2),
                      .orientation = rotationBy(0.5 * 3.14159265358979 * Vec3::UnitZ().cross(outward)),
                      .motion = Motion::Fixed});
  }
  return scene;
}

TEST(Energy, DoesNotGrowUnderALid) {
  for (const double young : {1e7, 1e5, 1e4}) {
    Scene scene = lidOnGrains();
    scene.materials[0].young = young;
    const Growth growth = growthByStep(scene, {}, 0.3);
    EXPECT_LE(growth.most, growth.allowed()) << young;
  }
}

// Bodies of all kinds anywhere, within each other as well, over a floor that shakes.
Scene anyScene(std::uint64_t seed, bool convex) {
  const KeyedRandom random(seed);
  Context context;
  Scene scene;
  scene.shapes = {box("floor", {4, 4, 1}),
                  shapeOf("grain", makeConvexGrain({.vertices = 15, .seed = seed}, context)),
                  box("bar", {1, 0.25, 0.3})};
  if (!convex) {
    scene.shapes.push_back(shapeOf("torus", makeSolid(Solid::Torus, {.segments = 8}, context)));
    scene.shapes.push_back(
        shapeOf("rock", makeBumpedSphere({.bumpiness = 2, .triangles = 80, .seed = seed}, context)));
  }
  const double young = std::pow(10, 4 + 3 * random[0].value());
  const double restitution = random[1].value(), friction = seed % 3 == 0 ? 0 : random[2].value();
  scene.materials = {
      {.name = "stone", .young = young, .contact = {.restitution = restitution, .friction = friction}}};
  scene.halo = 0.005 + 0.02 * random[3].value();
  scene.bodies.add({.id = 100, .shape = 0, .position = {0, 0, -0.5}, .motion = Motion::Prescribed});
  scene.motions.push_back({{100}, VibrationMotion{Vec3::UnitZ(), 0.05, 3, 0}});
  const auto count = 4 + static_cast<int>(6 * random[4].value());
  const double room = seed % 2 == 0 ? 0.7 : 1.3;
  for (int n = 0; n < count; ++n) {
    const KeyedRandom own = random[100 + n];
    const auto shapes = static_cast<double>(scene.shapes.size() - 1);
    scene.bodies.add({.id = n,
                      .shape = 1 + static_cast<Index>(shapes * own[0].value()),
                      .position = room * randomVector(own[1]) + Vec3(0, 0, room),
                      .orientation = rotationBy(3 * randomVector(own[2])),
                      .scale = n % 4 == 0 ? 0.4 : 1,
                      .velocity = randomVector(own[3]),
                      .angularVelocity = randomVector(own[4]),
                      .mass = 1});
  }
  return scene;
}

class ElasticLaw : public testing::TestWithParam<ContactLawKind> {};
INSTANTIATE_TEST_SUITE_P(Energy, ElasticLaw,
                         testing::Values(ContactLawKind::HaloArea, ContactLawKind::LinearSpringDashpot,
                                         ContactLawKind::HertzMindlin));

TEST_P(ElasticLaw, NeverGrowsInAnyScene) {
  SimulationOptions options = keepingOverlaps();
  options.contacts.law = GetParam();
  const std::uint64_t scenes = GetParam() == ContactLawKind::HaloArea ? 40 : 24;
  int recovering = 0;
  for (std::uint64_t seed = 1; seed <= scenes; ++seed) {
    const Scene scene = anyScene(seed, seed % 4 != 0);
    const Growth growth = growthByStep(scene, options, 0.2);
    EXPECT_LE(growth.most, growth.allowed()) << seed;
    recovering += growth.recovering;
  }
  EXPECT_GT(recovering, 500);  // bodies do overlap
}

// What grows for a moment is the error of the steps: it is of their second order. Of convex bodies whose
// contacts do not jump.
TEST_P(ElasticLaw, GrowsLessInShorterSteps) {
  SimulationOptions options = keepingOverlaps();
  options.contacts.law = GetParam();
  const auto grown = [&](double part) {
    double sum = 0;
    for (const std::uint64_t seed : {5, 6, 11}) {
      Context context;
      const Scene scene = anyScene(seed, true);
      options.timeStep = 0;
      Simulation start(scene, options, context);
      options.timeStep = part * start.advanceTo(1e-3, context).shortestStep;
      const Growth growth = growthOf(scene, options, 0.2, options.timeStep);
      sum += growth.most / growth.stored;
    }
    return sum;
  };
  const double whole = grown(1), quarter = grown(0.25);
  EXPECT_LE(whole, 1e-4);
  EXPECT_LE(quarter, whole / 6);  // a sixteenth, and what friction and impacts take from that
}

// What pairs withhold, and how far they are in being parted, is part of a snapshot.
TEST(Energy, RecoveryGoesOnFromASnapshotToTheBit) {
  for (const std::uint64_t seed : {4, 20}) {
    Context context;
    const Scene scene = anyScene(seed, false);
    Simulation whole(scene, keepingOverlaps(), context), resumed(scene, keepingOverlaps(), context);
    whole.advanceTo(0.02, context);
    EXPECT_GT(whole.statistics().recovering, 0);
    resumed.load(whole.save());
    whole.advanceTo(0.06, context);
    resumed.advanceTo(0.06, context);
    EXPECT_TRUE(whole.save() == resumed.save()) << seed;
  }
}

TEST(Energy, NeverGrowsByImplicitSteps) {
  for (const IntegratorMethod method : {IntegratorMethod::ImplicitEuler, IntegratorMethod::MultiscalePicard})
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
      SimulationOptions options = keepingOverlaps();
      options.integrator = method;
      const Growth growth = growthOf(anyScene(seed, seed % 4 != 0), options, 0.1, 2e-3);
      EXPECT_LE(growth.most, growth.allowed()) << seed;
    }
}

// Twenty grains that fall onto each other and the floor.
Scene heap(double friction) {
  Context context;
  Scene scene;
  scene.shapes = {box("floor", {4, 4, 1})};
  for (std::uint64_t seed = 1; seed <= 4; ++seed)
    scene.shapes.push_back(
        shapeOf("grain" + std::to_string(seed), makeConvexGrain({.vertices = 20, .seed = seed}, context)));
  scene.materials = {{.name = "stone", .young = 1e6, .contact = {.friction = friction}}};
  scene.bodies.add({.id = 100, .shape = 0, .position = {0, 0, -0.5}, .motion = Motion::Fixed});
  for (int n = 0; n < 20; ++n) {
    const KeyedRandom random(static_cast<std::uint64_t>(n));
    scene.bodies.add({.id = n,
                      .shape = 1 + n % 4,
                      .position = 0.12 * Vec3(n % 2 - 0.5 + 0.2 * random[5].between(),
                                              n / 2 % 2 - 0.5 + 0.2 * random[6].between(), 0.6 + n / 4),
                      .orientation = rotationBy(3 * randomVector(random)),
                      .scale = 0.1,
                      .velocity = {0, 0, -0.5},
                      .mass = 1});
  }
  return scene;
}

// What dashpots, friction and rolling resistance take is what is lost.
TEST(Energy, IsAccountedForInAHeap) {
  struct Case {
    ContactLawKind law;
    double friction, rolling = 0;
  };
  using enum ContactLawKind;
  for (const Case& c :
       {Case{HaloArea, 0}, Case{HaloArea, 0.5}, Case{LinearSpringDashpot, 0.5}, Case{HertzMindlin, 0.5},
        Case{Barrier, 0.5}, Case{HaloArea, 0.5, 0.1}, Case{LinearSpringDashpot, 0.5, 0.1},
        Case{HertzMindlin, 0.5, 0.1}, Case{Barrier, 0.5, 0.1}}) {
    SimulationOptions options = keepingOverlaps();
    options.contacts.law = c.law;
    Context context;
    Scene scene = heap(c.friction);
    scene.materials[0].contact.rollingResistance = c.rolling;
    Simulation simulation(scene, options, context);
    const double before = energyOf(simulation.statistics());
    const FrameStatistics& after = simulation.advanceTo(0.5, context);
    EXPECT_GT(after.dissipatedEnergy, 30);
    EXPECT_NEAR(energyOf(after) + after.dissipatedEnergy, before, 0.002 * after.dissipatedEnergy)
        << static_cast<int>(c.law) << " " << c.friction << " " << c.rolling;
  }
}

class DampedLaw : public testing::TestWithParam<ContactLawKind> {};
INSTANTIATE_TEST_SUITE_P(Energy, DampedLaw,
                         testing::Values(ContactLawKind::HaloArea, ContactLawKind::Barrier,
                                         ContactLawKind::LinearSpringDashpot, ContactLawKind::HertzMindlin));

// A body of 10 cm above a floor that rests, or comes up.
Scene impact(const BodyShape& body, double restitution, double friction, const Vec3& velocity,
             const Vec3& ofFloor) {
  Scene scene;
  scene.gravity.setZero();
  scene.shapes = {box("floor", {1, 1, 0.2}), body};
  scene.materials = {
      {.name = "stone", .young = 1e7, .contact = {.restitution = restitution, .friction = friction}}};
  scene.bodies.add({.id = 1, .shape = 0, .position = {0, 0, -0.1}, .motion = Motion::Prescribed});
  scene.bodies.add({.id = 2, .shape = 1, .position = {0, 0, 0.054}, .velocity = velocity, .mass = 2.5});
  scene.motions.push_back({{1}, TranslationMotion{ofFloor}});
  return scene;
}

// By how much the energy with what was dissipated differs from that at the start, at any time during the
// impact, over the greatest of its terms.
double unaccounted(const Scene& scene, ContactLawKind law, double step) {
  SimulationOptions options = keepingOverlaps();
  options.contacts.law = law;
  options.timeStep = step;
  Context context;
  Simulation simulation(scene, options, context);
  const double before = energyOf(simulation.statistics());
  double most = 0, scale = simulation.statistics().kineticEnergy;
  while (simulation.time() < 0.02) {
    const FrameStatistics& f = simulation.advanceTo(simulation.time() + step, context);
    most = std::max(most, std::abs(energyOf(f) + f.dissipatedEnergy - before));
    scale = std::max({scale, f.kineticEnergy, f.wallWork});
  }
  EXPECT_GT(simulation.statistics().dissipatedEnergy, 0.2 * scale);
  return most / scale;
}

// What dashpots and friction have taken is known to the second order of the step at any time, also while
// bodies touch.
TEST_P(DampedLaw, DissipatesWhatIsLost) {
  const BodyShape cube = box("cube", Vec3::Constant(0.1)),
                  ball = shapeOf("ball", shapes::moved(shapes::sphere(3), 0.05, Vec3::Zero()));
  const std::pair<const char*, Scene> impacts[] = {
      {"head-on", impact(cube, 0.5, 0, {0, 0, -1}, Vec3::Zero())},
      {"plastic", impact(cube, 0.1, 0, {0, 0, -1}, Vec3::Zero())},
      {"oblique", impact(ball, 0.5, 0.5, {1, 0, -1}, Vec3::Zero())},
      {"driven", impact(cube, 0.5, 0.5, Vec3::Zero(), {0.3, 0, 1})},
  };
  for (const auto& [name, scene] : impacts) {
    const double whole = unaccounted(scene, GetParam(), 4e-5), half = unaccounted(scene, GetParam(), 2e-5);
    EXPECT_LE(whole, 2e-3) << name;
    EXPECT_LE(half, std::max(0.4 * whole, 2.5e-4)) << name;  // facets and friction that begins leave as much
  }
}

TEST(Energy, ImplicitStepsMakeNoneInAHeap) {
  for (const IntegratorMethod method :
       {IntegratorMethod::ImplicitEuler, IntegratorMethod::MultiscalePicard}) {
    SimulationOptions options = keepingOverlaps();
    options.integrator = method;
    options.timeStep = 1e-3;
    const Growth growth = growthOf(heap(0.5), options, 0.5, 5e-3);
    EXPECT_LE(growth.most, 1e-12 * growth.size);
  }
}

// A half circle of stones that lie flush, those at the ends fixed.
Scene arch(int stones) {
  const double half = 0.5 * std::numbers::pi / stones;
  TriangleMesh mesh = shapes::box({4, -0.5, -half}, {5, 0.5, half});  // radius, depth, angle
  for (std::size_t i = 0; i < mesh.pointCount(); ++i) {
    const double radius = mesh.x[i], angle = mesh.z[i];
    mesh.x[i] = radius * std::cos(angle);
    mesh.z[i] = radius * std::sin(angle);
  }
  Scene scene;
  scene.shapes = {shapeOf("stone", mesh)};
  scene.materials = {{.name = "stone", .young = 1e9}};
  for (int n = 0; n < stones; ++n) {
    const double angle = (2 * n + 1) * half;
    scene.bodies.add({.id = n,
                      .position = scene.shapes[0].offset.x() * Vec3(std::cos(angle), 0, std::sin(angle)),
                      .orientation = rotationBy({0, -angle, 0}),
                      .mass = 2500 * scene.shapes[0].properties.volume,
                      .motion = n == 0 || n == stones - 1 ? Motion::Fixed : Motion::Dynamic});
  }
  return scene;
}

TEST(Energy, DoesNotGrowInArches) {
  for (const int stones : {25, 101}) {
    const Growth growth = growthByStep(arch(stones), {}, 0.02);
    EXPECT_LT(growth.fastest, 0.3) << stones;
    EXPECT_LE(growth.most, growth.allowed()) << stones;
    EXPECT_EQ(growth.recovering, 0);
  }
}

// Rings, each through the next one, that fall from the horizontal.
TEST(Energy, DoesNotGrowInAChain) {
  Context context;
  Scene scene;
  scene.shapes = {shapeOf("ring", makeSolid(Solid::Torus, {.tubeDiameter = 0.2, .segments = 16}, context))};
  scene.materials = {{.name = "stone", .young = 1e6}};
  for (int n = 0; n < 6; ++n)
    scene.bodies.add({.id = n,
                      .position = {0.55 * n, 0, 0},
                      .orientation = rotationBy({0.5 * std::numbers::pi * (n % 2), 0, 0}),
                      .mass = 1,
                      .motion = n == 0 ? Motion::Fixed : Motion::Dynamic});
  const Growth growth = growthByStep(scene, {}, 0.3);
  EXPECT_GT(growth.stored, 1e-3);
  EXPECT_LE(growth.most, growth.allowed());
}

}  // namespace
}  // namespace talus::test_energy
