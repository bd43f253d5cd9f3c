#include "geometry/check/solid_surface.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "geometry/check/mesh_check.h"
#include "shapes.h"

namespace talus::test_solid_surface {
namespace {

SolidSurface madeOf(const TriangleMesh& mesh) {
  Context context;
  return makeSolid(mesh, context);
}

MeshReport reportOf(const TriangleMesh& mesh) {
  Context context;
  return checkMesh(mesh, {}, context);
}

TriangleMesh inward(TriangleMesh mesh) {
  std::swap(mesh.b, mesh.c);
  return mesh;
}

// Its solid is closed, faces outwards and has this volume; its own triangles keep their corners.
void expectSolid(const TriangleMesh& given, const SolidSurface& made, double volume) {
  const MeshReport report = reportOf(made.solid());
  EXPECT_TRUE(report.closed && report.oriented) << report.problem;
  EXPECT_NEAR(report.signedVolume, volume, 1e-12 * std::abs(volume) + 1e-15);
  ASSERT_EQ(made.surface.triangleCount(), given.triangleCount());
  for (std::size_t t = 0; t < given.triangleCount(); ++t) {
    EXPECT_EQ(made.surface.a[t], given.a[t]);
    EXPECT_EQ(made.surface.b[t], made.turned[t] ? given.c[t] : given.b[t]);
    EXPECT_EQ(made.surface.c[t], made.turned[t] ? given.b[t] : given.c[t]);
  }
  for (std::size_t t = 0; t < made.source.size(); ++t)
    EXPECT_EQ(made.solid().triangle(t), made.surface.triangle(static_cast<std::size_t>(made.source[t])));
}

TEST(SolidSurface, LeavesASoundSurfaceAlone) {
  const TriangleMesh mesh = shapes::torus(1, 0.3, 12, 8);
  const SolidSurface made = madeOf(mesh);
  expectSolid(mesh, made, reportOf(mesh).signedVolume);
  EXPECT_FALSE(made.closed.has_value());
  EXPECT_EQ(made.repairs.warning("The surface"), "");
  EXPECT_EQ(std::count(made.turned.begin(), made.turned.end(), 1), 0);
}

TEST(SolidSurface, TurnsWhatFacesInwards) {
  const TriangleMesh mesh = inward(shapes::unitBox(2));
  const SolidSurface made = madeOf(mesh);
  expectSolid(mesh, made, 1);
  EXPECT_EQ(made.repairs.warning("The surface 3"), "The surface 3: it faces inwards and was inverted");
}

TEST(SolidSurface, TurnsShellsByTheirNesting) {
  TriangleMesh mesh = shapes::box(Vec3::Constant(-2), Vec3::Constant(2));
  mesh.append(shapes::box(Vec3::Constant(-1), Vec3::Constant(1)));
  const SolidSurface hollow = madeOf(mesh);
  expectSolid(mesh, hollow, 64 - 8);
  EXPECT_EQ(hollow.repairs.turnedShells, 1);
  EXPECT_NE(hollow.repairs.warning("It").find("1 of 2 shells have the wrong orientation"), std::string::npos);

  TriangleMesh beside = shapes::unitBox();
  beside.append(shapes::moved(inward(shapes::unitBox()), 0.5, Vec3(3, 0, 0)));
  expectSolid(beside, madeOf(beside), 1 + 0.125);
}

TEST(SolidSurface, TurnsFlippedPatches) {
  TriangleMesh mesh = shapes::unitBox(3);
  for (const std::size_t t : {0U, 1U, 40U}) shapes::flip(mesh, t);
  const SolidSurface made = madeOf(mesh);
  expectSolid(mesh, made, 1);
  EXPECT_EQ(made.repairs.flippedTriangles, 3);
  EXPECT_EQ(made.repairs.openings, 0);
  EXPECT_NE(made.repairs.warning("It").find("3 flipped triangles inverted"), std::string::npos);
}

TEST(SolidSurface, ClosesOpeningsByCones) {
  const TriangleMesh lidless = shapes::openBox(3);
  const SolidSurface made = madeOf(lidless);
  expectSolid(lidless, made, 1);  // the lid is flat
  EXPECT_EQ(made.repairs.openings, 1);
  EXPECT_EQ(made.repairs.warning("It"), "") << "openings matter only where something overlaps";

  TriangleMesh holes = inward(shapes::sphere(3));
  const double whole = -reportOf(holes).signedVolume;
  for (auto* corners : {&holes.a, &holes.b, &holes.c}) {
    corners->erase(corners->begin() + 100);
    corners->erase(corners->begin());
  }
  const SolidSurface ball = madeOf(holes);
  expectSolid(holes, ball, whole);
  EXPECT_EQ(ball.repairs.openings, 2);
  EXPECT_EQ(ball.repairs.turnedShells, 1);
}

TEST(SolidSurface, AnyTrianglesBecomeClosed) {
  for (const TriangleMesh& mesh : {shapes::moebius(5), shapes::square(2, 1)}) {
    const SolidSurface made = madeOf(mesh);
    const MeshReport report = reportOf(made.solid());
    EXPECT_TRUE(report.closed && report.oriented) << report.problem;
  }
}

TEST(SolidSurface, LeavesOutRepeatedTriangles) {
  TriangleMesh mesh = shapes::unitBox(2);
  for (const std::size_t t : {5U, 5U, 11U}) mesh.addTriangle(mesh.b[t], mesh.c[t], mesh.a[t]);
  const SolidSurface made = madeOf(mesh);
  expectSolid(mesh, made, 1);
  EXPECT_EQ(made.repairs.repeatedTriangles, 3);
  EXPECT_EQ(made.repairs.openings, 0);
  // Two cubes with a wall between them that each has: nothing is repeated in vain.
  TriangleMesh pair = shapes::box(Vec3::Zero(), Vec3(1, 1, 1));
  pair.append(shapes::box(Vec3(1, 0, 0), Vec3(2, 1, 1)));
  pair = mergeDuplicatePoints(pair).mesh;
  const SolidSurface both = madeOf(pair);
  expectSolid(pair, both, 2);
  EXPECT_EQ(both.repairs.repeatedTriangles, 0);
}

}  // namespace
}  // namespace talus::test_solid_surface
