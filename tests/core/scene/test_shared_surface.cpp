// Two bodies touch where their triangles meet, where one holds the other, or where they are too close.
#include "scene/shared_surface.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "geometry/distance/triangle_distance.h"
#include "shapes.h"
#include "shapes/random.h"

namespace talus::test_shared_surface {
namespace {

using Matrix = Eigen::Matrix3d;

Matrix turned(double angle, const Vec3& axis) {
  return Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix();
}

Pose randomPose(const KeyedRandom& random, double spread) {
  const Vec3 p(random[0].between(), random[1].between(), random[2].between());
  const Vec3 axis(random[3].between(), random[4].between(), random[5].between());
  return {spread * p, turned(4 * random[6].value(), axis), 0.5 + random[7].value()};
}

bool bruteForce(const TriangleMesh& a, const Pose& poseA, const TriangleMesh& b, const Pose& poseB,
                double distance) {
  const auto inWorld = [](const TriangleMesh& mesh, std::size_t t, const Pose& pose) {
    const auto [p, q, r] = mesh.corners(t);
    return Corners{pose.toWorld(p), pose.toWorld(q), pose.toWorld(r)};
  };
  for (std::size_t s = 0; s < a.triangleCount(); ++s)
    for (std::size_t t = 0; t < b.triangleCount(); ++t)
      if (trianglesWithin(inWorld(a, s, poseA), inWorld(b, t, poseB), distance)) return true;
  return false;
}

// ---- Segments ----

// The least distance of points spread over both.
double sampledDistance(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& s) {
  double least = 1e300;
  for (int i = 0; i <= 200; ++i)
    for (int j = 0; j <= 200; ++j)
      least = std::min(least, (p + (q - p) * i / 200 - r - (s - r) * j / 200).norm());
  return least;
}

TEST(SegmentDistance, AgreesWithSamples) {
  const KeyedRandom random(2);
  for (int n = 0; n < 100; ++n) {
    Vec3 corner[4];
    for (int i = 0; i < 4; ++i)
      for (int axis = 0; axis < 3; ++axis) corner[i][axis] = random[n][3 * i + axis].between();
    const double distance = std::sqrt(squaredSegmentDistance(corner[0], corner[1], corner[2], corner[3]));
    const double sampled = sampledDistance(corner[0], corner[1], corner[2], corner[3]);
    ASSERT_LE(distance, sampled + 1e-12);
    ASSERT_GT(distance, sampled - 0.02);
  }
}

TEST(SegmentDistance, DegenerateCases) {
  const Vec3 o(0, 0, 0), x(1, 0, 0), y(0, 1, 0), z(0, 0, 1);
  EXPECT_NEAR(squaredSegmentDistance(o, x, y, Vec3(1, 1, 0)), 1, 1e-15) << "parallel";
  EXPECT_NEAR(squaredSegmentDistance(o, x, Vec3(3, 0, 0), Vec3(2, 0, 0)), 1, 1e-15) << "on one line";
  EXPECT_NEAR(squaredSegmentDistance(o, x, Vec3(0.5, 0, 0), Vec3(2, 0, 0)), 0, 1e-15) << "overlapping";
  EXPECT_NEAR(squaredSegmentDistance(o, o, z, z), 1, 1e-15) << "two points";
  EXPECT_NEAR(squaredSegmentDistance(z, z, o, x), 1, 1e-15) << "a point and a segment";
  EXPECT_NEAR(squaredSegmentDistance(Vec3(-1, 0, 0), x, Vec3(0, -1, 2), Vec3(0, 1, 2)), 4, 1e-15)
      << "crossing";
}

TEST(TrianglesWithin, EdgesFacesAndCorners) {
  const Corners flat{Vec3(0, 0, 0), Vec3(2, 0, 0), Vec3(0, 2, 0)};
  const Corners corner{Vec3(0.5, 0.5, 0.3), Vec3(0, 0, 2), Vec3(1, 1, 2)};
  EXPECT_TRUE(trianglesWithin(flat, corner, 0.31));
  EXPECT_FALSE(trianglesWithin(flat, corner, 0.29));
  const Corners edge{Vec3(1, -1, 0.4), Vec3(1, -1, -0.4), Vec3(1, -3, 0)};
  EXPECT_TRUE(trianglesWithin(flat, edge, 1.01));
  EXPECT_FALSE(trianglesWithin(flat, edge, 0.99));
  const Corners touching{Vec3(2, 0, 0), Vec3(4, 0, 1), Vec3(4, 1, 0)};
  EXPECT_TRUE(trianglesWithin(flat, touching, 0));
}

// ---- Bodies ----

TEST(SharedSurface, AgreesWithAllTrianglesAgainstAll) {
  const TriangleMesh a = shapes::torus(1, 0.3, 12, 6),
                     b = shapes::box(Vec3(-0.4, -0.2, -0.6), Vec3(0.4, 0.2, 0.6), 2);
  const SharedSurface surfaceA(a), surfaceB(b);
  int touching = 0, boxInTorus = 0;
  for (const double clearance : {0.0, 0.1})
    for (int i = 0; i < 100; ++i) {
      const Pose poseA = randomPose(KeyedRandom(i)[0], 1.2), poseB = randomPose(KeyedRandom(i)[1], 1.2);
      const bool expected = bruteForce(a, poseA, b, poseB, clearance);
      const bool found = SharedSurface::touch(surfaceA, poseA, surfaceB, poseB, clearance);
      ASSERT_EQ(found, SharedSurface::touch(surfaceB, poseB, surfaceA, poseA, clearance));
      if (found && !expected) ++boxInTorus;
      ASSERT_TRUE(found || !expected) << i;
      touching += expected;
    }
  EXPECT_GT(touching, 40);
  EXPECT_LT(touching, 160);
  EXPECT_EQ(boxInTorus, 0) << "too large to lie within the tube";
}

TEST(SharedSurface, OneWithinTheOtherTouches) {
  const SharedSurface shell(shapes::sphere(2)), cube(shapes::box(Vec3::Constant(-0.1), Vec3::Constant(0.1)));
  const Pose middle;
  EXPECT_TRUE(SharedSurface::touch(shell, middle, cube, middle, 0));
  EXPECT_TRUE(SharedSurface::touch(cube, middle, shell, middle, 0));
  EXPECT_FALSE(SharedSurface::touch(shell, middle, cube, {.position = Vec3(1.2, 0, 0)}, 0));
}

// A body in the hole of a ring does not touch it, but is close.
TEST(SharedSurface, InTheHoleOfATorus) {
  const SharedSurface ring(shapes::torus(1, 0.3, 64, 32)),
      cube(shapes::box(Vec3::Constant(-0.1), Vec3::Constant(0.1)));
  EXPECT_FALSE(SharedSurface::touch(ring, {}, cube, {}, 0.5));
  EXPECT_TRUE(SharedSurface::touch(ring, {}, cube, {}, 0.6));
}

TEST(SharedSurface, CubesSideBySide) {
  const SharedSurface cube(shapes::box(Vec3::Constant(-0.5), Vec3::Constant(0.5)));
  const double gap = 0x1p-30;
  EXPECT_TRUE(SharedSurface::touch(cube, {}, cube, {.position = Vec3(1, 0, 0)}, 0));
  EXPECT_FALSE(SharedSurface::touch(cube, {}, cube, {.position = Vec3(1 + gap, 0, 0)}, 0));
  EXPECT_TRUE(SharedSurface::touch(cube, {}, cube, {.position = Vec3(1 + gap, 0, 0)}, 2 * gap));
  EXPECT_TRUE(SharedSurface::touch(cube, {}, cube, {.position = Vec3(1.5, 0, 0), .scale = 2}, 0));
  const double half = (1 + std::numbers::sqrt2) / 2;  // its edge points at the other's face
  const Matrix eighth = turned(std::numbers::pi / 4, Vec3::UnitZ());
  EXPECT_TRUE(
      SharedSurface::touch(cube, {}, cube, {.position = Vec3(half - 1e-9, 0, 0), .rotation = eighth}, 0));
  EXPECT_FALSE(
      SharedSurface::touch(cube, {}, cube, {.position = Vec3(half + 1e-9, 0, 0), .rotation = eighth}, 0));
}

TEST(SharedSurface, TheSameFarAwayAndAtAnyScale) {
  const TriangleMesh box = shapes::box(Vec3(-0.4, -0.2, -0.6), Vec3(0.4, 0.2, 0.6));
  const SharedSurface plain(box);
  for (const int power : {-60, 20}) {
    const double factor = std::ldexp(1.0, power);
    const SharedSurface scaled(shapes::moved(box, factor, Vec3::Zero()));
    for (int i = 0; i < 60; ++i) {
      Pose a = randomPose(KeyedRandom(i)[2], 0.6), b = randomPose(KeyedRandom(i)[3], 0.6);
      const bool touching = SharedSurface::touch(plain, a, plain, b, 0);
      a.position *= factor;
      b.position *= factor;
      ASSERT_EQ(SharedSurface::touch(scaled, a, scaled, b, 0), touching);
    }
  }
}

TEST(SharedSurface, RadiusAndExtent) {
  TriangleMesh mesh = shapes::box(Vec3(-1, -2, -3), Vec3(1, 2, 3));
  mesh.addPoint(Vec3(100, 0, 0));  // used by no triangle
  const SharedSurface surface(mesh);
  EXPECT_NEAR(surface.radius(), std::sqrt(14.0), 1e-15);
  const Box box = surface.extent(turned(std::numbers::pi / 2, Vec3::UnitX()), 2);
  EXPECT_TRUE(box.max().isApprox(Vec3(2, 6, 4), 1e-14));
}

}  // namespace
}  // namespace talus::test_shared_surface
