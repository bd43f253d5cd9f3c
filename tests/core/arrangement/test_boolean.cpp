#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <random>

#include "arrangement_checks.h"
#include "base/error.h"
#include "base/parallel.h"
#include "message_of.h"
#include "polycube.h"
#include "shapes.h"

namespace talus::test_boolean {
namespace {

using test::booleanOf;
using test::expectSound;
using test::volumeOf;
using enum BooleanOperation;

TriangleMesh cube(double edge, const Vec3& at = Vec3::Zero()) {
  return shapes::box(at, at + Vec3::Constant(edge));
}

TEST(Boolean, CubesThatOverlapHaveTheVolumesOfTheirParts) {
  const TriangleMesh a = cube(10), b = cube(10, {5, 5, 5});
  EXPECT_EQ(volumeOf({a, b}, Intersection), 125);
  EXPECT_EQ(volumeOf({a, b}, Union), 1875);
  EXPECT_EQ(volumeOf({a, b}, Difference), 875);
  EXPECT_EQ(volumeOf({a, b}, SymmetricDifference), 1750);
  for (const BooleanOperation operation : {Union, Intersection, Difference, SymmetricDifference})
    expectSound(booleanOf({a, b}, operation), 1e-12);
}

TEST(Boolean, FlushCubesShareTheirFaces) {
  const TriangleMesh a = cube(10), b = cube(10, {5, 0, 0});
  EXPECT_EQ(volumeOf({a, b}, Intersection), 500);
  EXPECT_EQ(volumeOf({a, b}, Union), 1500);
  const ArrangementBody left = booleanOf({a, b}, Difference);
  EXPECT_EQ(left.moments.volume, 500);
  EXPECT_EQ(left.moments.centroid, Vec3(2.5, 5, 5));
  expectSound(left, 0);
}

TEST(Boolean, CubesThatTouchOrCoincide) {
  const TriangleMesh a = cube(1), beside = cube(1, {1, 0, 0});
  EXPECT_EQ(volumeOf({a, beside}, Intersection), 0);
  EXPECT_TRUE(booleanOf({a, beside}, Intersection).mesh.a.empty());
  expectSound(booleanOf({a, beside}, Union), 0);
  EXPECT_EQ(volumeOf({a, beside}, Union), 2);
  EXPECT_EQ(volumeOf({a, a}, Union), 1);
  EXPECT_EQ(volumeOf({a, a}, Intersection), 1);
  EXPECT_TRUE(booleanOf({a, a}, Difference).mesh.a.empty());
  EXPECT_TRUE(booleanOf({a, a}, SymmetricDifference).mesh.a.empty());
}

TEST(Boolean, GapsAndOverlapsOfOneTrillionthAreFound) {
  const TriangleMesh a = cube(1);
  const double deep = 1 - 1e-12;
  const ArrangementBody overlap = booleanOf({a, cube(1, {deep, 0, 0})}, Intersection);
  EXPECT_EQ(overlap.moments.volume, 1 - deep);
  expectSound(overlap, 0);
  EXPECT_TRUE(booleanOf({a, cube(1, {1 + 1e-12, 0, 0})}, Intersection).mesh.a.empty());
}

TEST(Boolean, OneUnitInTheLastPlaceIsAnOverlapFarFromTheOrigin) {
  const Vec3 at = Vec3::Constant(1e5);
  const TriangleMesh a = cube(1, at);
  const double face = 1e5 + 1, before = std::nextafter(face, 0), behind = std::nextafter(face, 2e5);
  const ArrangementBody overlap = booleanOf({a, cube(1, {before, 1e5, 1e5})}, Intersection);
  EXPECT_EQ(overlap.moments.volume, face - before);
  expectSound(overlap, 1e-25);
  EXPECT_TRUE(booleanOf({a, cube(1, {behind, 1e5, 1e5})}, Intersection).mesh.a.empty());
  EXPECT_EQ(volumeOf({a, cube(1, {face, 1e5, 1e5})}, Union), 2);
  EXPECT_EQ(volumeOf({a, a}, Intersection), 1);
}

TEST(Boolean, NestedCubesAndHollowOnes) {
  const TriangleMesh outer = cube(3, {-1, -1, -1}), inner = cube(1);
  const ArrangementBody hollow = booleanOf({outer, inner}, Difference);
  EXPECT_EQ(hollow.moments.volume, 26);
  expectSound(hollow, 0);
  EXPECT_EQ(volumeOf({outer, inner}, Intersection), 1);
  EXPECT_EQ(volumeOf({hollow.mesh, inner}, Union), 27);
  EXPECT_EQ(volumeOf({hollow.mesh, inner}, Intersection), 0);
}

TEST(Boolean, SpheresObeyInclusionAndExclusion) {
  const TriangleMesh a = shapes::sphere(3);
  for (const Vec3& shift : {Vec3(1, 0, 0), Vec3(0.3, 0.7, -0.2), Vec3(0, 0, 1e-9)}) {
    const TriangleMesh b = shapes::moved(a, 1, shift);
    const double whole = volumeOf({a}, Union) + volumeOf({b}, Union);
    const ArrangementBody both = booleanOf({a, b}, Intersection), either = booleanOf({a, b}, Union);
    EXPECT_NEAR(both.moments.volume + either.moments.volume, whole, 1e-14 * whole);
    expectSound(both, 1e-13);
    expectSound(either, 1e-13);
  }
}

TEST(Boolean, PolycubesHaveTheVolumeOfTheirCommonCells) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 60; ++round) {
    const test::Polycube first = test::randomPolycube(1 + round % 3, 6, random),
                         second = test::randomPolycube(1 + round % 2, 8, random);
    const auto ofFirst = first.cells(), ofSecond = second.cells();
    const auto common = std::count_if(ofFirst.begin(), ofFirst.end(),
                                      [&](const test::Cell& cell) { return ofSecond.contains(cell); });
    const TriangleMesh a = test::surfaceOf(first, random), b = test::surfaceOf(second, random);
    EXPECT_EQ(volumeOf({a, b}, Intersection), common) << round;
    EXPECT_EQ(volumeOf({a, b}, Union), double(ofFirst.size() + ofSecond.size()) - double(common)) << round;
    const ArrangementBody rest = booleanOf({a, b}, Difference);
    EXPECT_EQ(rest.moments.volume, double(ofFirst.size()) - double(common)) << round;
    expectSound(rest, 0);
  }
}

// Boxes and tetrahedra with small whole coordinates: many triangles lie in few planes across axes.
std::vector<TriangleMesh> boxesAndTetrahedra(std::mt19937& random) {
  std::uniform_int_distribution<int> from(0, 4), size(1, 2), coordinate(0, 6);
  const auto place = [&random](auto& distribution) {
    return Vec3(distribution(random), distribution(random), distribution(random));
  };
  std::vector<TriangleMesh> bodies;
  for (int i = 0; i < 40; ++i) {
    const Vec3 low = place(from);
    bodies.push_back(shapes::box(low, low + place(size)));
  }
  while (bodies.size() < 46) {
    const Vec3 a = place(coordinate), b = place(coordinate), c = place(coordinate), d = place(coordinate);
    const double volume = (b - a).cross(c - a).dot(d - a);
    if (volume == 0) continue;
    TriangleMesh tetrahedron;
    for (const Vec3& p : {a, b, c, d}) tetrahedron.addPoint(p);
    for (const auto& [i, j, k] : {std::array{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}})
      volume > 0 ? tetrahedron.addTriangle(i, j, k) : tetrahedron.addTriangle(i, k, j);
    bodies.push_back(std::move(tetrahedron));
  }
  return bodies;
}

// Keeps volumes, and leaves no pair of planes across different axes.
TriangleMesh sheared(TriangleMesh mesh) {
  for (std::size_t i = 0; i < mesh.x.size(); ++i) {
    mesh.x[i] += mesh.y[i];
    mesh.y[i] += mesh.z[i];
  }
  return mesh;
}

TEST(Boolean, FlushBodiesHaveTheSameVolumesWhereTheyAreSheared) {
  std::mt19937 random(1);
  for (int round = 0; round < 4; ++round) {
    const std::vector<TriangleMesh> bodies = boxesAndTetrahedra(random);
    std::vector<TriangleMesh> slanted;
    std::transform(bodies.begin(), bodies.end(), std::back_inserter(slanted), sheared);
    for (const BooleanOperation operation : {Union, SymmetricDifference}) {
      const ArrangementBody body = booleanOf(bodies, operation);
      EXPECT_NEAR(body.moments.volume, volumeOf(slanted, operation), 1e-11) << round;
      expectSound(body, 1e-11);
      const ThreadLimit one(1);
      const ArrangementBody again = booleanOf(bodies, operation);
      EXPECT_EQ(again.mesh.x, body.mesh.x) << round;
      EXPECT_EQ(again.mesh.a, body.mesh.a) << round;
    }
  }
}

TEST(Boolean, ClosedFormsOfUsersReports) {
  EXPECT_EQ(volumeOf({cube(40), cube(40, {20, 0, 0})}, Intersection), 32000);
  const TriangleMesh wall = shapes::box({0, 0, 0}, {4, 0.2, 3}), other = shapes::moved(wall, 1, {3.95, 0, 0});
  const double length = 4 - 3.95;
  EXPECT_NEAR(volumeOf({wall, other}, Intersection), length * 0.2 * 3, 1e-15);
}

TEST(Boolean, RotatedFlushCubesAreSound) {
  for (int step = 1; step < 12; ++step) {
    const Eigen::Matrix3d turn =
        Eigen::AngleAxisd(step * 0.26, Vec3(1, 2, 3).normalized()).toRotationMatrix();
    const TriangleMesh a = shapes::turned(cube(1), turn), b = shapes::turned(cube(1, {0.5, 0, 0}), turn);
    EXPECT_NEAR(volumeOf({a, b}, Intersection), 0.5, 1e-15);
    for (const BooleanOperation operation : {Union, Intersection, Difference, SymmetricDifference})
      expectSound(booleanOf({a, b}, operation), 1e-14);
  }
}

TEST(Boolean, AThousandCubesAtOnce) {
  std::vector<TriangleMesh> cubes;
  for (int i = 0; i < 1000; ++i)
    cubes.push_back(cube(1, 0.75 * Vec3(i % 10, i / 10 % 10, i / 100)));  // NOLINT: whole numbers
  const double side = 9 * 0.75 + 1;
  EXPECT_EQ(volumeOf(cubes, Union), side * side * side);
}

TEST(Boolean, RegionsFillTheUnion) {
  const std::vector<TriangleMesh> surfaces{cube(2), cube(2, {1, 0, 0}), cube(1, {0.5, 0.5, 0.5})};
  Context context;
  const SurfaceArrangement arrangement(surfaces, {}, context);
  double volume = 0;
  for (const ArrangementRegion& region : arrangement.regions(InsideRule::Parity, context)) {
    EXPECT_FALSE(region.inside.empty());
    expectSound(region.body, 1e-14);
    volume += region.body.moments.volume;
  }
  EXPECT_EQ(volume, 12);
}

TEST(Boolean, AnOpenSurfaceIsAnErrorWithThePlace) {
  try {
    volumeOf({cube(1), shapes::openBox()}, Union);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.problem(),
              "Surface 1 is not closed: 4 edges lack a neighbour, the first one near (0, 0.5, 1)");
  }
}

TEST(Boolean, TrianglesThatFaceOppositeWaysNeedTheRuleParity) {
  TriangleMesh odd = cube(1);
  shapes::flip(odd, 3);
  EXPECT_EQ(volumeOf({odd, cube(1, {0.5, 0, 0})}, Intersection), 0.5);
  EXPECT_THROW(volumeOf({odd, cube(1)}, Intersection, InsideRule::NonZero), Error);
}

TEST(Boolean, CoordinatesThatAreNotFiniteAreAnError) {
  for (const auto axis : {&TriangleMesh::x, &TriangleMesh::y, &TriangleMesh::z})
    for (const double value : {std::numeric_limits<double>::quiet_NaN(), -1e151}) {
      TriangleMesh broken = cube(1);
      (broken.*axis)[3] = value;
      const std::string message = messageOf([&] { volumeOf({cube(1), broken}, Union); });
      EXPECT_NE(message.find("A coordinate is not finite"), std::string::npos) << message;
      EXPECT_NE(message.find("surface 1, triangle"), std::string::npos) << message;
    }
}

}  // namespace
}  // namespace talus::test_boolean
