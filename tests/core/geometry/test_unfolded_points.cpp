#include "geometry/check/unfolded_points.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "geometry/check/self_intersection.h"
#include "shapes.h"

namespace talus::test_unfolded_points {
namespace {

std::vector<std::uint8_t> ofAll(const TriangleMesh& mesh) {
  return unfoldedPoints(mesh, std::vector<std::uint8_t>(mesh.triangleCount(), 1));
}

// Triangles around point 0, which go round it so many times.
TriangleMesh fan(int triangles, int turns) {
  TriangleMesh mesh;
  mesh.addPoint(Vec3::Zero());
  for (int i = 0; i < triangles; ++i) {
    const double angle = 2 * std::numbers::pi * turns * i / triangles;
    mesh.addPoint(Vec3(std::cos(angle), std::sin(angle), 0.1 * i));
  }
  for (Index i = 0; i < triangles; ++i) mesh.addTriangle(0, 1 + i, 1 + (i + 1) % triangles);
  return mesh;
}

TEST(UnfoldedPoints, AreAllThoseOfASphere) {
  for (const double scale : {1e-90, 1.0, 1e120})
    for (const std::uint8_t unfolded : ofAll(shapes::moved(shapes::sphere(3), scale, Vec3::Zero())))
      ASSERT_EQ(unfolded, 1) << scale;
}

TEST(UnfoldedPoints, GoRoundOnce) {
  EXPECT_EQ(ofAll(fan(7, 1))[0], 1);
  EXPECT_EQ(ofAll(fan(7, 2))[0], 0);
  EXPECT_EQ(ofAll(fan(7, -1))[0], 1) << "seen from below";
}

TEST(UnfoldedPoints, HaveOneClosedFan) {
  TriangleMesh open = fan(6, 1), twice = fan(6, 1), folded = fan(6, 1);
  open.a.pop_back(), open.b.pop_back(), open.c.pop_back();
  EXPECT_EQ(ofAll(open)[0], 0) << "a triangle is missing";
  twice.addTriangle(0, 1, 2);
  EXPECT_EQ(ofAll(twice)[0], 0) << "a triangle occurs twice";
  folded.x[2] = -5, folded.y[2] = -4;
  EXPECT_EQ(ofAll(folded)[0], 0) << "triangles face down";
  std::vector<std::uint8_t> usable(6, 1);
  usable[3] = 0;
  EXPECT_EQ(unfoldedPoints(fan(6, 1), usable)[0], 0) << "a triangle is not used";
}

// The triangles around an unfolded point have nothing in common but what they should.
TEST(UnfoldedPoints, SeparateTheirTriangles) {
  std::mt19937 random(3);
  std::uniform_int_distribution<int> place(-3, 3), size(3, 8);
  int unfolded = 0;
  for (int i = 0; i < 20'000; ++i) {
    TriangleMesh mesh = fan(size(random), 1);
    for (std::size_t p = 0; p < mesh.pointCount(); ++p)
      mesh.x[p] += 0.2 * place(random), mesh.y[p] += 0.2 * place(random), mesh.z[p] += 0.2 * place(random);
    if (!ofAll(mesh)[0]) continue;
    ++unfolded;
    for (Index s = 0; s < static_cast<Index>(mesh.triangleCount()); ++s)
      for (Index t = 0; t < s; ++t) ASSERT_FALSE(meetBeyondSharedCorners(mesh, s, t)) << i;
  }
  EXPECT_GT(unfolded, 1000);
  EXPECT_LT(unfolded, 19'000);
}

}  // namespace
}  // namespace talus::test_unfolded_points
