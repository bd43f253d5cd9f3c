#include "repair/touching_fans.h"

#include <gtest/gtest.h>

#include <cmath>

#include "geometry/check/mesh_check.h"
#include "touching_bodies.h"

namespace talus::test_touching_fans {
namespace {

using Parts = TouchingFans::Parts;
using Stays = TouchingFans::Stays;

MeshReport checked(const TriangleMesh& mesh) {
  Context context;
  return checkMesh(mesh, {}, context);
}

void expectTwoBodies(const TriangleMesh& mesh) {
  const MeshReport report = checked(mesh);
  EXPECT_TRUE(report.problem.empty()) << report.problem;
  EXPECT_EQ(report.components, 2);
}

TEST(TouchingFans, CubesAtAnEdgeAreTwoBodiesOrOneHollow) {
  const TriangleMesh mesh = shapes::cubesAtAnEdge();
  ASSERT_EQ(touchingEdges(mesh).size(), 1u);
  const TouchingFans bodies(mesh, Parts::Bodies);
  ASSERT_EQ(bodies.places().size(), 1u);
  EXPECT_EQ(bodies.places()[0].size(), 2u);
  for (const Stays stays : {Stays::Greatest, Stays::Least})
    expectTwoBodies(bodies.separated(bodies.places(), 1e-15, stays));
  // Around both ends the cubes are connected through the hollow between them.
  EXPECT_TRUE(TouchingFans(mesh, Parts::Hollows).places().empty());
  EXPECT_TRUE(TouchingFans(mesh, Parts::Bodies, touchingEdges(mesh)[0]).places().empty());
}

TEST(TouchingFans, CubesAtACornerAreTwoFansThere) {
  const TriangleMesh mesh = shapes::cubesAtACorner();
  EXPECT_TRUE(touchingEdges(mesh).empty());
  const TouchingFans fans(mesh, Parts::Bodies);
  ASSERT_EQ(fans.places().size(), 1u);
  ASSERT_EQ(fans.places()[0].size(), 1u);
  expectTwoBodies(fans.separated(fans.places(), 1e-15, Stays::Greatest));
}

TEST(TouchingFans, CornersMoveByTheDistance) {
  const TriangleMesh mesh = shapes::cubesAtACorner();
  const TouchingFans fans(mesh, Parts::Bodies);
  const TriangleMesh apart = fans.separated(fans.places(), 0.25, Stays::Greatest);
  ASSERT_EQ(apart.pointCount(), mesh.pointCount() + 1);
  const Vec3 moved = apart.point(static_cast<Index>(mesh.pointCount()));
  EXPECT_NEAR((moved - Vec3(1, 1, 1)).norm(), 0.25, 1e-15);
  const Vec3 direction = (moved - Vec3(1, 1, 1)).cwiseAbs();
  EXPECT_NEAR(direction.minCoeff(), direction.maxCoeff(), 1e-12);
}

TEST(TouchingFans, SoundSurfacesHaveNoPlaces) {
  const TriangleMesh mesh = shapes::sphere(2);
  EXPECT_TRUE(TouchingFans(mesh, Parts::Bodies).places().empty());
  EXPECT_TRUE(touchingEdges(mesh).empty());
}

void addTetrahedron(TriangleMesh& mesh, Index a, Index b, Index c, Index d) {
  mesh.addTriangle(a, c, b);
  mesh.addTriangle(a, b, d);
  mesh.addTriangle(b, c, d);
  mesh.addTriangle(c, a, d);
}

// The gap between two tetrahedra at an edge is thinner than the rounding of its angle.
TEST(TouchingFans, ThinWedgesAreToldApart) {
  for (int turned = 0; turned < 8; ++turned) {
    TriangleMesh mesh;
    const auto add = [&](double x, double y, double z) {
      const double sign = (turned & 4) != 0 ? -1 : 1;
      return mesh.addPoint(Vec3(sign * x, sign * y, z));
    };
    const double beyond = std::nextafter(3.0, 4.0);
    const Index p = add(0, 0, 0), q = add(0, 0, 1);
    const Index a1 = add(1, -1, 0.5), a2 = add(1, 1, 0.25), b1 = add(3, beyond, 0.5), b2 = add(-1, 1, 0.5);
    const bool swapped = (turned & 2) != 0;
    const auto tetrahedron = [&](Index c, Index d) {
      addTetrahedron(mesh, (turned & 1) != 0 ? q : p, (turned & 1) != 0 ? p : q, (turned & 1) != 0 ? d : c,
                     (turned & 1) != 0 ? c : d);
    };
    swapped ? tetrahedron(b1, b2) : tetrahedron(a1, a2);
    swapped ? tetrahedron(a1, a2) : tetrahedron(b1, b2);
    ASSERT_EQ(touchingEdges(mesh).size(), 1u);
    const TouchingFans fans(mesh, Parts::Bodies);
    ASSERT_EQ(fans.places().size(), 1u) << turned;
    const TriangleMesh apart = fans.separated(fans.places(), 1e-15, Stays::Greatest);
    EXPECT_EQ(apart.pointCount(), mesh.pointCount() + 2);
    const MeshReport report = checked(apart);
    EXPECT_TRUE(report.closed && report.oriented && report.manifold) << turned << report.problem;
    EXPECT_EQ(report.components, 2);
  }
}

}  // namespace
}  // namespace talus::test_touching_fans
