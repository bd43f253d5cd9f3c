#include "geometry/check/mesh_check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numbers>
#include <numeric>
#include <random>

#include "base/error.h"
#include "base/parallel.h"
#include "geometry/check/crossing_parity.h"
#include "geometry/check/report_bytes.h"
#include "geometry/check/self_intersection.h"
#include "shapes.h"

namespace talus::test_mesh_check {
namespace {

MeshReport check(const TriangleMesh& mesh) {
  Context context;
  return checkMesh(mesh, {}, context);
}

std::int64_t flagged(const MeshReport& report, Defect defect) {
  return std::count_if(report.defects.begin(), report.defects.end(),
                       [defect](std::uint8_t bits) { return (bits & bit(defect)) != 0; });
}

void expectSound(const MeshReport& report) {
  EXPECT_TRUE(report.closed);
  EXPECT_TRUE(report.oriented);
  EXPECT_TRUE(report.manifold);
  EXPECT_EQ(report.selfIntersections, 0);
  EXPECT_EQ(report.problem, "");
  EXPECT_EQ(report.consequence, "Labels are exact.");
  EXPECT_TRUE(std::all_of(report.defects.begin(), report.defects.end(), [](auto bits) { return bits == 0; }));
}

// ---- Sound surfaces ----

TEST(MeshCheck, BoxesAreSoundAndConvex) {
  for (const int n : {1, 2, 5}) {
    const MeshReport report = check(shapes::unitBox(n));
    expectSound(report);
    EXPECT_TRUE(report.convex);
    EXPECT_EQ(report.triangles, 12 * n * n);
    EXPECT_EQ(report.points, 6 * n * n + 2);
    EXPECT_EQ(report.edges, 18 * n * n);
    EXPECT_EQ(report.components, 1);
    EXPECT_NEAR(report.signedVolume, 1, 1e-14);
    EXPECT_NEAR(report.area, 6, 1e-13);
    EXPECT_EQ(report.bounds.min(), Vec3(0, 0, 0));
    EXPECT_EQ(report.bounds.max(), Vec3(1, 1, 1));
  }
}

TEST(MeshCheck, TetrahedronOctahedronAndSphere) {
  EXPECT_NEAR(check(shapes::tetrahedron()).signedVolume, 1.0 / 6, 1e-15);
  EXPECT_TRUE(check(shapes::tetrahedron()).convex);
  EXPECT_TRUE(check(shapes::refined(shapes::octahedron())).convex);
  const MeshReport sphere = check(shapes::sphere(4));
  expectSound(sphere);
  EXPECT_TRUE(sphere.convex);
  EXPECT_NEAR(sphere.signedVolume, 4.0 / 3 * std::numbers::pi, 0.03);
}

TEST(MeshCheck, TorusIsSoundButNotConvex) {
  const MeshReport report = check(shapes::torus(2, 0.5, 60, 30));
  expectSound(report);
  EXPECT_FALSE(report.convex);
  EXPECT_EQ(report.points - report.edges + report.triangles, 0);  // genus 1
  EXPECT_NEAR(report.signedVolume, 2 * std::numbers::pi * std::numbers::pi * 2 * 0.25, 0.1);
}

TEST(MeshCheck, VolumeSurvivesAFarOffset) {
  const double shift = 134217728;  // 2^27
  const MeshReport report = check(shapes::moved(shapes::unitBox(4), 1, Vec3(shift, -shift, shift)));
  expectSound(report);
  EXPECT_TRUE(report.convex);
  EXPECT_NEAR(report.signedVolume, 1, 1e-12);
}

TEST(MeshCheck, SlabsAreTwoPieces) {
  const MeshReport report = check(shapes::slabs(1e-12));
  expectSound(report);
  EXPECT_FALSE(report.convex);
  EXPECT_EQ(report.components, 2);
  EXPECT_EQ(report.component.front(), 0);
  EXPECT_EQ(report.component.back(), 1);
}

TEST(MeshCheck, InsideOutIsSaid) {
  TriangleMesh mesh = shapes::unitBox();
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) shapes::flip(mesh, t);
  const MeshReport report = check(mesh);
  EXPECT_TRUE(report.closed);
  EXPECT_TRUE(report.oriented);
  EXPECT_FALSE(report.convex);
  EXPECT_EQ(report.flippedTriangles, 0);
  EXPECT_NEAR(report.signedVolume, -1, 1e-14);
  EXPECT_NE(report.consequence.find("inwards"), std::string::npos);
}

// ---- Convexity ----

TEST(Convexity, OneDentIsSeen) {
  TriangleMesh mesh = shapes::sphere(3);
  const double factor = 0.97;
  mesh.x[40] *= factor;
  mesh.y[40] *= factor;
  mesh.z[40] *= factor;
  EXPECT_FALSE(check(mesh).convex);
}

// A tetrahedron whose lower face has a point in its middle.
TEST(Convexity, IsDecidedAtTheLastBit) {
  const auto withMiddleAt = [](double z) {
    return shapes::make({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.25, 0.25, z}},
                        {{0, 2, 4}, {2, 1, 4}, {1, 0, 4}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}});
  };
  constexpr double tiny = std::numeric_limits<double>::denorm_min();
  EXPECT_TRUE(check(withMiddleAt(0)).convex);
  EXPECT_TRUE(check(withMiddleAt(-tiny)).convex);
  EXPECT_FALSE(check(withMiddleAt(tiny)).convex);
}

// Two coverings of an octahedron, slit between two corners and joined crosswise: closed, oriented, edges all
// convex, Euler characteristic 2, but wound twice around.
TEST(Convexity, ADoublyWoundSurfaceIsNotConvex) {
  std::vector<std::array<double, 3>> points{{0, 0, 1}, {0, 0, -1}};
  std::vector<std::array<Index, 3>> triangles;
  constexpr int turns = 2, perTurn = 6;
  for (int i = 0; i < turns * perTurn; ++i) {
    const double angle = 2 * std::numbers::pi * i / perTurn;
    const double radius = 1 + 0.001 * i;  // no two points equal
    points.push_back({radius * std::cos(angle), radius * std::sin(angle), 0});
    const Index here = 2 + i, next = 2 + (i + 1) % (turns * perTurn);
    triangles.push_back({0, here, next});
    triangles.push_back({1, next, here});
  }
  const TriangleMesh mesh = shapes::make(points, triangles);
  Context context;
  const MeshReport report = checkMesh(mesh, {.selfIntersections = false}, context);
  EXPECT_TRUE(report.closed && report.oriented && report.manifold);
  EXPECT_EQ(report.points - report.edges + report.triangles, 2);
  EXPECT_FALSE(report.convex);
  EXPECT_GT(check(mesh).selfIntersections, 0);
}

// ---- Broken surfaces ----

TEST(MeshCheck, OpenBoxHasABoundary) {
  const MeshReport report = check(shapes::openBox(3));
  EXPECT_FALSE(report.closed);
  EXPECT_TRUE(report.manifold);
  EXPECT_EQ(report.boundaryEdges, 12);
  EXPECT_EQ(report.boundary.size(), 12u);
  EXPECT_GE(flagged(report, Defect::Boundary), 10);
  EXPECT_NE(report.problem.find("12 edges belong to only one triangle, the first between ("),
            std::string::npos)
      << report.problem;
  EXPECT_NE(report.consequence.find("winding number"), std::string::npos);
}

// An open, self-intersecting surface of two shells has something of everything.
TEST(MeshCheck, AReportIsTheSameAfterItWasSent) {
  TriangleMesh mesh = shapes::unitBox(3);
  mesh.a.pop_back(), mesh.b.pop_back(), mesh.c.pop_back();
  mesh.append(shapes::torus(1, 0.3, 20, 10));
  const MeshReport sent = check(mesh);
  ByteWriter bytes, again;
  write(sent, bytes);
  ByteReader reader(bytes.bytes());
  const MeshReport found = readReport(reader);
  EXPECT_TRUE(reader.atEnd());
  write(found, again);
  EXPECT_EQ(again.bytes(), bytes.bytes());
  EXPECT_EQ(found.boundary, sent.boundary);
  EXPECT_EQ(found.defects, sent.defects);
  EXPECT_EQ(found.component, sent.component);
  EXPECT_EQ(found.loops.loopOf, sent.loops.loopOf);
  EXPECT_EQ(found.components, 2);
  EXPECT_EQ(found.selfIntersections, sent.selfIntersections);
  EXPECT_EQ(found.bounds.max(), sent.bounds.max());
  EXPECT_EQ(found.problem, sent.problem);
  EXPECT_EQ(found.consequence, sent.consequence);
  ASSERT_EQ(found.findings.size(), sent.findings.size());
  EXPECT_EQ(found.findings.front().effect, sent.findings.front().effect);
}

TEST(MeshCheck, BoundaryRunsAsItsTriangleDoes) {
  const TriangleMesh mesh = shapes::make({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{2, 1, 0}});
  const MeshReport report = check(mesh);
  const std::vector<std::array<Index, 2>> expected{{1, 0}, {0, 2}, {2, 1}};
  EXPECT_EQ(report.boundary, expected);
}

TEST(MeshCheck, MoebiusStripCannotBeOriented) {
  const MeshReport report = check(shapes::moebius(20));
  EXPECT_EQ(report.boundaryEdges, 40);
  EXPECT_GE(report.misorientedEdges, 1);
  EXPECT_EQ(report.components, 1);
  EXPECT_EQ(report.selfIntersections, 0);
}

TEST(MeshCheck, FlippedTrianglesAreTheMinority) {
  TriangleMesh mesh = shapes::torus(2, 0.5, 20, 12);
  const std::vector<std::size_t> flipped{3, 77, 200};
  for (const std::size_t t : flipped) shapes::flip(mesh, t);
  const MeshReport report = check(mesh);
  EXPECT_TRUE(report.closed);
  EXPECT_FALSE(report.oriented);
  EXPECT_EQ(report.flippedTriangles, 3);
  EXPECT_EQ(report.misorientedEdges, 9);
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t)
    EXPECT_EQ(report.defects[t] == bit(Defect::Flipped),
              std::find(flipped.begin(), flipped.end(), t) != flipped.end());
}

// Three separate flipped patches, one of two triangles.
TEST(MeshCheck, FlippedPatchesAreCounted) {
  TriangleMesh mesh = shapes::torus(2, 0.5, 20, 12);
  for (const std::size_t t : {3u, 100u, 101u, 250u}) shapes::flip(mesh, t);
  const MeshReport report = check(mesh);
  EXPECT_EQ(report.flippedTriangles, 4);
  EXPECT_EQ(report.flippedPatches, 3);
}

TriangleMesh withFlippedHalf(TriangleMesh mesh, double below) {
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
    const auto [a, b, c] = mesh.corners(t);
    if ((a + b + c).x() / 3 < below) shapes::flip(mesh, t);
  }
  return mesh;
}

// Flagged is what was flipped, even where that is the larger part: of a closed piece the volume tells.
TEST(MeshCheck, FlippedPartOfAClosedPieceIsTheInwardOne) {
  for (const double below : {-0.8, 0.0, 0.8}) {
    const TriangleMesh sound = shapes::sphere(3);
    const TriangleMesh mesh = withFlippedHalf(sound, below);
    const MeshReport report = check(mesh);
    EXPECT_EQ(report.flippedPatches, 1);
    for (std::size_t t = 0; t < mesh.triangleCount(); ++t)
      EXPECT_EQ((report.defects[t] & bit(Defect::Flipped)) != 0, mesh.b[t] != sound.b[t]) << t;
  }
}

// A cavity faces inwards: nesting tells which part of it was flipped.
TEST(MeshCheck, FlippedPartOfACavityIsTheOutwardOne) {
  for (const double below : {-0.4, 0.4}) {
    TriangleMesh cavity = shapes::moved(shapes::sphere(3), 0.5, Vec3::Zero());
    for (std::size_t t = 0; t < cavity.triangleCount(); ++t) shapes::flip(cavity, t);
    TriangleMesh mesh = shapes::unitBox(3);
    mesh = shapes::moved(mesh, 2, Vec3(-1, -1, -1));
    TriangleMesh sound = mesh;
    sound.append(cavity);
    mesh.append(withFlippedHalf(cavity, below));
    const MeshReport report = check(mesh);
    EXPECT_EQ(report.flippedPatches, 1);
    for (std::size_t t = 0; t < mesh.triangleCount(); ++t)
      EXPECT_EQ((report.defects[t] & bit(Defect::Flipped)) != 0, mesh.b[t] != sound.b[t]) << t;
  }
}

// Of an open piece the smaller area is flagged, not the smaller number of triangles.
TEST(MeshCheck, FlippedPartOfAnOpenPieceIsTheSmallerOne) {
  TriangleMesh mesh;
  for (const double x : {0.0, 1.0, 1.1, 1.2, 1.3, 5.0}) {
    mesh.addPoint(Vec3(x, 0, 0));
    mesh.addPoint(Vec3(x, 1, 0));
  }
  for (Index i = 0; i < 5; ++i) {
    mesh.addTriangle(2 * i, 2 * i + 2, 2 * i + 1);
    mesh.addTriangle(2 * i + 1, 2 * i + 2, 2 * i + 3);
  }
  for (const std::size_t t : {8u, 9u}) shapes::flip(mesh, t);  // the last, largest rectangle
  const MeshReport report = check(mesh);
  EXPECT_EQ(report.flippedPatches, 1);
  EXPECT_EQ(report.flippedTriangles, 8);
  EXPECT_EQ(report.defects[9] & bit(Defect::Flipped), 0);
}

TEST(MeshCheck, BoundaryLoopsAreTheOpenings) {
  TriangleMesh mesh = shapes::unitBox(8);
  const auto hole = [](const Vec3& p) {
    const Vec3 a = (p - Vec3(0.3, 0.3, 0)).cwiseAbs(), b = (p - Vec3(0.7, 0.7, 1)).cwiseAbs();
    return a.maxCoeff() < 0.1 || b.maxCoeff() < 0.13;
  };
  TriangleMesh open = mesh;
  open.a.clear(), open.b.clear(), open.c.clear();
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
    const auto [a, b, c] = mesh.corners(t);
    if (!hole((a + b + c) / 3)) open.addTriangle(mesh.a[t], mesh.b[t], mesh.c[t]);
  }
  const MeshReport report = check(open);
  ASSERT_EQ(report.loops.loops.size(), 2u);
  ASSERT_EQ(report.loops.loopOf.size(), report.boundary.size());
  std::array<std::int64_t, 2> edges{};
  std::array<double, 2> length{};
  for (std::size_t e = 0; e < report.boundary.size(); ++e) {
    const auto loop = static_cast<std::size_t>(report.loops.loopOf[e]);
    const Vec3 from = open.point(report.boundary[e][0]), to = open.point(report.boundary[e][1]);
    EXPECT_EQ(from.z(), to.z());
    EXPECT_EQ(from.z(), open.point(report.boundary[0][0]).z() == 0 ? double(loop) : 1.0 - double(loop));
    ++edges[loop];
    length[loop] += (to - from).norm();
  }
  for (const std::size_t loop : {0u, 1u}) {
    EXPECT_EQ(report.loops.loops[loop].edges, edges[loop]);
    EXPECT_NEAR(report.loops.loops[loop].length, length[loop], 1e-14);
  }
}

TEST(MeshCheck, FlippedPiecesWithInfiniteCornersAreJudged) {
  TriangleMesh mesh = shapes::unitBox(2);
  mesh.append(shapes::moved(shapes::unitBox(2), 3, Vec3(-1, -1, -1)));
  shapes::flip(mesh, 3);
  shapes::flip(mesh, 60);
  for (const double bad :
       {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    mesh.x[0] = mesh.y[30] = bad;
    EXPECT_GE(check(mesh).flippedPatches, 2);
  }
}

TEST(CrossingParity, IsExact) {
  const TriangleMesh mesh = shapes::slabs(0.25);
  std::vector<Index> all(mesh.triangleCount());
  std::iota(all.begin(), all.end(), 0);
  EXPECT_EQ(oddCrossings(mesh, all, Vec3(0.5, 0.5, 0.25)), true);
  EXPECT_EQ(oddCrossings(mesh, all, Vec3(0.5, 0.5, 0.5)), false);
  EXPECT_EQ(oddCrossings(mesh, all, Vec3(0, 0, std::nextafter(0.0, -1))), false);
  EXPECT_EQ(oddCrossings(mesh, all, Vec3(1e-300, 1e-300, 1e-300)), true);
  EXPECT_EQ(oddCrossings(mesh, all, Vec3(0, 0, -1)), false);
  EXPECT_EQ(oddCrossings(mesh, all, Vec3(0, 0, 0)), std::nullopt) << "on the surface";
  EXPECT_EQ(oddCrossings(mesh, {}, Vec3(0, 0, 0)), false);
}

TEST(MeshCheck, DuplicateTriangleOpensTheSurface) {
  TriangleMesh mesh = shapes::unitBox(2);
  mesh.addTriangle(mesh.b[5], mesh.c[5], mesh.a[5]);
  const MeshReport report = check(mesh);
  EXPECT_FALSE(report.closed);
  EXPECT_EQ(report.duplicateTriangles, 1);
  EXPECT_EQ(report.nonManifoldEdges, 3);
  EXPECT_EQ(flagged(report, Defect::Duplicate), 2);
  EXPECT_EQ(report.selfIntersections, 0);
}

TEST(MeshCheck, DoubledSurfaceIsClosedButNotManifold) {
  TriangleMesh mesh = shapes::tetrahedron();
  for (std::size_t t = 0; t < 4; ++t) mesh.addTriangle(mesh.a[t], mesh.c[t], mesh.b[t]);
  const MeshReport report = check(mesh);
  EXPECT_TRUE(report.closed);
  EXPECT_TRUE(report.oriented);
  EXPECT_FALSE(report.manifold);
  EXPECT_EQ(report.duplicateTriangles, 4);
  EXPECT_NE(report.consequence.find("twice contains no point"), std::string::npos) << report.consequence;
  EXPECT_EQ(report.nonManifoldEdges, 6);
}

TEST(MeshCheck, PinchedVertexIsNotManifold) {
  TriangleMesh mesh = shapes::unitBox();
  mesh.append(shapes::box(Vec3(1, 1, 1), Vec3(2, 2, 2)));
  const MeshReport report = check(mergeDuplicatePoints(mesh).mesh);
  EXPECT_TRUE(report.closed);
  EXPECT_TRUE(report.oriented);
  EXPECT_FALSE(report.manifold);
  EXPECT_EQ(report.nonManifoldVertices, 1);
  EXPECT_EQ(report.nonManifoldEdges, 0);
  EXPECT_EQ(report.components, 2);
  EXPECT_EQ(report.selfIntersections, 0);
  EXPECT_NE(report.problem.find("(1, 1, 1)"), std::string::npos) << report.problem;
}

TEST(MeshCheck, BoxesThatShareAnEdgeAreNotManifold) {
  TriangleMesh mesh = shapes::unitBox();
  mesh.append(shapes::box(Vec3(1, 1, 0), Vec3(2, 2, 1)));
  const MeshReport report = check(mergeDuplicatePoints(mesh).mesh);
  EXPECT_TRUE(report.closed);
  EXPECT_TRUE(report.oriented);
  EXPECT_EQ(report.nonManifoldEdges, 1);
  EXPECT_EQ(report.components, 1);
}

TEST(MeshCheck, RepeatedCornersDoNotOpenASurface) {
  TriangleMesh mesh = shapes::unitBox();
  mesh.addTriangle(mesh.a[0], mesh.b[0], mesh.b[0]);
  const MeshReport report = check(mesh);
  EXPECT_TRUE(report.closed);
  EXPECT_TRUE(report.manifold);
  EXPECT_EQ(report.degenerateTriangles, 1);
  EXPECT_EQ(report.defects.back(), bit(Defect::Degenerate));
  EXPECT_EQ(report.components, 1);
  EXPECT_EQ(report.component.back(), 0);
}

// A box with a point on an edge of one triangle only: a triangle of zero area closes the gap.
TEST(MeshCheck, ZeroAreaTrianglesTakePartInTheTopology) {
  TriangleMesh mesh = shapes::unitBox();
  const auto [i, j, k] = mesh.triangle(0);
  const Index middle = mesh.addPoint((mesh.point(i) + mesh.point(j)) / 2);
  mesh.b[0] = middle;  // i, middle, k
  mesh.addTriangle(middle, j, k);
  mesh.addTriangle(i, j, middle);
  const MeshReport report = check(mesh);
  EXPECT_TRUE(report.closed);
  EXPECT_TRUE(report.oriented);
  EXPECT_EQ(report.degenerateTriangles, 1);
  EXPECT_EQ(report.selfIntersections, 2);  // both halves touch the triangle across without a common edge
  EXPECT_FALSE(report.convex);             // by definition: triangles of non-zero area
}

// A cylinder turned askew: needles around the middles of its lids and along its side, whose boxes all
// overlap.
TriangleMesh needles(int count) {
  const Eigen::Matrix3d turn = Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized()).matrix();
  TriangleMesh mesh;
  const auto add = [&](double x, double y, double z) { return mesh.addPoint(turn * Vec3(x, y, z)); };
  for (int i = 0; i < count; ++i) {
    const double u = 2 * std::numbers::pi * i / count;
    add(std::cos(u), std::sin(u), 0);
    add(std::cos(u), std::sin(u), 10);
  }
  const Index low = add(0, 0, 0), high = add(0, 0, 10);
  for (int i = 0; i < count; ++i) {
    const Index a = 2 * i, b = 2 * ((i + 1) % count);
    mesh.addTriangle(a, b, b + 1);
    mesh.addTriangle(a, b + 1, a + 1);
    mesh.addTriangle(b, a, low);
    mesh.addTriangle(a + 1, b + 1, high);
  }
  return mesh;
}

// Every pair, without trees.
SelfIntersections allPairs(const TriangleMesh& mesh) {
  SelfIntersections found;
  found.involved.assign(mesh.triangleCount(), 0);
  for (Index s = 0; s < Index(mesh.triangleCount()); ++s)
    for (Index t = s + 1; t < Index(mesh.triangleCount()); ++t)
      if (meetBeyondSharedCorners(mesh, s, t)) {
        if (found.pairs++ == 0) found.first = {s, t};
        found.involved[std::size_t(s)] = found.involved[std::size_t(t)] = 1;
      }
  return found;
}

TEST(MeshCheck, IntersectionsOfNeedlesAreThoseOfAllPairs) {
  std::int64_t total = 0;
  for (const double push : {0.0, 0.02, -0.3, 1.5}) {
    TriangleMesh mesh = needles(150);
    for (std::size_t p = 0; p < mesh.pointCount(); p += 7) mesh.x[p] += push;
    mesh.append(shapes::moved(needles(40), 0.5, Vec3(0.4, 0.3, 0.2)));
    const std::vector<std::uint8_t> usable(mesh.triangleCount(), 1);
    Context context;
    const SelfIntersections found = findSelfIntersections(mesh, usable, context), all = allPairs(mesh);
    total += all.pairs;
    EXPECT_EQ(found.pairs, all.pairs);
    EXPECT_EQ(found.first, all.first);
    EXPECT_EQ(found.involved, all.involved);
  }
  EXPECT_GT(total, 100);
}

// 20 000 needles of which 35 million pairs of boxes overlap. Not a clock: cut off by the test's time limit.
TEST(MeshCheck, ManyNeedlesAreSoundAndSoonSearched) {
  const MeshReport report = check(needles(4926));
  EXPECT_TRUE(report.closed && report.oriented && report.manifold);
  EXPECT_EQ(report.selfIntersections, 0);
}

TEST(MeshCheck, AShellThatFacesAsItsNestingForbidsIsTold) {
  const auto pair = [](bool turned) {
    TriangleMesh mesh = shapes::box(Vec3::Constant(-2), Vec3::Constant(2));
    TriangleMesh inner = shapes::box(Vec3::Constant(-1), Vec3::Constant(1));
    if (turned) std::swap(inner.b, inner.c);
    mesh.append(inner);
    return mesh;
  };
  const MeshReport wrong = check(pair(false)), right = check(pair(true));
  EXPECT_EQ(wrong.misdirectedShells, 1);
  EXPECT_NE(wrong.problem.find("1 shell has the wrong orientation"), std::string::npos) << wrong.problem;
  EXPECT_EQ(right.misdirectedShells, 0);
  EXPECT_EQ(right.problem, "");
  for (const MeshReport& report : {wrong, right}) EXPECT_NEAR(report.signedVolume, 64 - 8, 1e-12);
  TriangleMesh inward = pair(false);
  std::swap(inward.b, inward.c);
  EXPECT_EQ(check(inward).misdirectedShells, 1);
  EXPECT_NEAR(check(inward).signedVolume, -(64 - 8), 1e-12);
}

TEST(MeshCheck, ASurfaceWithARepeatedTriangleIsNotCalledOpen) {
  TriangleMesh mesh = shapes::unitBox(2);
  mesh.addTriangle(mesh.a[3], mesh.b[3], mesh.c[3]);
  const MeshReport report = check(mesh);
  EXPECT_FALSE(report.closed);
  EXPECT_TRUE(report.openByRepeats());
  EXPECT_NE(report.consequence.find("closed except for duplicate triangles"), std::string::npos);
  for (const Finding& finding : report.findings)
    EXPECT_EQ(finding.effect.find("is open"), std::string::npos) << finding.effect;
  TriangleMesh open = shapes::openBox(2);
  open.addTriangle(open.a[3], open.b[3], open.c[3]);
  EXPECT_FALSE(check(open).openByRepeats());
}

TEST(MeshCheck, NonFiniteCornersAreCounted) {
  TriangleMesh mesh = shapes::unitBox(2);
  mesh.x[0] = std::numeric_limits<double>::quiet_NaN();
  mesh.y[1] = std::numeric_limits<double>::infinity();
  const MeshReport report = check(mesh);
  EXPECT_GT(report.nonFiniteTriangles, 0);
  EXPECT_EQ(flagged(report, Defect::NonFinite), report.nonFiniteTriangles);
  EXPECT_TRUE(std::isnan(report.area));  // what is known of it is not the surface's
  EXPECT_TRUE(std::isnan(report.signedVolume));
  EXPECT_TRUE(report.bounds.max().allFinite());
  EXPECT_NE(report.problem.find("NaN"), std::string::npos);
}

TEST(MeshCheck, SizesWhoseVolumeDoesNotFitADoubleAreTold) {
  for (const double scale : {1e-99, 1e90, 1e99}) {
    const MeshReport report = check(shapes::moved(shapes::unitBox(2), scale, Vec3::Zero()));
    EXPECT_NEAR(report.area / scale / scale, 6, 1e-12) << scale;
    EXPECT_NEAR(report.signedVolume / scale / scale / scale, 1, 1e-12) << scale;
    EXPECT_EQ(report.problem, "") << scale;
  }
  for (const double scale : {1e-200, 1e-110, 1e110, 1e200}) {
    const MeshReport report = check(shapes::moved(shapes::unitBox(2), scale, Vec3::Zero()));
    EXPECT_NE(report.problem.find("too large or too small for a double: scale the surface"),
              std::string::npos)
        << scale;
    EXPECT_TRUE(report.closed && report.oriented);
  }
  TriangleMesh flat = shapes::moved(shapes::unitBox(2), 1e-99, Vec3::Zero());
  for (double& z : flat.z) z = 0;
  EXPECT_EQ(check(flat).problem.find("double"), std::string::npos);
}

TEST(MeshCheck, EmptyMeshIsNothing) {
  const MeshReport report = check(TriangleMesh());
  EXPECT_FALSE(report.closed || report.oriented || report.manifold || report.convex);
  EXPECT_EQ(report.problem, "the surface has no triangles");
  EXPECT_FALSE(report.consequence.empty());
}

TEST(MeshCheck, MissingCornersAreAnError) {
  TriangleMesh mesh = shapes::unitBox();
  mesh.c[3] = 1000;
  EXPECT_THROW(check(mesh), Error);
}

// ---- Self-intersections ----

TEST(SelfIntersection, CrossingBoxes) {
  TriangleMesh mesh = shapes::unitBox();
  mesh.append(shapes::box(Vec3(0.25, 0.25, 0.5), Vec3(0.75, 0.75, 1.5)));
  const MeshReport report = check(mesh);
  EXPECT_TRUE(report.closed);
  // Each of the four walls' triangles crosses the lid: eight triangles, against two of the lid.
  EXPECT_GE(report.selfIntersections, 8);
  EXPECT_EQ(flagged(report, Defect::SelfIntersecting), 10);
  EXPECT_NE(report.consequence.find("overlap"), std::string::npos);
}

// As of a file whose points have lost their order: nearly all pairs of triangles are near each other.
TEST(SelfIntersection, IsGivenUpWhereTrianglesLieInConfusion) {
  TriangleMesh mesh = shapes::sphere(6);
  std::mt19937 random(3);
  std::vector<std::size_t> order(mesh.pointCount());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::shuffle(order.begin(), order.end(), random);
  TriangleMesh shuffled = mesh;
  for (std::size_t i = 0; i < order.size(); ++i) {
    shuffled.x[i] = mesh.x[order[i]];
    shuffled.y[i] = mesh.y[order[i]];
    shuffled.z[i] = mesh.z[order[i]];
  }
  const auto checkWith = [&shuffled](int threads) {
    const ThreadLimit limit(threads);
    return check(shuffled);
  };
  const MeshReport one = checkWith(1), two = checkWith(2);
  EXPECT_FALSE(one.intersectionsCounted);
  EXPECT_LE(one.selfIntersections, 65 * one.triangles);
  EXPECT_EQ(one.selfIntersections, two.selfIntersections);
  EXPECT_EQ(one.defects, two.defects);
  EXPECT_NE(one.problem.find("at least"), std::string::npos) << one.problem;
  EXPECT_TRUE(check(mesh).intersectionsCounted);
}

TEST(SelfIntersection, FoldedNeighboursCountAndFlatOnesDoNot) {
  const TriangleMesh flat =
      shapes::make({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, -1, 0}}, {{0, 1, 2}, {1, 0, 3}});
  const TriangleMesh folded =
      shapes::make({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}, {{0, 1, 2}, {1, 0, 3}});
  EXPECT_EQ(check(flat).selfIntersections, 0);
  EXPECT_EQ(check(folded).selfIntersections, 1);
}

TEST(SelfIntersection, NeighboursOverAVertex) {
  const auto pair = [](const Vec3& p, const Vec3& q) {
    return shapes::make({{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {p.x(), p.y(), p.z()}, {q.x(), q.y(), q.z()}},
                        {{0, 1, 2}, {0, 3, 4}});
  };
  EXPECT_EQ(check(pair(Vec3(1, 1, -1), Vec3(1, 1, 1))).selfIntersections, 1) << "through the face";
  EXPECT_EQ(check(pair(Vec3(1, 0, -1), Vec3(1, 0, 1))).selfIntersections, 1) << "along an edge";
  EXPECT_EQ(check(pair(Vec3(1, 0.5, 0), Vec3(1, 1, 0))).selfIntersections, 1) << "inside, in the plane";
  EXPECT_EQ(check(pair(Vec3(1, 0.5, 0), Vec3(1, 1, 1))).selfIntersections, 1) << "resting on the face";
  EXPECT_EQ(check(pair(Vec3(-1, 0, 0), Vec3(0, -1, 0))).selfIntersections, 0) << "opposite, in the plane";
  EXPECT_EQ(check(pair(Vec3(1, 1, 1), Vec3(1, 1, 2))).selfIntersections, 0) << "above";
}

// ---- Invariance ----

void expectEqual(const MeshReport& s, const MeshReport& t) {
  EXPECT_EQ(s.closed, t.closed);
  EXPECT_EQ(s.oriented, t.oriented);
  EXPECT_EQ(s.manifold, t.manifold);
  EXPECT_EQ(s.convex, t.convex);
  EXPECT_EQ(s.edges, t.edges);
  EXPECT_EQ(s.boundaryEdges, t.boundaryEdges);
  EXPECT_EQ(s.nonManifoldEdges, t.nonManifoldEdges);
  EXPECT_EQ(s.misorientedEdges, t.misorientedEdges);
  EXPECT_EQ(s.nonManifoldVertices, t.nonManifoldVertices);
  EXPECT_EQ(s.duplicateTriangles, t.duplicateTriangles);
  EXPECT_EQ(s.degenerateTriangles, t.degenerateTriangles);
  EXPECT_EQ(s.flippedTriangles, t.flippedTriangles);
  EXPECT_EQ(s.flippedPatches, t.flippedPatches);
  EXPECT_EQ(s.loops.loops.size(), t.loops.loops.size());
  EXPECT_EQ(s.selfIntersections, t.selfIntersections);
  EXPECT_EQ(s.components, t.components);
}

// Overlapping spheres, a flipped patch, a duplicate, a hole.
TriangleMesh brokenMesh() {
  TriangleMesh mesh = shapes::sphere(3);
  mesh.append(shapes::moved(shapes::sphere(2), 0.75, Vec3(0.5, 0.25, 0.125)));
  mesh.append(shapes::openBox(2));
  for (const std::size_t t : {10u, 11u, 300u}) shapes::flip(mesh, t);
  mesh.addTriangle(mesh.a[20], mesh.b[20], mesh.c[20]);
  mesh.addTriangle(mesh.a[21], mesh.a[21], mesh.c[21]);
  return mergeDuplicatePoints(mesh).mesh;
}

TEST(Invariance, OrderOfTriangles) {
  const TriangleMesh mesh = brokenMesh();
  const MeshReport report = check(mesh);
  EXPECT_GT(report.selfIntersections, 0);
  std::vector<std::size_t> order(mesh.triangleCount());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::mt19937 random(5);
  for (int i = 0; i < 5; ++i) {
    std::shuffle(order.begin(), order.end(), random);
    const MeshReport shuffled = check(shapes::reordered(mesh, order));
    expectEqual(shuffled, report);
    std::size_t different = 0;  // the second of two duplicates may swap roles with the first: same flags
    for (std::size_t t = 0; t < order.size(); ++t)
      different += shuffled.defects[t] != report.defects[order[t]];
    EXPECT_EQ(different, 0u);
  }
}

TEST(Invariance, ExactTurnsScalesAndShifts) {
  const TriangleMesh mesh = brokenMesh();
  TriangleMesh turned = mesh;
  turned.x = mesh.y;
  turned.y = mesh.z;
  turned.z = mesh.x;
  expectEqual(check(turned), check(mesh));
  expectEqual(check(shapes::moved(mesh, std::ldexp(1.0, -80), Vec3::Zero())), check(mesh));
  expectEqual(check(shapes::moved(mesh, std::ldexp(1.0, 80), Vec3::Zero())), check(mesh));
}

TEST(Invariance, Threads) {
  const TriangleMesh mesh = shapes::moved(shapes::sphere(6), 0.7, Vec3(0.1, 0.2, 0.3));
  const auto checkWith = [&mesh](int threads) {
    const ThreadLimit limit(threads);
    return check(mesh);
  };
  const MeshReport one = checkWith(1);
  const MeshReport two = checkWith(2);
  expectEqual(one, two);
  EXPECT_EQ(one.defects, two.defects);
  EXPECT_EQ(one.signedVolume, two.signedVolume);
  EXPECT_EQ(one.area, two.area);
  EXPECT_EQ(one.problem, two.problem);
}

TEST(MeshCheckContext, AdvancesBySteps) {
  const TriangleMesh mesh = shapes::sphere(5);
  std::vector<double> fractions;
  Context context([&](double fraction) {
    fractions.push_back(fraction);
    return true;
  });
  const ThreadLimit limit(1);
  context.beginStage(0.5, meshCheckSteps(mesh, {}));
  checkMesh(mesh, {}, context);
  EXPECT_TRUE(std::is_sorted(fractions.begin(), fractions.end()));
  EXPECT_NEAR(fractions.back(), 0.5, 1e-3);
}

TEST(MeshCheckContext, CanBeCancelled) {
  Context context;
  context.cancel();
  EXPECT_THROW(checkMesh(shapes::sphere(3), {}, context), Cancelled);
}

TEST(MeshCheck, PointsThatNoTriangleUsesDoNotCount) {
  TriangleMesh mesh = shapes::tetrahedron();
  const MeshReport plain = check(mesh);
  mesh.addPoint({1e9, -2e9, 3e9});
  const MeshReport report = check(mesh);
  EXPECT_EQ(report.bounds.min(), plain.bounds.min());
  EXPECT_EQ(report.bounds.max(), plain.bounds.max());
  EXPECT_EQ(report.signedVolume, plain.signedVolume);
}

}  // namespace
}  // namespace talus::test_mesh_check
