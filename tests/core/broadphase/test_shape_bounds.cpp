#include "broadphase/shape_bounds.h"

#include <gtest/gtest.h>

#include <numbers>
#include <random>

#include "base/error.h"
#include "posed_corners.h"
#include "shapes.h"

namespace talus::test_shape_bounds {
namespace {

using namespace posed_corners;

TEST(ShapeBounds, MinMaxIsTightAndHoldsTheBody) {
  std::mt19937 random(1);
  for (const int vertices : {4, 5, 12, 62, 462}) {
    const TriangleMesh mesh = grain(vertices);
    const ShapeBounds bounds(mesh);
    EXPECT_EQ(bounds.corners(), static_cast<std::size_t>(vertices));
    for (const double far : {0.0, 1.0, 1e6})
      for (const double scale : {1e-6, 1.0, 1e6}) {
        const Pose pose = randomPose(random, far, scale);
        const Limits exact(mesh, pose);
        const Box box = bounds.minMax(pose);
        EXPECT_TRUE(exact.within(box));
        const double allowed = 1e-13 * (scale + pose.position.norm());
        EXPECT_LE((exact.low.cast<double>() - box.min()).maxCoeff(), allowed);
        EXPECT_LE((box.max() - exact.high.cast<double>()).maxCoeff(), allowed);
      }
  }
}

TEST(ShapeBounds, TurnedCube) {
  const ShapeBounds bounds(shapes::box(Vec3::Constant(-1), Vec3::Constant(1), 3));
  EXPECT_EQ(bounds.corners(), 8u);
  const Eigen::Matrix3d turned = Eigen::AngleAxisd(std::numbers::pi / 4, Vec3::UnitZ()).toRotationMatrix();
  const Box box = bounds.minMax({Vec3(1, 2, 3), turned, 2});
  const double half = 2 * std::numbers::sqrt2;
  EXPECT_TRUE(box.min().isApprox(Vec3(1 - half, 2 - half, 1), 1e-12));
  EXPECT_TRUE(box.max().isApprox(Vec3(1 + half, 2 + half, 5), 1e-12));
}

TEST(ShapeBounds, BadInputIsAnError) {
  EXPECT_THROW(ShapeBounds(TriangleMesh{}), Error);
  EXPECT_THROW(
      ShapeBounds(shapes::make({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}, {{0, 1, 2}, {1, 3, 2}})), Error);
  TriangleMesh broken = shapes::unitBox();
  broken.y[2] = std::nan("");
  EXPECT_THROW(ShapeBounds{broken}, Error);
}

}  // namespace
}  // namespace talus::test_shape_bounds
