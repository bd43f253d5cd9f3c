#include <gtest/gtest.h>

#include "scene/scene_remarks.h"
#include "shapes.h"

namespace talus::test_scene_remarks {
namespace {

Scene sceneOf(const TriangleMesh& mesh, double scale = 1) {
  Context context;
  Scene scene;
  scene.shapes = {makeBodyShape("clump", mesh, context)};
  scene.materials = {{.name = "stone"}};
  scene.bodies.add({.scale = scale});
  return scene;
}

TriangleMesh shifted(TriangleMesh mesh, double by) {
  for (double& x : mesh.x) x += by;
  return mesh;
}

TEST(SceneRemarks, TellOfShapesWhoseVolumesOverlap) {
  TriangleMesh clump = shapes::sphere(2);
  clump.append(shifted(shapes::sphere(2), 1));
  const std::vector<std::string> remarks = massRemarks(sceneOf(clump));
  ASSERT_EQ(remarks.size(), 1U);
  EXPECT_EQ(remarks[0].find("Masses may be too large: The shape 'clump': 2 of 2 shells intersect"), 0U)
      << remarks[0];
  TriangleMesh apart = shapes::sphere(2);
  apart.append(shifted(shapes::sphere(2), 3));
  EXPECT_TRUE(massRemarks(sceneOf(apart)).empty());
  EXPECT_TRUE(massRemarks(sceneOf(shapes::sphere(2))).empty());
}

// One shell, too: a ring that is bent so that its tube cuts itself.
TEST(SceneRemarks, TellOfAShapeThatCutsItself) {
  const std::vector<std::string> remarks = massRemarks(sceneOf(shapes::torus(1, 1.3, 24, 12)));
  ASSERT_EQ(remarks.size(), 1U);
  EXPECT_NE(remarks[0].find("intersects or touches itself"), std::string::npos) << remarks[0];
}

TEST(SceneRemarks, AskWhetherGrainsOfTenMetresAreMillimetres) {
  Scene scene = sceneOf(shapes::sphere(2), 5);
  EXPECT_EQ(lengthRemark(scene).find("Lengths are in metres: the smallest body that moves has a diameter of"),
            0U);
  scene.gravity = Vec3::Zero();
  EXPECT_EQ(lengthRemark(scene), "");  // asteroids
  EXPECT_EQ(lengthRemark(sceneOf(shapes::sphere(2), 0.01)), "");
  scene = sceneOf(shapes::sphere(2), 500);
  scene.bodies.motion[0] = Motion::Fixed;
  EXPECT_EQ(lengthRemark(scene), "");  // a landscape
}

}  // namespace
}  // namespace talus::test_scene_remarks
