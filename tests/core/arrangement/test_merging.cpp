// Results with merged triangles, surfaces that were open, and models of users.
#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

#include "arrangement/result/closed_openings.h"
#include "arrangement_checks.h"
#include "base/error.h"
#include "shapes.h"
#include "soundness.h"

namespace talus::test_merging {
namespace {

using soundness::expectSame;
using enum BooleanOperation;

TriangleMesh cube(double edge, const Vec3& at = Vec3::Zero(), int n = 1) {
  return shapes::box(at, at + Vec3::Constant(edge), n);
}

ArrangementBody merged(std::vector<TriangleMesh> surfaces, BooleanOperation operation) {
  Context context;
  return talus::booleanOf(surfaces, {.operation = operation, .mergeCoplanar = true}, {}, context);
}

TEST(CoplanarMerge, ACubeMinusAFarCubeIsTheCube) {
  const TriangleMesh a = cube(1);
  const TriangleMesh left = merged({a, cube(1, {5, 0, 0})}, Difference).mesh;
  EXPECT_EQ(left.triangleCount(), 12u);
  EXPECT_EQ(left.pointCount(), 8u);
  expectSame(left, test::booleanOf({a, cube(1, {5, 0, 0})}, Difference).mesh);
}

TEST(CoplanarMerge, WhatOnlyTouchedLeavesNoTrace) {
  for (const Vec3& at : {Vec3(1, 0.3, 0.2), Vec3(0.25, -1, 0.5), Vec3(1, 0, 0), Vec3(1, 1, 0.5)}) {
    const ArrangementBody left = merged({cube(1), cube(1, at)}, Difference);
    EXPECT_EQ(left.mesh.triangleCount(), 12u) << at.transpose();
    test::expectSound(left, 0);
  }
}

TEST(CoplanarMerge, FlushBoxesBecomeOneBox) {
  for (const double shift : {0.25, 0.5, 1.0}) {
    const ArrangementBody both = merged({cube(1), cube(1, {shift, 0, 0}, 3)}, Union);
    EXPECT_EQ(both.mesh.triangleCount(), 12u);
    EXPECT_EQ(both.mesh.pointCount(), 8u);
    EXPECT_EQ(both.moments.volume, 1 + shift);
    test::expectSound(both, 0);
  }
}

TEST(CoplanarMerge, ABoxWithAHoleThroughItKeepsIts16Corners) {
  const ArrangementBody frame =
      merged({cube(1, Vec3::Zero(), 5), shapes::box({0.25, 0.25, -1}, {0.75, 0.75, 2})}, Difference);
  EXPECT_EQ(frame.mesh.pointCount(), 16u);
  EXPECT_EQ(frame.mesh.triangleCount(), 32u);
  test::expectSound(frame, 0);
}

TEST(CoplanarMerge, CurvedSurfacesKeepTheirPoints) {
  const std::vector<TriangleMesh> spheres{shapes::sphere(3),
                                          shapes::moved(shapes::sphere(3), 1, {0.5, 0.2, 0.1})};
  const ArrangementBody cut = test::booleanOf(spheres, Union);
  expectSame(merged(spheres, Union).mesh, cut.mesh);
}

TEST(CoplanarMerge, ResultsRemainSoundInAnyPosition) {
  for (int step = 0; step < 10; ++step) {
    const Eigen::Matrix3d turn =
        Eigen::AngleAxisd(0.31 * step, Vec3(1, 2, 3).normalized()).toRotationMatrix();
    std::vector<TriangleMesh> bodies{cube(1, Vec3::Zero(), 3), cube(1, {0.5, 0.125, 0.25}, 2)};
    for (TriangleMesh& mesh : bodies) mesh = shapes::turned(mesh, turn);
    for (const BooleanOperation operation : {Union, Intersection, Difference, SymmetricDifference}) {
      const ArrangementBody few = merged(bodies, operation), many = test::booleanOf(bodies, operation);
      test::expectSound(few, 1e-14);
      EXPECT_LE(few.mesh.triangleCount(), many.mesh.triangleCount());
      EXPECT_EQ(few.moments.volume, many.moments.volume);
    }
  }
}

// The opening of a box is flat.
TEST(ClosedOpenings, AnOpenBoxIsABox) {
  Context context;
  const std::vector<TriangleMesh> surfaces{shapes::openBox(2), cube(1, {0.5, 0.5, 0.5})};
  EXPECT_THROW(talus::booleanOf(surfaces, {}, {}, context), Error);
  const ArrangementBody common =
      talus::booleanOf(surfaces, {.operation = Intersection, .closeOpenings = true}, {}, context);
  EXPECT_EQ(common.moments.volume, 0.125);
  test::expectSound(common, 0);
  std::size_t added = 0;
  for (std::size_t t = 0; t < common.cell.size(); ++t) {
    if (common.cell[t] != ClosedOpenings::added) continue;
    ++added;
    EXPECT_EQ(common.surface[t], 0);
    for (const Vec3& corner : common.mesh.corners(t)) EXPECT_EQ(corner.z(), 1);
  }
  EXPECT_GT(added, 0u);
}

TEST(ClosedOpenings, ClosedSurfacesKeepTheirBits) {
  Context context;
  TriangleMesh inward = cube(1);
  std::swap(inward.b, inward.c);
  const ClosedOpenings closed({inward, shapes::openBox()}, context);
  EXPECT_EQ(closed.openSurfaces(), 1);
  expectSame(closed.surfaces()[0], inward);
}

// A prism with n sides around the z axis: volume n/2 r² sin(2π/n) h.
TriangleMesh prism(int n, double radius, double low, double high) {
  TriangleMesh mesh;
  for (const double z : {low, high})
    for (int i = 0; i < n; ++i) {
      const double angle = 2 * std::numbers::pi * i / n;
      mesh.addPoint({radius * std::cos(angle), radius * std::sin(angle), z});
    }
  for (int i = 0; i < n; ++i) {
    const int next = (i + 1) % n;
    mesh.addTriangle(i, next, n + next);
    mesh.addTriangle(i, n + next, n + i);
    if (i == 0 || next == 0) continue;
    mesh.addTriangle(0, next, i);
    mesh.addTriangle(n, n + i, n + next);
  }
  return mesh;
}

// The five models of DAGMC's overlap checks (svalinn/DAGMC#641).
TEST(Boolean, ModelsOfOverlapChecks) {
  const TriangleMesh sphere = shapes::sphere(4), half = shapes::box({0, -2, -2}, {2, 2, 2}),
                     rest = shapes::box({-2, -2, -2}, {0, 2, 2});
  const double whole = test::volumeOf({sphere}, Union);
  EXPECT_NEAR(test::volumeOf({sphere, half}, Intersection) + test::volumeOf({sphere, rest}, Intersection),
              whole, 1e-14 * whole);
  EXPECT_NEAR(test::volumeOf({sphere, half}, Union), 32 + test::volumeOf({sphere, rest}, Intersection),
              32e-14);

  for (const int n : {1, 3}) {  // faces that coincide: divided alike, and not
    EXPECT_EQ(test::volumeOf({cube(1), cube(1, {1, 0, 0}, n)}, Intersection), 0);
    EXPECT_EQ(test::volumeOf({cube(1), cube(1, {1, 0, 0}, n)}, Union), 2);
  }
  const double cylinder = 24.0 / 2 * 0.0625 * std::sin(2 * std::numbers::pi / 24) * 0.5;
  const std::vector<TriangleMesh> enclosed{prism(24, 0.25, -0.25, 0.25), cube(2, Vec3::Constant(-1))};
  EXPECT_NEAR(test::volumeOf(enclosed, Intersection), cylinder, 1e-15);
  EXPECT_EQ(test::volumeOf(enclosed, Union), 8);
  EXPECT_EQ(test::volumeOf(enclosed, Difference), 0);

  const double deep = 1 - 1e-6;
  const ArrangementBody thin = test::booleanOf({cube(1), cube(1, {deep, 0, 0})}, Intersection);
  EXPECT_EQ(thin.moments.volume, 1 - deep);
  test::expectSound(thin, 1e-20);
}

}  // namespace
}  // namespace talus::test_merging
