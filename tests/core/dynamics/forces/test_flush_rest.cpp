// Random stacks, corners and holes of cuboids that lie flush or fit: they come to rest, and gain no energy.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "dynamics/law/restitution.h"
#include "dynamics/run/simulation.h"
#include "dynamics_scenes.h"
#include "sample_size.h"
#include "shapes/container.h"
#include "shapes/random.h"

namespace talus::test_flush_rest {
namespace {

using dynamics::cuboid;

constexpr double rest = 1e-6;  // m/s

double between(double low, double high, const KeyedRandom& random) {
  return low + (high - low) * random.value();
}

Quaternion anyTurn(const KeyedRandom& random) {
  return rotationBy(std::numbers::pi * Vec3(random[0].between(), random[1].between(), random[2].between()));
}

// Half of all gaps are 0: there bodies lie flush.
double anyGap(const KeyedRandom& random) {
  return random[0].value() < 0.5 ? 0 : between(0, 2e-4, random[1]);
}

BodyShape openBox(double width, double height) {
  Context context;
  ContainerOptions options;
  options.placement.size = width;
  options.thickness = 0.3;
  options.height = height / width;
  const TriangleMesh mesh = makeContainer(options, context);
  return makeBodyShape("hollow", mesh, context);
}

void addFixed(Scene& scene, const BodyShape& shape, const Vec3& position) {
  scene.bodies.add({.id = 1000 + static_cast<std::int64_t>(scene.shapes.size()),
                    .shape = static_cast<Index>(scene.shapes.size()),
                    .position = position,
                    .motion = Motion::Fixed});
  scene.shapes.push_back(shape);
}

void addCuboid(Scene& scene, const Vec3& edges, const Vec3& position) {
  scene.bodies.add({.id = static_cast<std::int64_t>(scene.shapes.size()),
                    .shape = static_cast<Index>(scene.shapes.size()),
                    .position = position,
                    .mass = 1000 * edges.prod()});
  scene.shapes.push_back(cuboid(edges, "cuboid" + std::to_string(scene.shapes.size())));
}

// Up to six cuboids above each other, each smaller than that below: none topples.
void addStack(Scene& scene, const KeyedRandom& random) {
  addFixed(scene, cuboid({2, 2, 0.2}), {0, 0, -0.1});
  const int count = 1 + static_cast<int>(6 * random[0].value());
  double width = 0.3, height = 0;
  for (int n = 0; n < count; ++n) {
    const KeyedRandom own = random[1][n];
    const double thickness = between(0.1, 0.2, own[0]);
    const bool flush = own[1].value() < 0.5;
    if (!flush) width *= between(0.8, 1, own[2]);
    height += anyGap(own[3]);
    const Vec3 shift = flush ? Vec3(0, 0, 0) : 0.03 * Vec3(own[4].between(), own[5].between(), 0);
    addCuboid(scene, {width, width, thickness}, shift + Vec3(0, 0, height + thickness / 2));
    height += thickness;
  }
}

// A cuboid in the corner of a box that is one mesh, pulled into it.
void addCorner(Scene& scene, const KeyedRandom& random) {
  constexpr double width = 1;
  const BodyShape hollow = openBox(width, 0.8);
  addFixed(scene, hollow, hollow.offset);
  const Vec3 edges(between(0.2, 0.4, random[0]), between(0.2, 0.4, random[1]), between(0.2, 0.4, random[2]));
  const Vec3 gap(anyGap(random[3]), anyGap(random[4]), anyGap(random[5]));
  const Vec3 low =
      Vec3(-width / 2, -width / 2, hollow.mesh.bounds().min().z() + hollow.offset.z() + 0.3 * width);
  addCuboid(scene, edges, low + gap + edges / 2);
  scene.gravity = 9.81 * Vec3(-between(0, 0.5, random[6]), -between(0, 0.5, random[7]), -1).normalized();
}

// A cuboid that fits a hole, or has some play.
void addPeg(Scene& scene, const KeyedRandom& random, bool fits) {
  const double width = between(0.1, 0.3, random[0]);
  const double play = fits ? 4 * anyGap(random[1]) : between(1e-4, 1e-3, random[1]);
  const BodyShape hollow = openBox(width, 1.5 * width);
  addFixed(scene, hollow, hollow.offset);
  const double floor = hollow.mesh.bounds().min().z() + hollow.offset.z() + 0.3 * width;
  addCuboid(scene, {width - play, width - play, width}, {0, 0, floor + anyGap(random[2]) + width / 2});
}

// All of it turned anyhow, so that what lies flush does so up to rounding.
void turn(Scene& scene, const Quaternion& by) {
  scene.gravity = by.rotate(scene.gravity);
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    scene.bodies.position[i] = by.rotate(scene.bodies.position[i]);
    scene.bodies.orientation[i] = by * scene.bodies.orientation[i];
  }
}

Scene anyScene(int number, bool fits) {
  const KeyedRandom random(static_cast<std::uint64_t>(7000 + number));
  Scene scene;
  scene.halo = 0.002;
  scene.materials = {
      {.name = "stone",
       .young = std::pow(10, between(6.5, 7.5, random[0])),
       .contact = {.restitution = between(0, 0.9, random[1]), .friction = between(0.2, 0.8, random[2])}}};
  if (number % 3 == 0) addStack(scene, random[3]);
  if (number % 3 == 1) addCorner(scene, random[3]);
  if (number % 3 == 2) addPeg(scene, random[3], fits);
  if (random[4].value() < 0.7) turn(scene, anyTurn(random[5]).normalised());
  return scene;
}

struct Course {
  double gained = 0, fallen = 0;  // within 3 s, J
  double size = 0;                // of the energies, for rounding, J
  double speed = 0;               // at the end, m/s
};

// How long a stack may sway, s. Dashpots damp motions in proportion to the square of their frequency: slow
// swaying dies out at a thousandth of the rate of impacts, and in proportion to the damping ratio.
double fadingTime(const Scene& scene) {
  const double ratio = dampingRatioOf(scene.materials[0].contact.restitution);
  return 30 * std::max(1.0, dampingRatioOf(0.5) / ratio);
}

// Ends after 3 s, or where a tall stack still sways, when it has had time for that.
Course courseOf(const Scene& scene, const SimulationOptions& options) {
  constexpr double frame = 0.05;  // s
  constexpr int watched = 60;
  const int most = static_cast<int>(fadingTime(scene) / frame);
  Context context;
  Simulation run(scene, options, context);
  const auto energy = [&] {
    const FrameStatistics& s = run.statistics();
    return s.kineticEnergy + s.potentialEnergy + s.elasticEnergy;
  };
  const double start = run.statistics().potentialEnergy;
  double least = energy();
  Course course{.size = std::abs(start)};
  for (int n = 1; n <= watched || (n <= most && course.speed > rest); ++n) {
    run.advanceTo(frame * n, context);
    course.gained = std::max(course.gained, energy() - least);
    course.fallen = std::max(course.fallen, start - run.statistics().potentialEnergy);
    least = std::min(least, energy());
    course.speed = run.statistics().greatestSpeed;
  }
  return course;
}

void expectRest(int number, const Scene& scene, const SimulationOptions& options, double gain) {
  const Course course = courseOf(scene, options);
  EXPECT_LE(course.gained, gain * course.fallen + 1e-12 * course.size) << number;
  EXPECT_LE(course.speed, rest) << number;
}

void expectRest(const CaseRange& cases, bool fits, const SimulationOptions& options, double gain) {
  for (int number = cases.first; number < cases.end; ++number)
    expectRest(number, anyScene(number, fits), options, gain);
}

TEST(FlushRest, OfStacksCornersAndHoles) {
  expectRest(casesOf(9, 1000), true, {}, 1e-3);
}

// A vertex that is about equally near to two walls is pushed by both: bodies with little damping would
// tremble.
TEST(FlushRest, OfCornersWithLittleDamping) {
  for (const int number : {253, 352, 445}) {
    Scene scene = anyScene(number, true);
    scene.materials[0].contact.restitution = 0.9;
    expectRest(number, scene, {}, 1e-3);
  }
}

// Their dashpots are the strongest: in longer steps velocities change their sign with each step, for ever.
TEST(FlushRest, OfStacksWithoutRebound) {
  const CaseRange cases = casesOf(1, 4);
  for (int i = cases.first; i < std::min(cases.end, 4); ++i) {
    const int number = std::array{330, 264, 192, 24}[static_cast<std::size_t>(i)];
    Scene scene = anyScene(number, true);
    scene.materials[0].contact.restitution = 0;
    expectRest(number, scene, {}, 1e-3);
  }
}

// Barrier has no force between bodies that touch on all sides: holes have some play.
TEST(FlushRest, WithBarrier) {
  SimulationOptions options;
  options.contacts.law = ContactLawKind::Barrier;
  expectRest(casesOf(2, 100), false, options, 1e-3);
}

TEST(FlushRest, InLongSteps) {
  SimulationOptions options;
  options.contacts.law = ContactLawKind::Barrier;
  options.integrator = IntegratorMethod::IncrementalPotential;
  options.timeStep = 0.01;  // s
  expectRest(casesOf(9, 1000), false, options, 1e-6);
}

}  // namespace
}  // namespace talus::test_flush_rest
