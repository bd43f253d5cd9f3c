// Free rotation of many bodies at once is that of each.
#include "dynamics/body/rotation_kernel.h"

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <cmath>

#include "dynamics/body/free_rotation.h"
#include "dynamics_scenes.h"

namespace talus::test_rotation_kernel {
namespace {

// Bodies with skew principal axes, turned anyhow, slow and fast.
Scene spinning(std::size_t count) {
  Context context;
  Scene scene = dynamics::sceneOf(makeBodyShape("corner", shapes::tetrahedron(), context), count);
  scene.shapes.push_back(dynamics::cuboid({1, 2, 3}));
  for (std::size_t i = 0; i < count; ++i) {
    const double a = static_cast<double>(i);
    scene.bodies.shape[i] = static_cast<Index>(i % 2);
    scene.bodies.orientation[i] = rotationBy({std::sin(a), std::cos(3 * a), std::sin(5 * a)});
    scene.bodies.angularVelocity[i] = std::exp(3 * std::sin(a)) * Vec3(std::cos(a), 1, std::sin(2 * a));
  }
  return scene;
}

double distance(const Quaternion& a, const Quaternion& b) {
  return (a.eigen().coeffs() - b.eigen().coeffs()).norm();
}

TEST(RotationKernel, TurnsEachBodyAsItWouldTurnAlone) {
  for (const std::size_t count : {1, 7, 8, 9, 50}) {
    const Scene scene = spinning(count);
    const BodyInertia inertia(scene);
    const BodyState before = inertia.stateOf(scene.bodies);
    for (const double dt : {0.01, -0.02, 0.2}) {  // the last turns some by more than 0.8 rad
      BodyState state = before;
      rotateFreely(inertia, state, 0, count, dt);
      EXPECT_EQ(state.angularMomentum, before.angularMomentum);
      for (std::size_t i = 0; i < count; ++i) {
        const Quaternion alone =
            rotateFreely(inertia, i, before.orientation[i], before.angularMomentum[i], dt);
        EXPECT_LE(distance(state.orientation[i], alone), 2e-15) << i << " " << dt;
        EXPECT_LE(std::abs(state.orientation[i].squaredNorm() - 1), 1e-15);
      }
    }
  }
}

TEST(RotationKernel, LeavesWallsAndOthersAsTheyAre) {
  Scene scene = spinning(20);
  scene.bodies.motion[9] = Motion::Fixed;
  const BodyInertia inertia(scene);
  const BodyState before = inertia.stateOf(scene.bodies);
  BodyState state = before;
  rotateFreely(inertia, state, 5, 14, 0.1);
  for (std::size_t i = 0; i < 20; ++i)
    EXPECT_EQ(state.orientation[i] == before.orientation[i], i < 5 || i >= 14 || i == 9) << i;
}

// Bits depend neither on the place of a body among others nor on the instruction set.
TEST(RotationKernel, GivesTheSameBitsEverywhere) {
  const Scene scene = spinning(40);
  const BodyInertia inertia(scene);
  const BodyState before = inertia.stateOf(scene.bodies);
  BodyState whole = before;
  rotateFreely(inertia, whole, 0, 40, 0.1);
  for (const std::size_t first : {1, 3, 6}) {
    BodyState parts = before;
    rotateFreely(inertia, parts, 0, first, 0.1);
    rotateFreely(inertia, parts, first, 40, 0.1);
    EXPECT_EQ(parts, whole);
  }
  int targets = 0;
  for (std::int64_t rest = hwy::SupportedTargets() & HWY_TARGETS; rest != 0; rest &= rest - 1) {
    const std::int64_t target = rest & -rest;
    if (target > HWY_AVX2) continue;  // without fused multiply-add
    hwy::SetSupportedTargetsForTest(target);
    BodyState state = before;
    rotateFreely(inertia, state, 0, 40, 0.1);
    EXPECT_EQ(state, whole) << hwy::TargetName(target);
    ++targets;
  }
  hwy::SetSupportedTargetsForTest(0);
  EXPECT_GE(targets, 1);
}

}  // namespace
}  // namespace talus::test_rotation_kernel
