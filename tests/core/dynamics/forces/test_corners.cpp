// Laws with one force per contact beside several walls: of one body that is not convex, or of convex parts.
#include <gtest/gtest.h>

#include "dynamics/run/simulation.h"
#include "dynamics_scenes.h"
#include "shapes.h"
#include "shapes/container.h"

namespace talus::test_corners {
namespace {

using dynamics::cuboid;

// A tub of 1 m with walls of 10 cm, its inner floor at z = 0.
TriangleMesh tub() {
  std::vector<std::array<double, 3>> points;
  std::vector<std::array<Index, 3>> triangles = {{0, 2, 1}, {0, 3, 2}, {12, 13, 14}, {12, 14, 15}};
  for (const auto& [half, z] : {std::pair{0.6, -0.1}, {0.6, 1.0}, {0.5, 1.0}, {0.5, 0.0}})
    for (const auto& [x, y] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}})
      points.push_back({half * x, half * y, z});
  for (Index ring = 0; ring < 12; ring += 4)
    for (Index k = 0; k < 4; ++k) {
      const Index next = (k + 1) % 4, a = ring + k, b = ring + next, c = a + 4, d = b + 4;
      triangles.push_back({a, b, d});
      triangles.push_back({a, d, c});
    }
  return shapes::make(points, triangles);
}

struct Case {
  ContactLawKind law;
  double young;
};

class Corners : public testing::TestWithParam<Case> {};
INSTANTIATE_TEST_SUITE_P(Laws, Corners,
                         testing::Values(Case{ContactLawKind::HaloArea, 1e6},
                                         Case{ContactLawKind::LinearSpringDashpot, 1e7},
                                         Case{ContactLawKind::LinearSpringDashpot, 1e6},
                                         Case{ContactLawKind::HertzMindlin, 1e7},
                                         Case{ContactLawKind::HertzMindlin, 1e6}));

struct Course {
  double first = 0, most = 0, fastest = 0;
};

Course courseOf(const Scene& scene, ContactLawKind law, double end, int frames) {
  Context context;
  SimulationOptions options;
  options.contacts.law = law;
  Simulation run(scene, options, context);
  const auto energy = [&] {
    const FrameStatistics& s = run.statistics();
    return s.kineticEnergy + s.potentialEnergy + s.elasticEnergy;
  };
  Course course{energy(), energy()};
  for (int n = 1; n <= frames; ++n) {
    run.advanceTo(end * n / frames, context);
    course.most = std::max(course.most, energy());
    course.fastest = std::max(course.fastest, run.statistics().greatestSpeed);
  }
  return course;
}

// A cube of 64 kg slides half a millimetre into a corner.
TEST_P(Corners, GiveNoEnergy) {
  Context context;
  constexpr double gap = 5e-4;
  Scene scene;
  scene.halo = 0.005;
  scene.gravity = 9.81 * Vec3(-0.3, -0.2, -1).normalized();
  scene.shapes = {makeBodyShape("tub", tub(), context), cuboid({0.4, 0.4, 0.4}, "cube")};
  scene.materials = {
      {.name = "m", .young = GetParam().young, .contact = {.restitution = 0.3, .friction = 0.1}}};
  scene.bodies.add({.id = 0, .position = scene.shapes[0].offset, .motion = Motion::Fixed});
  scene.bodies.add({.id = 1, .shape = 1, .position = Vec3(-0.3 + gap, -0.3 + gap, 0.2 + gap), .mass = 64});
  const Course course = courseOf(scene, GetParam().law, 0.3, 30);
  EXPECT_LE(course.most - course.first, 0.01);
  EXPECT_LE(course.fastest, 0.25);
}

// A cuboid of 99 mm tumbles in a hole of 100 mm, without damping.
TEST_P(Corners, OfAHoleGiveNoEnergy) {
  Context context;
  Scene scene;
  scene.gravity.setZero();
  ContainerOptions hole;
  hole.placement.size = 0.1;
  hole.thickness = 0.2;
  hole.height = 3;
  scene.shapes = {makeBodyShape("hole", makeContainer(hole, context), context),
                  cuboid({0.099, 0.099, 0.1}, "peg")};
  scene.materials = {
      {.name = "m", .young = 100 * GetParam().young, .contact = {.restitution = 1, .friction = 0}}};
  scene.bodies.add({.id = 0, .position = scene.shapes[0].offset, .mass = 10});
  scene.bodies.add({.id = 1,
                    .shape = 1,
                    .position = Vec3(0, 0, -0.09),
                    .velocity = Vec3(0.4, 0.3, 1),
                    .angularVelocity = Vec3(0.3, 0.2, 0.5),
                    .mass = 2.5});
  const Course course = courseOf(scene, GetParam().law, 0.05, 20);
  EXPECT_LE(course.most, 1.05 * course.first);
}

}  // namespace
}  // namespace talus::test_corners
