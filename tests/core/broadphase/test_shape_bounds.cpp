#include "broadphase/shape_bounds.h"

#include <gtest/gtest.h>

#include <numbers>
#include <random>

#include "base/error.h"
#include "shapes.h"
#include "shapes/convex_grain.h"

namespace talus::test_shape_bounds {
namespace {

TriangleMesh grain(int vertices) {
  Context context;
  return makeConvexGrain({.vertices = vertices, .seed = 3}, context);
}

Pose randomPose(std::mt19937& random, double far, double scale) {
  std::normal_distribution<double> normal;
  const Eigen::Quaterniond q(normal(random), normal(random), normal(random), normal(random));
  const Vec3 position = far * Vec3(normal(random), normal(random), normal(random));
  return {position, q.normalized().toRotationMatrix(), scale};
}

// The corners in extended precision.
using LongVec = Eigen::Matrix<long double, 3, 1>;

LongVec posed(const Vec3& p, const Pose& pose) {
  return pose.position.cast<long double>() +
         static_cast<long double>(pose.scale) * (pose.rotation.cast<long double>() * p.cast<long double>());
}

struct Limits {
  LongVec low = LongVec::Constant(HUGE_VALL), high = LongVec::Constant(-HUGE_VALL);
  Limits(const TriangleMesh& mesh, const Pose& pose) {
    for (std::size_t t = 0; t < mesh.triangleCount(); ++t)
      for (const Vec3& corner : mesh.corners(t)) {
        low = low.cwiseMin(posed(corner, pose));
        high = high.cwiseMax(posed(corner, pose));
      }
  }
  bool within(const Box& box) const {
    return (box.min().cast<long double>().array() <= low.array()).all() &&
           (box.max().cast<long double>().array() >= high.array()).all();
  }
};

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

TEST(ShapeBounds, EllipsoidHoldsTheBody) {
  std::mt19937 random(2);
  for (const TriangleMesh& mesh : {grain(4), grain(40), shapes::unitBox(), shapes::torus(2, 0.5, 24, 12)}) {
    const ShapeBounds bounds(mesh);
    for (int i = 0; i < 200; ++i) {
      const Pose pose = randomPose(random, i % 2 == 0 ? 1 : 1e6, 0.5 + i);
      EXPECT_TRUE(Limits(mesh, pose).within(bounds.ofEllipsoid(pose)));
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
  const Box ball = bounds.ofEllipsoid({.rotation = turned});  // the ellipsoid of a cube is a ball
  EXPECT_TRUE(ball.max().isApprox(Vec3::Constant(std::sqrt(3.0)), 1e-3));
}

TEST(ShapeBounds, KnownEllipsoidIsExact) {
  const Vec3 axes(1, 2, 3);
  const Ellipsoid ellipsoid{Vec3::Zero(), axes.asDiagonal()};
  TriangleMesh mesh = shapes::sphere(4);
  for (std::size_t i = 0; i < mesh.pointCount(); ++i) {
    mesh.x[i] *= axes.x();
    mesh.y[i] *= axes.y();
    mesh.z[i] *= axes.z();
  }
  const ShapeBounds bounds(mesh, ellipsoid);
  std::mt19937 random(4);
  for (int i = 0; i < 50; ++i) {
    const Pose pose = randomPose(random, 1, 1);
    const Vec3 half = (pose.rotation * axes.asDiagonal()).rowwise().norm();
    const Box box = bounds.ofEllipsoid(pose);
    EXPECT_TRUE(box.sizes().isApprox(2 * half, 1e-12));
    EXPECT_LE((box.sizes() - bounds.minMax(pose).sizes()).maxCoeff(), 0.05);  // a fine mesh fills it
  }
}

TEST(ShapeBounds, BadInputIsAnError) {
  EXPECT_THROW(ShapeBounds(TriangleMesh{}), Error);
  EXPECT_THROW(
      ShapeBounds(shapes::make({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}, {{0, 1, 2}, {1, 3, 2}})), Error);
  TriangleMesh broken = shapes::unitBox();
  broken.y[2] = std::nan("");
  EXPECT_THROW(ShapeBounds{broken}, Error);
  const Ellipsoid small{Vec3::Constant(0.5), 0.8 * Eigen::Matrix3d::Identity()};
  EXPECT_THROW(ShapeBounds(shapes::unitBox(), small), Error);
}

}  // namespace
}  // namespace talus::test_shape_bounds
