// Contact laws against the textbook: impacts, friction, rolling, rows of balls.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "contact_simulation.h"
#include "dynamics/law/restitution.h"
#include "shapes/refined_sphere.h"
#include "shapes/solid.h"

namespace talus::test_contact_laws {
namespace {

using dynamics::cuboid;
using dynamics::Simulation;

constexpr double pi = std::numbers::pi;

BodyShape sphere(int levels, double diameter = 1) {
  Context context;
  return makeBodyShape("sphere", makeSphere({.placement = {.size = diameter}, .levels = levels}, context),
                       context);
}

Material material(double restitution, double friction) {
  return {.name = "stuff", .young = 1e7, .contact = {.restitution = restitution, .friction = friction}};
}

Scene sceneWith(const Material& stuff, std::vector<BodyShape> shapes, const Vec3& gravity = Vec3::Zero()) {
  Scene scene;
  scene.shapes = std::move(shapes);
  scene.materials = {stuff};
  scene.gravity = gravity;
  return scene;
}

void add(Scene& scene, Index shape, const Vec3& position, const Vec3& velocity,
         Motion motion = Motion::Dynamic) {
  const auto& properties = scene.shapes[static_cast<std::size_t>(shape)].properties;
  scene.bodies.add({.id = static_cast<std::int64_t>(scene.bodies.size()),
                    .shape = shape,
                    .position = position,
                    .velocity = velocity,
                    .mass = 2500 * properties.volume,
                    .motion = motion});
}

std::string lawName(const testing::TestParamInfo<ContactLawKind>& info) {
  switch (info.param) {
    case ContactLawKind::HaloArea:
      return "HaloArea";
    case ContactLawKind::HaloSpring:
      return "HaloSpring";
    case ContactLawKind::LinearSpringDashpot:
      return "LinearSpringDashpot";
    case ContactLawKind::Barrier:
      return "Barrier";
    default:
      return "HertzMindlin";
  }
}

TEST(Restitution, InverseOfDampingRatio) {
  for (const double e : {0.01, 0.1, 0.13, 0.14, 0.2, 0.5, 0.9, 0.99})
    EXPECT_NEAR(restitutionOf(dampingRatioOf(e)), e, 1e-9) << e;
  for (const double n : {1.001, 1.5, 2.0})
    for (const double e : {0.05, 0.2, 0.5, 0.9}) EXPECT_NEAR(restitutionOf(dampingRatioOf(e, n), n), e, 1e-5);
  for (const double z : {0.1, 0.5, 0.9}) EXPECT_NEAR(restitutionOf(z, 1 + 1e-6), restitutionOf(z), 1e-4);
  EXPECT_EQ(dampingRatioOf(1), 0);
  EXPECT_EQ(dampingRatioOf(0), dampingRatioOf(leastRestitution));
  EXPECT_NEAR(restitutionOf(1), std::exp(-2.0), 1e-15);
  EXPECT_NEAR(restitutionOf(1 - 1e-9), std::exp(-2.0), 1e-8);
}

class EveryLaw : public testing::TestWithParam<ContactLawKind> {};
class DissipativeLaw : public testing::TestWithParam<ContactLawKind> {};

// Two cubes of different size, face on face, exchange momentum as elastic bodies do.
TEST_P(EveryLaw, HeadOnElasticCollision) {
  Scene scene = sceneWith(material(1, 0), {cuboid({1, 1, 1}, "large"), cuboid({0.5, 0.5, 0.5}, "small")});
  const double v = 0.02, w = -0.03;
  add(scene, 0, Vec3(0, 0, 0), Vec3(v, 0, 0));
  add(scene, 1, Vec3(0.78, 0, 0), Vec3(w, 0, 0));
  const double m = scene.bodies.mass[0], n = scene.bodies.mass[1];
  Simulation run(scene, {.law = GetParam(), .halo = 0.01});
  run.runStably(3, [&] { return run.state.velocity[1].x() > 0 && run.contacts.statistics().points == 0; });
  const double mean = (m * v + n * w) / (m + n);
  EXPECT_NEAR(run.state.velocity[0].x(), 2 * mean - v, 0.01 * std::abs(2 * mean - v));
  EXPECT_NEAR(run.state.velocity[1].x(), 2 * mean - w, 0.01 * std::abs(2 * mean - w));
}

INSTANTIATE_TEST_SUITE_P(Laws, EveryLaw,
                         testing::Values(ContactLawKind::HaloArea, ContactLawKind::HaloSpring,
                                         ContactLawKind::LinearSpringDashpot, ContactLawKind::HertzMindlin,
                                         ContactLawKind::Barrier),
                         lawName);

// A cube falls flat, a sphere on a point.
TEST_P(DissipativeLaw, RestitutionIsAsGiven) {
  for (const double e : {0.2, 0.5, 0.9}) {
    for (const Index shape : {1, 2}) {
      Scene scene =
          sceneWith(material(e, 0.5), {cuboid({4, 4, 1}, "floor"), cuboid({1, 1, 1}, "cube"), sphere(4)});
      add(scene, 0, Vec3(0, 0, -0.5), Vec3::Zero(), Motion::Fixed);
      const double speed = 0.02;
      add(scene, shape, Vec3(0.1, 0.05, 0.5201), Vec3(0, 0, -speed));
      Simulation run(scene, {.law = GetParam(), .halo = 0.01});
      run.stepPart = 0.2;  // a dashpot begins at once: at which part of a step costs a few per cent else
      run.runStably(3,
                    [&] { return run.state.velocity[1].z() > 0 && run.contacts.statistics().points == 0; });
      // On a foundation facets of the sphere join in one after the other: the exponent is known roughly.
      const double part = GetParam() == ContactLawKind::HaloArea && shape == 2 ? 0.04 : 0.01;
      EXPECT_NEAR(run.state.velocity[1].z(), e * speed, part * e * speed) << e << " shape " << shape;
    }
  }
}

// µ above tan θ: it stays. Below: it slides with g (sin θ − µ cos θ).
TEST_P(DissipativeLaw, BlockOnAnIncline) {
  const double angle = 20 * pi / 180, g = 9.81;
  for (const double friction : {0.5, 0.2}) {
    Scene scene = sceneWith(material(0.3, friction), {cuboid({8, 8, 1}, "floor"), cuboid({1, 1, 1}, "cube")},
                            g * Vec3(std::sin(angle), 0, -std::cos(angle)));
    add(scene, 0, Vec3(0, 0, -0.5), Vec3::Zero(), Motion::Fixed);
    add(scene, 1, Vec3(-2, 0, 0.519), Vec3::Zero());
    Simulation run(scene, {.law = GetParam(), .halo = 0.01});
    run.runStably(friction > std::tan(angle) ? 3 : 2);
    const double x = run.state.position[1].x(), t = run.time;
    run.runStably(0.3);
    const double moved = run.state.position[1].x() - x;
    if (friction > std::tan(angle)) {
      EXPECT_LT(run.state.velocity[1].norm(), 1e-7);
      EXPECT_LT(std::abs(moved) / (run.time - t), 1e-8);
    } else {
      const double expected = g * (std::sin(angle) - friction * std::cos(angle)) * run.time;
      EXPECT_NEAR(run.state.velocity[1].x(), expected, 0.01 * expected);
    }
  }
}

// A top whose tip friction holds, in steady precession: A Ω² cos θ − C s Ω + m g l = 0 with the spin s about
// its axis and A about the tip.
TEST_P(DissipativeLaw, SpinningTopPrecesses) {
  constexpr double tilt = 30 * pi / 180, spin = 40, g = 9.81;
  constexpr double halo = 5e-4;  // bodies roll on the middle of the gap: to a tip that spins it is a ball
  Context context;
  const TriangleMesh cone = makeSolid(Solid::Cone, {.height = 0.5}, context);
  Scene scene = sceneWith(material(0.3, 0.8),
                          {cuboid({8, 8, 1}, "floor"), makeBodyShape("top", cone, context)}, Vec3(0, 0, -g));
  scene.materials[0].young = 1e8;
  const double lever = 0.375;  // a cone's centre of mass is at a quarter of its height
  const Vec3 axis(std::sin(tilt), 0, std::cos(tilt));
  add(scene, 0, Vec3(0, 0, -0.5), Vec3::Zero(), Motion::Fixed);
  add(scene, 1, lever * axis + Vec3(0, 0, 2 * halo), Vec3::Zero());
  scene.bodies.orientation[1] = rotationBy((pi + tilt) * Vec3::UnitY());  // the cone's own z leads to its tip
  const BodyInertia inertia(scene);
  const Eigen::Matrix3d own = inertia.tensor(1, Quaternion{});
  const double mass = inertia.mass(1), about = own(2, 2), across = own(0, 0) + mass * lever * lever;
  const double root = std::sqrt(std::pow(about * spin, 2) - 4 * across * mass * g * lever * std::cos(tilt));
  const double precession = (about * spin - root) / (2 * across * std::cos(tilt));
  scene.bodies.angularVelocity[1] = precession * Vec3::UnitZ() + (spin - precession * std::cos(tilt)) * axis;
  scene.bodies.velocity[1] = precession * Vec3::UnitZ().cross(lever * axis);

  double low = 0, high = 2 * halo;  // where the floor carries it, so that it does not begin by bouncing
  for (int i = 0; i < 40; ++i) {
    const double middle = 0.5 * (low + high);
    scene.bodies.position[1] = lever * axis + Vec3(0, 0, middle);
    const Simulation still(scene, {.law = GetParam(), .halo = halo});
    (still.loads.force[1].z() > 0 ? low : high) = middle;
  }
  Simulation run(scene, {.law = GetParam(), .halo = halo});
  run.runStably(0.8);
  const Vec3 now = run.state.orientation[1].rotate(-Vec3::UnitZ());
  EXPECT_NEAR(std::atan2(now.y(), now.x()), precession * run.time, 0.01 * precession * run.time);
  EXPECT_NEAR(std::acos(now.z()), tilt, 0.01 * tilt);
  EXPECT_NEAR(run.spin(1).dot(now), spin, 0.01 * spin);
}

// A sphere that begins by sliding ends rolling with 5/7 of its speed.
TEST_P(DissipativeLaw, SlidingSphereComesToRoll) {
  Scene scene = sceneWith(material(0.5, 0.3), {cuboid({8, 8, 1}, "floor"), sphere(5)}, Vec3(0, 0, -9.81));
  add(scene, 0, Vec3(0, 0, -0.5), Vec3::Zero(), Motion::Fixed);
  // Bodies roll on the middle of the gap. Where points come and go at once it must be small; on a foundation
  // it must be larger than facets are high.
  const bool byArea = GetParam() == ContactLawKind::HaloArea || GetParam() == ContactLawKind::Barrier;
  const double halo = byArea ? 0.01 : 0.002;
  scene.materials[0].young = byArea ? 1e7 : 1e8;
  add(scene, 1, Vec3(-2, 0, 0.5 + 2 * halo), Vec3(1, 0, 0));
  Simulation run(scene, {.law = GetParam(), .halo = halo});
  const double slides = 2.0 / 7 / (0.3 * 9.81);
  run.runStably(slides + 0.3);
  EXPECT_NEAR(run.state.velocity[1].x(), 5.0 / 7, 0.01 * 5 / 7);
  EXPECT_NEAR(run.spin(1).y() * 0.5, 5.0 / 7, 0.015);
}

INSTANTIATE_TEST_SUITE_P(Laws, DissipativeLaw,
                         testing::Values(ContactLawKind::HaloArea, ContactLawKind::LinearSpringDashpot,
                                         ContactLawKind::HertzMindlin, ContactLawKind::Barrier),
                         lawName);

// Newton's cradle: balls a little apart, so that impacts follow each other.
TEST_P(EveryLaw, NewtonsCradle) {
  Scene scene = sceneWith(material(1, 0), {sphere(3)});
  const double speed = 0.02;
  for (int i = 0; i < 5; ++i) add(scene, 0, Vec3(1.03 * i, 0, 0), i == 0 ? Vec3(speed, 0, 0) : Vec3::Zero());
  Simulation run(scene, {.law = GetParam(), .halo = 0.01});
  run.runStably(
      20, [&] { return run.state.velocity[4].x() > 0.5 * speed && run.contacts.statistics().points == 0; });
  EXPECT_NEAR(run.state.velocity[4].x(), speed, 0.01 * speed);
  for (int i = 0; i < 4; ++i) EXPECT_LT(run.state.velocity[static_cast<std::size_t>(i)].norm(), 0.01 * speed);
}

}  // namespace
}  // namespace talus::test_contact_laws
