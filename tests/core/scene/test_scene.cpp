// Bodies, contact parameters and bytes of scenes; quaternions.
#include "scene/scene.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "scene/scene_bytes.h"
#include "scene/scene_json.h"
#include "sound_scene.h"

namespace talus::test_scene {
namespace {

using test::soundScene;

TEST(SceneBytes, GiveTheSameSceneToTheBit) {
  Scene scene = soundScene();
  scene.gravity = Vec3(0, -1, 1e-300);
  scene.halo = 0.1;
  scene.startsAtRest = false;
  scene.settledLaw = "Barrier";
  scene.shapes[1].properties = {.density = 3, .volume = 0.1, .centroid = Vec3(1, 2, 3), .warning = "odd"};
  ByteWriter bytes;
  writeWorld(scene, bytes);
  for (const BodyShape& shape : scene.shapes) write(shape, bytes);
  write(scene.bodies, bytes);

  ByteReader reader(bytes.bytes());
  Scene again;
  readWorld(reader, again);
  for (std::size_t i = 0; i < scene.shapes.size(); ++i) again.shapes.push_back(readShape(reader));
  again.bodies = readBodies(reader);
  EXPECT_TRUE(reader.atEnd());
  EXPECT_EQ(sceneText(again), sceneText(scene));
  EXPECT_EQ(again.shapes[1].properties.volume, 0.1);
  EXPECT_EQ(again.shapes[1].properties.centroid, Vec3(1, 2, 3));
  EXPECT_EQ(again.shapes[1].properties.warning, "odd");
}

TEST(ContactBetween, PrefersTheListedPairInEitherOrder) {
  const Scene scene = soundScene();
  EXPECT_EQ(contactBetween(scene, 0, 1).friction, 0.1);
  EXPECT_EQ(contactBetween(scene, 1, 0).friction, 0.1);
}

TEST(ContactBetween, TakesMeansOfBothMaterials) {
  Scene scene = soundScene();
  scene.pairs.clear();
  scene.materials[0].contact = {0.25, 0.09, 0.04, 100, 3};
  scene.materials[1].contact = {1, 0.36, 0.01, 0, 6};
  const ContactParameters both = contactBetween(scene, 0, 1);
  EXPECT_DOUBLE_EQ(both.restitution, 0.5);
  EXPECT_DOUBLE_EQ(both.friction, 0.18);
  EXPECT_DOUBLE_EQ(both.rollingResistance, 0.02);
  EXPECT_EQ(both.cohesion, 0);
  EXPECT_DOUBLE_EQ(both.stiffness, 4);
  EXPECT_EQ(contactBetween(scene, 1, 0), both);
  EXPECT_EQ(contactBetween(scene, 0, 0), scene.materials[0].contact);
  scene.materials[1].contact.stiffness = 0;
  EXPECT_EQ(contactBetween(scene, 0, 1).stiffness, 0);
}

TEST(Bodies, AddSetAndReadRows) {
  const Body body{.id = 5,
                  .shape = 2,
                  .position = {1, 2, 3},
                  .orientation = {0, 1, 0, 0},
                  .scale = 0.5,
                  .velocity = {4, 5, 6},
                  .angularVelocity = {7, 8, 9},
                  .mass = 10,
                  .material = 3,
                  .motion = Motion::Fixed};
  Bodies bodies;
  bodies.add({});
  bodies.add(body);
  ASSERT_EQ(bodies.size(), 2u);
  EXPECT_EQ(bodies[0], Body{});
  EXPECT_EQ(bodies[1], body);
  bodies.set(0, body);
  EXPECT_EQ(bodies[0], body);
  bodies.resize(1);
  EXPECT_EQ(bodies.angularVelocity.size(), 1u);
}

TEST(Quaternion, LiesAsWXYZ) {
  const Quaternion q{1, 2, 3, 4};
  const double* values = &q.w;
  static_assert(sizeof(Quaternion) == 4 * sizeof(double));
  for (int i = 0; i < 4; ++i) EXPECT_EQ(values[i], i + 1);
  EXPECT_EQ(Quaternion::from(q.eigen()), q);
}

TEST(Quaternion, TurnsByTheRightHandRule) {
  const double half = std::numbers::pi / 4;
  const Quaternion quarterAboutZ{std::cos(half), 0, 0, std::sin(half)};
  EXPECT_TRUE((quarterAboutZ.matrix() * Vec3::UnitX()).isApprox(Vec3::UnitY(), 1e-15));
}

TEST(Quaternion, IsNormalisedOnceOnly) {
  for (const double scale : {1e-300, 1e-6, 1.0, 7.0, 1e300}) {
    const Quaternion q = Quaternion{scale, -2 * scale, 3 * scale, 0.5 * scale}.normalised();
    EXPECT_NEAR(q.squaredNorm(), 1, 1e-15);
    EXPECT_NEAR(q.x / q.w, -2, 1e-14);
    EXPECT_EQ(q.normalised(), q);
  }
}

}  // namespace
}  // namespace talus::test_scene
