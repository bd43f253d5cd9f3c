#include <gtest/gtest.h>

#include <limits>

#include "geometry/mesh/point_merge.h"

namespace talus::test_point_merge {
namespace {

TEST(PointMerge, KeepsTheOrderOfFirstAppearance) {
  TriangleMesh soup;
  for (const double x : {3.0, 1.0, 3.0, 2.0, 1.0, 3.0}) soup.addPoint(Vec3(x, 0, 0));
  soup.addTriangle(0, 1, 3);
  soup.addTriangle(2, 4, 5);

  const MergedMesh merged = mergeDuplicatePoints(soup);

  EXPECT_EQ(merged.mesh.x, (std::vector<double>{3, 1, 2}));
  EXPECT_EQ(merged.pointOf, (std::vector<Index>{0, 1, 0, 2, 1, 0}));
  EXPECT_EQ(merged.mesh.triangle(0), (std::array<Index, 3>{0, 1, 2}));
  EXPECT_EQ(merged.mesh.triangle(1), (std::array<Index, 3>{0, 1, 0}));
}

TEST(PointMerge, BothZerosAreEqual) {
  TriangleMesh soup;
  soup.addPoint(Vec3(0.0, -0.0, 1));
  soup.addPoint(Vec3(-0.0, 0.0, 1));
  EXPECT_EQ(mergeDuplicatePoints(soup).mesh.pointCount(), 1u);
}

TEST(PointMerge, TakesTheMemoryOfAMeshWithoutEqualPoints) {
  TriangleMesh mesh;
  for (const double x : {3.0, 1.0, 2.0}) mesh.addPoint(Vec3(x, 0, 0));
  mesh.addTriangle(0, 1, 2);
  const TriangleMesh copy = mesh;
  const double* memory = mesh.x.data();
  const MergedMesh merged = mergeDuplicatePoints(std::move(mesh));
  EXPECT_EQ(merged.mesh.x.data(), memory);
  EXPECT_EQ(merged.pointOf, (std::vector<Index>{0, 1, 2}));
  EXPECT_EQ(mergeDuplicatePoints(copy).mesh.x, copy.x);
  TriangleMesh twice = copy;
  twice.addPoint(Vec3(1, 0, 0));
  EXPECT_EQ(mergeDuplicatePoints(std::move(twice)).mesh.x, copy.x);
}

TEST(PointMerge, HasNoTolerance) {
  TriangleMesh soup;
  soup.addPoint(Vec3(1, 1, 1));
  soup.addPoint(Vec3(1, 1, std::nextafter(1.0, 2.0)));
  EXPECT_EQ(mergeDuplicatePoints(soup).mesh.pointCount(), 2u);
}

TEST(PointMerge, NanEqualsNothing) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  TriangleMesh soup;
  soup.addPoint(Vec3(nan, 0, 0));
  soup.addPoint(Vec3(nan, 0, 0));
  EXPECT_EQ(mergeDuplicatePoints(soup).mesh.pointCount(), 2u);
}

TEST(PointMerge, AcceptsAnEmptyMesh) {
  const MergedMesh merged = mergeDuplicatePoints(TriangleMesh());
  EXPECT_EQ(merged.mesh.pointCount(), 0u);
  EXPECT_TRUE(merged.pointOf.empty());
}

}  // namespace
}  // namespace talus::test_point_merge
