#include "reference/broadphase/ellipsoid_bounds.h"

#include <gtest/gtest.h>

#include <numbers>
#include <random>

#include "base/error.h"
#include "posed_corners.h"
#include "shapes.h"

namespace talus::test_ellipsoid_bounds {
namespace {

using namespace posed_corners;

TEST(EllipsoidBounds, HoldTheBody) {
  std::mt19937 random(2);
  for (const TriangleMesh& mesh : {grain(4), grain(40), shapes::unitBox(), shapes::torus(2, 0.5, 24, 12)}) {
    const EllipsoidBounds bounds(mesh);
    for (int i = 0; i < 200; ++i) {
      const Pose pose = randomPose(random, i % 2 == 0 ? 1 : 1e6, 0.5 + i);
      EXPECT_TRUE(Limits(mesh, pose).within(bounds.box(pose)));
    }
  }
}

TEST(EllipsoidBounds, OfACubeAreThoseOfABall) {
  const EllipsoidBounds bounds(shapes::box(Vec3::Constant(-1), Vec3::Constant(1), 3));
  const Eigen::Matrix3d turned = Eigen::AngleAxisd(std::numbers::pi / 4, Vec3::UnitZ()).toRotationMatrix();
  EXPECT_TRUE(bounds.box({.rotation = turned}).max().isApprox(Vec3::Constant(std::sqrt(3.0)), 1e-3));
}

TEST(EllipsoidBounds, OfAKnownEllipsoidAreExact) {
  const Vec3 axes(1, 2, 3);
  const Ellipsoid ellipsoid{Vec3::Zero(), axes.asDiagonal()};
  TriangleMesh mesh = shapes::sphere(4);
  for (std::size_t i = 0; i < mesh.pointCount(); ++i) {
    mesh.x[i] *= axes.x();
    mesh.y[i] *= axes.y();
    mesh.z[i] *= axes.z();
  }
  const EllipsoidBounds bounds(mesh, ellipsoid);
  const ShapeBounds tight(mesh);
  std::mt19937 random(4);
  for (int i = 0; i < 50; ++i) {
    const Pose pose = randomPose(random, 1, 1);
    const Vec3 half = (pose.rotation * axes.asDiagonal()).rowwise().norm();
    const Box box = bounds.box(pose);
    EXPECT_TRUE(box.sizes().isApprox(2 * half, 1e-12));
    EXPECT_LE((box.sizes() - tight.minMax(pose).sizes()).maxCoeff(), 0.05);  // a fine mesh fills it
  }
}

TEST(EllipsoidBounds, AnEllipsoidThatDoesNotHoldTheBodyIsAnError) {
  const Ellipsoid small{Vec3::Constant(0.5), 0.8 * Eigen::Matrix3d::Identity()};
  EXPECT_THROW(EllipsoidBounds(shapes::unitBox(), small), Error);
}

}  // namespace
}  // namespace talus::test_ellipsoid_bounds
