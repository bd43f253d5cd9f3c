// Prescribed bodies are where their motions say, at any time.
#include "dynamics/field/wall_motions.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "base/error.h"
#include "dynamics/body/body_inertia.h"
#include "dynamics_scenes.h"

namespace talus::test_wall_motions {
namespace {

constexpr double pi = std::numbers::pi;
using Kind = decltype(PrescribedMotion::kind);

// One prescribed cuboid, turned and away from the origin, with these motions.
Scene sceneWith(const std::vector<Kind>& kinds) {
  Scene scene = dynamics::sceneOf(dynamics::cuboid({1, 2, 3}));
  scene.bodies.position[0] = {1, 2, 3};
  scene.bodies.orientation[0] = rotationBy({0.1, 0.2, 0.3});
  scene.bodies.motion[0] = Motion::Prescribed;
  for (const Kind& kind : kinds) scene.motions.push_back({{0}, kind});
  return scene;
}

RigidMotion motionAt(double time, const std::vector<Kind>& kinds) {
  return WallMotions(sceneWith(kinds)).at(0, time);
}

// The same, of one motion that begins and ends.
RigidMotion motionAt(double time, const Kind& kind, double begin, double end) {
  Scene scene = sceneWith({kind});
  scene.motions[0].begin = begin;
  scene.motions[0].end = end;
  return WallMotions(scene).at(0, time);
}

const Kind everyKind[] = {
    RotationMotion{.axis = {0, 0, 1}, .centre = {1, 0, 0}, .angularSpeed = 2},
    VibrationMotion{.direction = {0, 1, 0}, .amplitude = 0.5, .frequency = 0.3, .phase = 0.25},
    TranslationMotion{{1, 2, 3}},
    TranslationTable{{0, 1, 4}, {{0, 0, 0}, {1, 0, 0}, {1, 3, 0}}},
    RotationTable{.axis = {0, 0, 1}, .centre = {1, 0, 0}, .times = {0, 1, 4}, .angles = {0, 2, -1}},
};

void expectSamePlace(const RigidMotion& a, const RigidMotion& b) {
  EXPECT_EQ(a.position, b.position);
  EXPECT_EQ(a.orientation, b.orientation);
}

TEST(WallMotions, TurnADrumAboutItsAxis) {
  const RotationMotion drum{.axis = {0, 0, 5}, .centre = {1, 0, 0}, .angularSpeed = pi / 4};
  const RigidMotion quarter = motionAt(2, {drum});
  EXPECT_LT((quarter.position - Vec3(-1, 0, 3)).norm(), 1e-15);
  EXPECT_LT((quarter.velocity - pi / 4 * Vec3(0, -2, 0)).norm(), 1e-15);
  EXPECT_LT((quarter.angularVelocity - Vec3(0, 0, pi / 4)).norm(), 1e-16);
  const Quaternion expected = rotationBy({0, 0, pi / 2}) * rotationBy({0.1, 0.2, 0.3});
  EXPECT_LT((quarter.orientation.eigen().coeffs() - expected.eigen().coeffs()).norm(), 1e-15);
}

// A million turns later it is back to the accuracy of the angle.
TEST(WallMotions, DoNotDrift) {
  const RigidMotion motion = motionAt(1e6, {RotationMotion{.angularSpeed = 2 * pi}});
  EXPECT_LT((motion.position - Vec3(1, 2, 3)).norm(), 1e-9);
  EXPECT_TRUE(motion.orientation.isUnit());
}

TEST(WallMotions, ShakeAlongAnyDirection) {
  const VibrationMotion shaker{.direction = {0, 3, 4}, .amplitude = 0.5, .frequency = 10, .phase = pi / 6};
  const Vec3 direction(0, 0.6, 0.8);
  EXPECT_LT((motionAt(0, {shaker}).position - (Vec3(1, 2, 3) + 0.25 * direction)).norm(), 1e-15);
  const double angle = 20 * pi * 0.123 + pi / 6;
  const RigidMotion motion = motionAt(0.123, {shaker});
  EXPECT_LT((motion.position - (Vec3(1, 2, 3) + 0.5 * std::sin(angle) * direction)).norm(), 1e-14);
  EXPECT_LT((motion.velocity - 10 * pi * std::cos(angle) * direction).norm(), 1e-12);
  EXPECT_EQ(motion.angularVelocity, Vec3::Zero());
}

TEST(WallMotions, MoveOnAndAddUp) {
  const RigidMotion motion =
      motionAt(3, {TranslationMotion{{1, 0, 0}}, TranslationMotion{{0, 2, 0}},
                   VibrationMotion{.direction = {0, 0, 1}, .amplitude = 2, .frequency = 0.25, .phase = 0}});
  EXPECT_LT((motion.position - Vec3(4, 8, 1)).norm(), 1e-14);
  EXPECT_LT((motion.velocity - Vec3(1, 2, 0)).norm(), 1e-14);
}

// A rotation's centre rides on the translation, whichever is named first.
TEST(WallMotions, CarryACentreWithThem) {
  const RotationMotion drum{.centre = {1, 0, 0}, .angularSpeed = pi / 2};
  const TranslationMotion belt{{10, 0, 0}};
  for (const auto& kinds : {std::vector<Kind>{drum, belt}, std::vector<Kind>{belt, drum}}) {
    const RigidMotion motion = motionAt(1, kinds);
    EXPECT_LT((motion.position - Vec3(9, 0, 3)).norm(), 1e-14);
    EXPECT_LT((motion.velocity - Vec3(10, -pi, 0)).norm(), 1e-14);
  }
}

// A wheel about its own axle on a turntable: the axle turns with the table.
TEST(WallMotions, NestRotations) {
  const RotationMotion wheel{.axis = {1, 0, 0}, .centre = {1, 2, 3}, .angularSpeed = 7};
  const RotationMotion table{.axis = {0, 0, 1}, .angularSpeed = pi / 2};
  const RigidMotion motion = motionAt(1, {wheel, table});
  EXPECT_LT((motion.position - Vec3(-2, 1, 3)).norm(), 1e-14);
  EXPECT_LT((motion.angularVelocity - Vec3(0, 7, pi / 2)).norm(), 1e-14);
}

// Velocities are the derivatives of the places, for everything at once.
TEST(WallMotions, VelocitiesAreDerivatives) {
  const std::vector<Kind> kinds{
      RotationMotion{.axis = {1, 2, 3}, .centre = {0, 1, 0}, .angularSpeed = 2},
      VibrationMotion{.direction = {1, 1, 0}, .amplitude = 0.3, .frequency = 0.5, .phase = 1},
      RotationMotion{.axis = {-1, 0, 1}, .centre = {1, 0, 2}, .angularSpeed = -1.5},
      TranslationMotion{{0.1, 0.2, 0.3}},
      VibrationMotion{.direction = {0, 0, 1}, .amplitude = 0.2, .frequency = 0.7, .phase = 0}};
  const double t = 0.77, h = 1e-5;
  const RigidMotion now = motionAt(t, kinds), before = motionAt(t - h, kinds), after = motionAt(t + h, kinds);
  EXPECT_LT(((after.position - before.position) / (2 * h) - now.velocity).norm(), 1e-8);
  const Quaternion change = after.orientation * before.orientation.conjugate();
  EXPECT_LT((Vec3(change.x, change.y, change.z) / h - now.angularVelocity).norm(), 1e-8);
}

TEST(WallMotions, AreImposedOnPrescribedBodiesOnly) {
  Scene scene = sceneWith({TranslationMotion{{1, 0, 0}}});
  scene.bodies.add({.id = 5, .position = {9, 9, 9}});
  const BodyState before = {scene.bodies.position, scene.bodies.orientation, scene.bodies.velocity,
                            scene.bodies.velocity};
  BodyState state = before;
  const WallMotions walls(scene);
  walls.impose(state, 2);
  EXPECT_EQ(state.position[0], Vec3(3, 2, 3));
  EXPECT_EQ(state.velocity[0], Vec3(1, 0, 0));
  EXPECT_EQ(state.position[1], before.position[1]);
  EXPECT_EQ(walls.at(1, 7).position, Vec3(9, 9, 9));
}

// The drum's angular velocity is what contact laws find for it.
TEST(WallMotions, GiveWallsTheirAngularVelocity) {
  const Scene scene = sceneWith({RotationMotion{.angularSpeed = 3}});
  const BodyInertia inertia(scene);
  BodyState state = inertia.stateOf(scene.bodies);
  WallMotions(scene).impose(state, 0.4);
  EXPECT_EQ(inertia.angularVelocity(0, state), Vec3(0, 0, 3));
}

TEST(WallMotions, TakeBodiesOutAtTheirTime) {
  Scene scene = sceneWith({TranslationMotion{{1, 0, 0}}, Removal{2}, Removal{1.5}});
  scene.bodies.add({.id = 5});
  scene.bodies.add({.id = 6, .motion = Motion::Fixed});
  scene.motions.push_back({{6}, Removal{0}});
  const WallMotions walls(scene);
  EXPECT_FALSE(walls.isRemoved(0, std::nextafter(1.5, 0)));
  EXPECT_TRUE(walls.isRemoved(0, 1.5));
  EXPECT_EQ(walls.removalTime(1), std::numeric_limits<double>::infinity());
  EXPECT_FALSE(walls.isRemoved(1, 1e300));
  EXPECT_TRUE(walls.isRemoved(2, 0));
}

// Until its begin a motion is as at its start, from its end on as at its end, to the bit, and at rest.
TEST(WallMotions, BeginAndEnd) {
  for (const Kind& kind : everyKind) {
    const RigidMotion start = motionAt(0, {kind}), middle = motionAt(1.5, {kind}), end = motionAt(2, {kind});
    for (const double time : {0.0, 1.0, std::nextafter(4.0, 0)}) {
      const RigidMotion motion = motionAt(time, kind, 4, 6);
      expectSamePlace(motion, start);
      EXPECT_EQ(motion.velocity, Vec3::Zero());
      EXPECT_EQ(motion.angularVelocity, Vec3::Zero());
    }
    expectSamePlace(motionAt(5.5, kind, 4, 6), middle);
    EXPECT_EQ(motionAt(5.5, kind, 4, 6).velocity, middle.velocity);
    EXPECT_EQ(motionAt(4, kind, 4, 6).velocity, start.velocity);
    for (const double time : {6.0, 1e9}) {
      const RigidMotion motion = motionAt(time, kind, 4, 6);
      expectSamePlace(motion, end);
      EXPECT_EQ(motion.velocity, Vec3::Zero());
      EXPECT_EQ(motion.angularVelocity, Vec3::Zero());
    }
  }
}

TEST(WallMotions, FollowATableOfDisplacements) {
  const TranslationTable table{{0.5, 1, 3}, {{1, 0, 0}, {2, 0, 0}, {2, 4, -2}}};
  const auto check = [&](double time, const Vec3& displacement, const Vec3& velocity) {
    const RigidMotion motion = motionAt(time, {table});
    EXPECT_LT((motion.position - Vec3(1, 2, 3) - displacement).norm(), 1e-15) << time;
    EXPECT_EQ(motion.velocity, velocity) << time;
  };
  check(0, {1, 0, 0}, {0, 0, 0});
  check(0.25, {1, 0, 0}, {0, 0, 0});
  check(0.5, {1, 0, 0}, {2, 0, 0});
  check(0.75, {1.5, 0, 0}, {2, 0, 0});
  check(1, {2, 0, 0}, {0, 2, -1});
  check(2.5, {2, 3, -1.5}, {0, 2, -1});
  check(3, {2, 4, -2}, {0, 0, 0});
  check(1e9, {2, 4, -2}, {0, 0, 0});
}

// A quarter turn, a rest, and back in half the time.
TEST(WallMotions, FollowATableOfAngles) {
  const RotationTable table{
      .axis = {0, 0, 5}, .centre = {1, 0, 0}, .times = {0, 2, 3, 4}, .angles = {0, pi / 2, pi / 2, 0}};
  const RigidMotion rest = motionAt(2.5, {table});
  EXPECT_LT((rest.position - Vec3(-1, 0, 3)).norm(), 1e-15);
  EXPECT_EQ(rest.angularVelocity, Vec3::Zero());
  EXPECT_EQ(motionAt(1, {table}).angularVelocity, Vec3(0, 0, pi / 4));
  EXPECT_EQ(motionAt(3.5, {table}).angularVelocity, Vec3(0, 0, -pi / 2));
  const RotationMotion steady{.axis = {0, 0, 1}, .centre = {1, 0, 0}, .angularSpeed = pi / 4};
  for (const double time : {0.3, 1.1, 1.9}) {
    const RigidMotion now = motionAt(time, {table}), same = motionAt(time, {steady});
    EXPECT_LT((now.position - same.position).norm(), 1e-15);
    EXPECT_LT((now.velocity - same.velocity).norm(), 1e-15);
  }
  expectSamePlace(motionAt(4, {table}), motionAt(0, {table}));
}

// A rotation, a shake and a table of one body, each in its own time.
TEST(WallMotions, BeginOneAfterTheOther) {
  Scene scene = sceneWith({RotationMotion{.centre = {1, 2, 3}, .angularSpeed = 1},
                           TranslationMotion{{0, 0, 1}}, TranslationTable{{0, 1}, {{0, 0, 0}, {5, 0, 0}}}});
  scene.motions[0].end = 2;
  scene.motions[1].begin = 2;
  scene.motions[1].end = 3;
  scene.motions[2].begin = 3;
  const WallMotions walls(scene);
  EXPECT_EQ(walls.at(0, 1.5).position, Vec3(1, 2, 3));
  EXPECT_EQ(walls.at(0, 1.5).angularVelocity, Vec3(0, 0, 1));
  EXPECT_EQ(walls.at(0, 2.5).position, Vec3(1, 2, 3.5));
  EXPECT_EQ(walls.at(0, 2.5).angularVelocity, Vec3::Zero());
  EXPECT_EQ(walls.at(0, 3.5).position, Vec3(3.5, 2, 4));
  EXPECT_EQ(walls.at(0, 9).position, Vec3(6, 2, 4));
}

TEST(WallMotions, RefuseMotionsThatAreNone) {
  EXPECT_THROW(WallMotions{sceneWith({RotationMotion{.axis = Vec3::Zero()}})}, Error);
}

}  // namespace
}  // namespace talus::test_wall_motions
