#include "broadphase/support_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <vector>

#include "geometry/mesh/used_points.h"
#include "shapes.h"

namespace talus::test_support_tree {
namespace {

Eigen::Matrix3d randomRotation(std::mt19937& random) {
  std::normal_distribution<double> normal;
  const Eigen::Quaterniond q(normal(random), normal(random), normal(random), normal(random));
  return q.normalized().toRotationMatrix();
}

// Point by point.
Box extentOf(const std::vector<Vec3>& points, const Eigen::Matrix3d& map) {
  Box box;
  for (const Vec3& p : points)
    for (Eigen::Index i = 0; i < 3; ++i) {
      const Vec3 row = map.row(i);
      box.min()[i] = std::min(box.min()[i], row.dot(p));
      box.max()[i] = std::max(box.max()[i], row.dot(p));
    }
  return box;
}

void expectSame(const Box& found, const Box& expected) {
  EXPECT_EQ(found.min(), expected.min());
  EXPECT_EQ(found.max(), expected.max());
}

TEST(SupportTree, GivesTheExtentOfThePoints) {
  std::mt19937 random(1);
  for (const TriangleMesh& mesh :
       {shapes::sphere(4), shapes::torus(2, 0.5, 48, 24), shapes::box(Vec3::Zero(), Vec3::Ones(), 9),
        shapes::moved(shapes::sphere(3), 1e-3, Vec3(1e6, -1e6, 1))}) {
    const std::vector<Vec3> points = usedPoints(mesh);
    const SupportTree tree(points);
    expectSame(tree.extent(Eigen::Matrix3d::Identity()), extentOf(points, Eigen::Matrix3d::Identity()));
    for (int i = 0; i < 100; ++i) {
      const Eigen::Matrix3d map = randomRotation(random);
      expectSame(tree.extent(map), extentOf(points, map));
    }
  }
}

TEST(SupportTree, TakesFewFlatAndEqualPoints) {
  EXPECT_TRUE(SupportTree().extent(Eigen::Matrix3d::Identity()).isEmpty());
  const std::vector<Vec3> equal(100, Vec3(1, 2, 3));
  expectSame(SupportTree(equal).extent(Eigen::Matrix3d::Identity()), Box(equal[0], equal[0]));
  std::vector<Vec3> flat;
  for (int i = 0; i < 1000; ++i) flat.emplace_back(i % 40, i / 40, 0);
  expectSame(SupportTree(flat).extent(Eigen::Matrix3d::Identity()), Box(Vec3::Zero(), Vec3(39, 24, 0)));
}

}  // namespace
}  // namespace talus::test_support_tree
