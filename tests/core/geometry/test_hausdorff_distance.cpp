// The point of some triangles that is farthest from a surface.
#include "geometry/distance/hausdorff_distance.h"

#include <gtest/gtest.h>

#include <random>

#include "shapes.h"

namespace talus::test_hausdorff_distance {
namespace {

SurfaceDistance distanceFrom(const TriangleMesh& mesh) {
  return SurfaceDistance(mesh.properTriangles());
}

TriangleMesh triangleOf(const Vec3& a, const Vec3& b, const Vec3& c) {
  TriangleMesh mesh;
  const Index first = mesh.addPoint(a), second = mesh.addPoint(b), third = mesh.addPoint(c);
  mesh.addTriangle(first, second, third);
  return mesh;
}

TEST(HausdorffDistance, IsZeroOnTheSurfaceItself) {
  const TriangleMesh torus = shapes::torus(1.0, 0.4, 40, 20);
  EXPECT_LT(hausdorffDistance(torus, distanceFrom(torus)).distance, 1e-15);
  EXPECT_EQ(hausdorffDistance({}, distanceFrom(torus)).distance, 0);
}

// Corners are near the faces of a slab, the middle is not.
TEST(HausdorffDistance, MayLieWithinATriangle) {
  const SurfaceDistance slab = distanceFrom(shapes::box(Vec3(-10, -10, -1), Vec3(10, 10, 1)));
  const TriangleMesh triangle = triangleOf({-1, 0, -0.9}, {1, 0.5, 0.95}, {0.5, -1, 0.9});
  const HausdorffDistance found = hausdorffDistance(triangle, slab);
  EXPECT_NEAR(found.distance, 1, 1e-3);
  EXPECT_NEAR(found.point.z(), 0, 2e-3);
  EXPECT_NEAR(hausdorffDistance(triangle, slab, 1e-6).distance, 1, 1e-6);
}

// Beyond the surface the farthest point is a corner.
TEST(HausdorffDistance, IsACornerOutsideAConvexSurface) {
  const HausdorffDistance found =
      hausdorffDistance(triangleOf({3, 0, 0}, {5, 0, 0}, {4, 1, 0}),
                        distanceFrom(shapes::box(Vec3(-1, -1, -1), Vec3(1, 1, 1))));
  EXPECT_EQ(found.distance, 4);
  EXPECT_EQ(found.point, Vec3(5, 0, 0));
}

TEST(HausdorffDistance, NoSampleIsFarther) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> coordinate(-1.5, 1.5), part(0, 1);
  const TriangleMesh torus = shapes::torus(1.0, 0.4, 24, 12);
  const SurfaceDistance surface = distanceFrom(torus);
  for (int n = 0; n < 50; ++n) {
    const auto point = [&] { return Vec3(coordinate(random), coordinate(random), coordinate(random)); };
    const Vec3 a = point(), b = point(), c = point();
    const HausdorffDistance found = hausdorffDistance(triangleOf(a, b, c), surface);
    EXPECT_NEAR(surface.nearest(found.point).distance, found.distance, 1e-15);
    for (int k = 0; k < 1000; ++k) {
      double u = part(random), v = part(random);
      if (u + v > 1) u = 1 - u, v = 1 - v;
      EXPECT_LE(surface.nearest(a + u * (b - a) + v * (c - a)).distance, 1.001 * found.distance + 1e-12);
    }
  }
}

}  // namespace
}  // namespace talus::test_hausdorff_distance
