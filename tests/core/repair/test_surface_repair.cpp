// Surfaces with planted defects become sound, with the volume that the defect allows; sound ones keep their
// bits.
#include "repair/surface_repair.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

#include "arrangement/result/surface_arrangement.h"
#include "base/error.h"
#include "geometry/check/mesh_check.h"
#include "shapes.h"
#include "soundness.h"

namespace talus::test_surface_repair {
namespace {

using soundness::expectSame;
RepairedSurface repaired(const TriangleMesh& mesh, const RepairOptions& options = {}) {
  Context context;
  return repairSurface(mesh, options, context);
}

std::int64_t countOf(const RepairReport& report, const std::string& step) {
  for (const RepairStep& found : stepsOf(report))
    if (found.name == step) return found.count;
  return 0;
}

// An independent check of what the report says of the result.
void expectSound(const RepairedSurface& made, double volume, double slack) {
  Context context;
  const MeshReport report = checkMesh(made.mesh, {}, context);
  EXPECT_EQ(report.problem, "");
  EXPECT_EQ(made.report.after.problem, "");
  EXPECT_TRUE(report.closed && report.oriented && report.manifold);
  EXPECT_NEAR(report.signedVolume, volume, slack + 1e-13 * std::abs(volume));
  EXPECT_EQ(made.source.size(), made.mesh.triangleCount());
}

double volumeOf(const TriangleMesh& mesh) {
  Context context;
  return checkMesh(mesh, {}, context).signedVolume;
}

TriangleMesh turned(const TriangleMesh& mesh, double angle) {
  return shapes::turned(mesh, Eigen::AngleAxisd(angle, Vec3(1, 2, 3).normalized()).toRotationMatrix());
}

TriangleMesh without(const TriangleMesh& mesh, const std::vector<std::size_t>& triangles) {
  TriangleMesh rest = mesh;
  rest.a.clear(), rest.b.clear(), rest.c.clear();
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t)
    if (std::find(triangles.begin(), triangles.end(), t) == triangles.end())
      rest.addTriangle(mesh.a[t], mesh.b[t], mesh.c[t]);
  return rest;
}

void addTriangle(TriangleMesh& mesh, const std::array<Index, 3>& corners) {
  mesh.addTriangle(corners[0], corners[1], corners[2]);
}

struct Body {
  const char* name;
  TriangleMesh mesh;
};

// Eight bodies: flat and curved, with and without a hole through them, turned, far from the origin.
std::vector<Body> bodies() {
  return {{"box", shapes::unitBox(3)},
          {"turned box", turned(shapes::unitBox(4), 0.7)},
          {"sphere", shapes::sphere(2)},
          {"turned sphere", turned(shapes::sphere(3), 1.1)},
          {"torus", shapes::torus(1, 0.3, 16, 9)},
          {"slabs", shapes::slabs(0.1)},
          {"far box", shapes::moved(shapes::unitBox(3), 1, {1e5, -3e4, 7e3})},
          {"tetrahedron", shapes::tetrahedron()}};
}

class EachBody : public testing::TestWithParam<int> {
 protected:
  const Body body = bodies()[static_cast<std::size_t>(GetParam())];
  const TriangleMesh& mesh = body.mesh;
  const double volume = volumeOf(mesh);
  std::mt19937_64 random{static_cast<unsigned>(GetParam())};

  std::size_t any() { return random() % mesh.triangleCount(); }
};

INSTANTIATE_TEST_SUITE_P(Bodies, EachBody, testing::Range(0, 8));

TEST_P(EachBody, ComesBackAsItIs) {
  const RepairedSurface made = repaired(mesh);
  EXPECT_FALSE(made.report.hasChanged());
  expectSame(made.mesh, mesh);
}

TEST_P(EachBody, HolesAreClosed) {
  std::vector<std::size_t> removed{any()};
  if (mesh.triangleCount() > 40) removed.push_back(any());
  double area = 0, size = 0;
  for (const std::size_t t : removed) {
    const auto [a, b, c] = mesh.corners(t);
    area += (b - a).cross(c - a).norm();
    size = std::max(size, mesh.bounds(t).sizes().norm());
  }
  const RepairedSurface made = repaired(without(mesh, removed));
  expectSound(made, volume, area * size);
  EXPECT_GE(countOf(made.report, "ClosedHoles"), 1);
  EXPECT_EQ(made.report.maximumMove, 0);
  EXPECT_EQ(std::count(made.source.begin(), made.source.end(), RepairedSurface::added),
            made.report.holeTriangles);
}

TEST_P(EachBody, AHoleAroundACornerIsClosed) {
  if (mesh.triangleCount() < 40) return;
  const Index corner = mesh.a[any()];
  std::vector<std::size_t> fan;
  Box box;
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t)
    if (mesh.a[t] == corner || mesh.b[t] == corner || mesh.c[t] == corner) {
      fan.push_back(t);
      box.extend(mesh.bounds(t));
    }
  const RepairedSurface made = repaired(without(mesh, fan));
  expectSound(made, volume, box.volume());
}

TEST_P(EachBody, FlippedTrianglesAreTurned) {
  TriangleMesh flipped = mesh;
  for (std::size_t i = 0; i < 1 + mesh.triangleCount() / 10; ++i) shapes::flip(flipped, any());
  const RepairedSurface made = repaired(flipped);
  expectSound(made, volume, 0);
  expectSame(made.mesh, mesh);
}

TEST_P(EachBody, ASurfaceThatFacesInwardsIsTurned) {
  TriangleMesh inwards = mesh;
  std::swap(inwards.b, inwards.c);
  const RepairedSurface made = repaired(inwards);
  EXPECT_EQ(made.report.before.problem, "");
  expectSound(made, volume, 0);
}

TEST_P(EachBody, TJunctionsAreSplit) {
  TriangleMesh split = mesh;
  const std::size_t t = any();
  const auto [a, b, c] = mesh.triangle(t);
  const Index p = split.addPoint((mesh.point(a) + mesh.point(b)) / 2);
  const Index q = split.addPoint((split.point(p) + mesh.point(b)) / 2);
  split.b[t] = p;
  split.addTriangle(p, q, c);
  split.addTriangle(q, b, c);
  const RepairedSurface made = repaired(split);
  const double size = mesh.bounds().min().cwiseAbs().cwiseMax(mesh.bounds().max().cwiseAbs()).maxCoeff();
  expectSound(made, volume, 1e-15 * size);
  EXPECT_EQ(countOf(made.report, "TJunctions"), 2);
  EXPECT_EQ(countOf(made.report, "ClosedHoles"), 0);
  EXPECT_LE(made.report.maximumMove, 1e-15 * size);
}

TEST_P(EachBody, RepeatedTrianglesAreRemoved) {
  TriangleMesh repeated = mesh;
  const std::size_t same = any(), opposite = any();
  addTriangle(repeated, mesh.triangle(same));
  repeated.addTriangle(mesh.a[opposite], mesh.c[opposite], mesh.b[opposite]);
  const RepairedSurface made = repaired(repeated);
  expectSound(made, volume, 0);
  EXPECT_EQ(countOf(made.report, "RepeatedTriangles"), 2);
  EXPECT_EQ(countOf(made.report, "ClosedHoles"), 0);
}

TEST_P(EachBody, ASurfaceThatOccursTwiceIsOne) {
  TriangleMesh twice = mesh;
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) addTriangle(twice, mesh.triangle(t));
  expectSound(repaired(twice), volume, 0);
}

TEST_P(EachBody, TrianglesOfZeroAreaAreRemoved) {
  TriangleMesh flat = mesh;
  const auto [a, b, c] = mesh.triangle(0);
  flat.addTriangle(a, b, a);
  // A cap: a corner on the side a–b of a triangle, and the flat triangle beyond it.
  const Index p = flat.addPoint((mesh.point(a) + mesh.point(b)) / 2);
  flat.b[0] = p;
  flat.addTriangle(p, b, c);
  flat.addTriangle(a, b, p);
  const RepairedSurface made = repaired(flat);
  const double size = mesh.bounds().min().cwiseAbs().cwiseMax(mesh.bounds().max().cwiseAbs()).maxCoeff();
  expectSound(made, volume, 1e-15 * size);
}

TEST_P(EachBody, TrianglesThatAreNotFiniteAreRemoved) {
  TriangleMesh broken = mesh;
  const Index p = broken.addPoint(Vec3(std::numeric_limits<double>::quiet_NaN(), 0, 0));
  broken.addTriangle(0, 1, p);
  const RepairedSurface made = repaired(broken);
  expectSound(made, volume, 0);
  expectSame(made.mesh, mesh);
  EXPECT_EQ(countOf(made.report, "NonFiniteTriangles"), 1);
}

TEST_P(EachBody, FinsAreRemoved) {
  TriangleMesh finned = mesh;
  const auto [a, b, c] = mesh.triangle(any());
  const Index p = finned.addPoint(mesh.point(c) * 3 - mesh.bounds().center() * 2);
  finned.addTriangle(a, b, p);
  const RepairedSurface made = repaired(finned);
  expectSound(made, volume, 0);
  expectSame(made.mesh, mesh);
  EXPECT_EQ(countOf(made.report, "SheetTriangles"), 1);
}

TEST_P(EachBody, BodiesThatOverlapAreUnited) {
  TriangleMesh both = mesh;
  const Vec3 size = mesh.bounds().sizes();
  both.append(shapes::moved(mesh, 1, size.cwiseProduct(Vec3(0.31, 0.17, 0.05))));
  const RepairedSurface made = repaired(both);
  expectSound(made, made.report.after.signedVolume, 0);
  EXPECT_GT(made.report.after.signedVolume, volume);
  EXPECT_LT(made.report.after.signedVolume, 2 * volume);
  EXPECT_GT(countOf(made.report, "Intersections"), 0);
  TriangleMesh inverted = both;
  for (std::size_t t = mesh.triangleCount(); t < both.triangleCount(); ++t) shapes::flip(inverted, t);
  expectSound(repaired(inverted), made.report.after.signedVolume, 1e-12);
}

TEST_P(EachBody, ManyDefectsAtOnce) {
  TriangleMesh broken = without(mesh, {any()});
  for (std::size_t i = 0; i < broken.triangleCount() / 20; ++i)
    shapes::flip(broken, random() % broken.triangleCount());
  addTriangle(broken, broken.triangle(random() % broken.triangleCount()));
  const auto [a, b, c] = broken.triangle(0);
  const Index p = broken.addPoint((mesh.point(a) + mesh.point(c)) / 2);
  broken.c[0] = p;
  broken.addTriangle(b, c, p);
  broken.append(shapes::moved(broken, 1, mesh.bounds().sizes() * 0.37));
  const RepairedSurface made = repaired(broken);
  EXPECT_EQ(made.report.after.problem, "");
  EXPECT_TRUE(made.report.after.closed && made.report.after.oriented);
  EXPECT_GT(made.report.after.signedVolume, 0.7 * volume);
}

TEST(SurfaceRepair, ACavityFacesInwardsAndABodyWithinItOutwards) {
  TriangleMesh nested;
  for (int i = 0; i < 4; ++i) {
    const double r = 4.0 - i;
    nested.append(shapes::box(Vec3::Constant(-r), Vec3::Constant(r), 2));
  }
  const RepairedSurface made = repaired(nested);
  expectSound(made, 8 * (64 - 27 + 8 - 1), 0);
  EXPECT_EQ(countOf(made.report, "TurnedShells"), 2);
}

TEST(SurfaceRepair, InnerWallsAreRemoved) {
  // Two boxes with a common wall that each has, and one that occurs once.
  TriangleMesh twice = shapes::box(Vec3::Zero(), Vec3::Ones(), 2);
  twice.append(shapes::box(Vec3(1, 0, 0), Vec3(2, 1, 1), 2));
  twice = mergeDuplicatePoints(twice).mesh;
  expectSound(repaired(twice), 2, 0);
  TriangleMesh once = repaired(twice).mesh;
  const auto pointAt = [&once](double y, double z) {
    for (Index i = 0;; ++i)
      if (once.point(i) == Vec3(1, y, z)) return i;
  };
  const Index middle = once.addPoint(Vec3(1, 0.5, 0.5));
  const std::array<Index, 8> around{pointAt(0, 0), pointAt(0.5, 0), pointAt(1, 0), pointAt(1, 0.5),
                                    pointAt(1, 1), pointAt(0.5, 1), pointAt(0, 1), pointAt(0, 0.5)};
  for (std::size_t i = 0; i < 8; ++i) once.addTriangle(around[i], around[(i + 1) % 8], middle);
  const RepairedSurface made = repaired(once);
  expectSound(made, 2, 0);
  EXPECT_EQ(countOf(made.report, "SheetTriangles"), 8);
}

// The triangles with a corner beyond a plane removed.
TriangleMesh cutOff(const TriangleMesh& mesh, const Vec3& normal, double beyond) {
  std::vector<std::size_t> triangles;
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t)
    for (const Vec3& corner : mesh.corners(t))
      if (normal.dot(corner) > beyond) {
        triangles.push_back(t);
        break;
      }
  return without(mesh, triangles);
}

TEST(SurfaceRepair, ASmoothPatchContinuesASphere) {
  for (const double beyond : {0.95, 0.8}) {
    const TriangleMesh sphere = shapes::sphere(4), open = cutOff(sphere, Vec3(1, 2, 2) / 3, beyond);
    const RepairedSurface flat = repaired(open), made = repaired(open, {.smoothHoles = true});
    expectSound(made, volumeOf(sphere), 0.012);
    double least = 1, greatest = 1;
    for (std::size_t p = 0; p < made.mesh.pointCount(); ++p) {
      least = std::min(least, made.mesh.point(static_cast<Index>(p)).norm());
      greatest = std::max(greatest, made.mesh.point(static_cast<Index>(p)).norm());
    }
    EXPECT_GT(least, 0.95) << beyond;
    EXPECT_LT(greatest, 1.03) << beyond;
    EXPECT_GT(volumeOf(sphere) - volumeOf(flat.mesh), 5 * std::abs(volumeOf(sphere) - volumeOf(made.mesh)));
    const auto removed = static_cast<double>(sphere.triangleCount() - open.triangleCount());
    EXPECT_NEAR(static_cast<double>(made.report.holeTriangles), removed, 0.5 * removed)
        << "as dense as around";
  }
}

TEST(SurfaceRepair, ASmoothPatchOfAFlatHoleIsFlat) {
  TriangleMesh mesh = shapes::box(Vec3(0, 0, 0), Vec3(4, 4, 1), 8);
  std::vector<std::size_t> hole;
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
    const auto corners = mesh.corners(t);
    if (std::all_of(corners.begin(), corners.end(), [](const Vec3& p) {
          return p.z() == 1 && p.x() >= 1 && p.x() <= 3 && p.y() >= 1 && p.y() <= 2.5;
        }))
      hole.push_back(t);
  }
  ASSERT_GT(hole.size(), 10u);
  expectSound(repaired(without(mesh, hole), {.smoothHoles = true}), 16, 1e-12);
}

TEST(SurfaceRepair, AnOpenBoxGetsAFlatLidEvenIfHolesAreSmooth) {
  const RepairedSurface made = repaired(shapes::openBox(4), {.smoothHoles = true});
  expectSame(made.mesh, repaired(shapes::openBox(4)).mesh);
}

TEST(SurfaceRepair, ASmoothPatchTurnsWithTheSurface) {
  const TriangleMesh open = cutOff(shapes::torus(1, 0.4, 40, 24), Vec3(1, 0, 0), 1.2);
  const RepairedSurface made = repaired(open, {.smoothHoles = true}),
                        other = repaired(turned(open, 0.7), {.smoothHoles = true});
  const double whole = volumeOf(shapes::torus(1, 0.4, 40, 24));
  expectSound(made, whole, 0.02 * whole);
  expectSound(other, volumeOf(made.mesh), 1e-3 * whole);
}

TEST(SurfaceRepair, OnlyHolesUpToTheLimitAreClosed) {
  const TriangleMesh open = shapes::openBox(4);  // an opening with a diagonal of √2
  const RepairedSurface left = repaired(open, {.maximumHole = 1.4});
  EXPECT_FALSE(left.report.after.closed);
  EXPECT_EQ(left.report.openHoles, 1);
  expectSame(left.mesh, open);
  expectSound(repaired(open, {.maximumHole = 1.5}), 1, 0);
}

TEST(SurfaceRepair, CracksAreClosedByTheTolerance) {
  TriangleMesh soup;  // each triangle has corners of its own, which differ a little
  std::mt19937_64 random(1);
  const TriangleMesh box = shapes::unitBox(3);
  for (std::size_t t = 0; t < box.triangleCount(); ++t) {
    std::array<Index, 3> corners{};
    for (std::size_t k = 0; k < 3; ++k) {
      Vec3 p = box.corners(t)[k];
      for (double& v : p) v += 1e-6 * (static_cast<double>(random() % 1000) / 1000 - 0.5);
      corners[k] = soup.addPoint(p);
    }
    addTriangle(soup, corners);
  }
  const RepairedSurface made = repaired(soup, {.tolerance = 2e-6});
  expectSound(made, 1, 1e-5);
  EXPECT_EQ(made.mesh.triangleCount(), box.triangleCount());
  EXPECT_EQ(made.mesh.pointCount(), box.pointCount());
  EXPECT_LE(made.report.maximumMove, 2e-6);
  EXPECT_GT(made.report.maximumMove, 0);
}

TEST(SurfaceRepair, SmallShellsAreRemovedOnlyIfAsked) {
  TriangleMesh mesh = shapes::unitBox(2);
  const TriangleMesh chip = shapes::moved(shapes::tetrahedron(), 0.01, Vec3(3, 0, 0));
  mesh.append(chip);
  EXPECT_FALSE(repaired(mesh).report.hasChanged());
  const RepairedSurface made = repaired(mesh, {.smallestShell = 0.1});
  expectSound(made, 1, 0);
  expectSame(made.mesh, shapes::unitBox(2));
  EXPECT_EQ(countOf(made.report, "SmallShells"), 1);
}

TEST(SurfaceRepair, StepsCanBeSwitchedOff) {
  TriangleMesh broken = without(shapes::unitBox(3), {5});
  shapes::flip(broken, 11);
  addTriangle(broken, broken.triangle(20));
  const RepairOptions none{.splitTJunctions = false,
                           .removeDegenerate = false,
                           .removeDuplicates = false,
                           .removeSheets = false,
                           .orient = false,
                           .closeHoles = false,
                           .resolveIntersections = false,
                           .separateParts = false};
  expectSame(repaired(broken, none).mesh, broken);
  RepairOptions one = none;
  one.orient = true;
  EXPECT_EQ(stepsOf(repaired(broken, one).report).size(), 1u);
}

TEST(SurfaceRepair, WhatEnclosesNothingVanishes) {
  TriangleMesh sheet = shapes::square(3, 1);
  const RepairedSurface made = repaired(sheet);
  EXPECT_EQ(made.mesh.triangleCount(), 0u);
  const RepairedSurface nothing = repaired({});
  EXPECT_EQ(nothing.mesh.triangleCount(), 0u);
  EXPECT_FALSE(nothing.report.hasChanged());
}

TEST(SurfaceRepair, PartsThatTouchAreSeparated) {
  TriangleMesh edge = shapes::unitBox(2);
  edge.append(shapes::box(Vec3(1, 1, 0), Vec3(2, 2, 1), 2));
  TriangleMesh corner = shapes::unitBox(2);
  corner.append(shapes::box(Vec3(1, 1, 1), Vec3(2, 2, 2), 2));
  for (const TriangleMesh& touching : {edge, corner}) {
    const TriangleMesh merged = mergeDuplicatePoints(touching).mesh;
    const RepairedSurface made = repaired(merged);
    expectSound(made, 2, 1e-14);
    EXPECT_LE(made.report.maximumMove, 2e-15);
    EXPECT_EQ(countOf(made.report, "SeparatedCorners"),
              static_cast<std::int64_t>(made.mesh.pointCount() - merged.pointCount()));
    EXPECT_FALSE(repaired(merged, {.separateParts = false}).report.hasChanged());
  }
}

// Cells of a lattice: two that touch along an edge between full layers must be separated as hollows, two that
// stand alone as bodies; both at once, and where both touch each other.
TEST(SurfaceRepair, PartsThatTouchInDifferentWaysAreSeparated) {
  const auto bodyOf = [](const std::vector<std::array<int, 3>>& cells) {
    std::vector<TriangleMesh> boxes;
    for (const auto& [x, y, z] : cells)
      boxes.push_back(shapes::box(Vec3(x, y, z), Vec3(x + 1, y + 1, z + 1)));
    Context context;
    return booleanOf(boxes, {.operation = BooleanOperation::Union, .mergeCoplanar = true}, {}, context).mesh;
  };
  const std::vector<std::array<int, 3>> pillars{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0, 0, 1},
                                                {1, 1, 1}, {0, 0, 2}, {1, 0, 2}, {0, 1, 2}, {1, 1, 2}};
  std::vector<std::array<int, 3>> apart = pillars, joined = pillars;
  apart.insert(apart.end(), {{5, 0, 0}, {6, 1, 0}});
  joined.insert(joined.end(), {{2, 2, 2}, {3, 1, 2}, {2, 2, 0}});
  for (const auto& cells : {pillars, apart, joined}) {
    const TriangleMesh touching = bodyOf(cells);
    Context context;
    ASSERT_FALSE(checkMesh(touching, {}, context).manifold);
    expectSound(repaired(touching), static_cast<double>(cells.size()), 1e-12);
  }
}

TEST(SurfaceRepair, AMoebiusStripBecomesClosedAndOriented) {
  const RepairedSurface made = repaired(shapes::moebius(40));
  EXPECT_TRUE(made.report.after.closed && made.report.after.oriented) << made.report.after.problem;
  EXPECT_EQ(made.report.after.selfIntersections, 0);
}

TEST(SurfaceRepair, ARepairedSurfaceIsNotRepairedAgain) {
  TriangleMesh both = shapes::sphere(3);
  both.append(shapes::moved(shapes::sphere(3), 1, Vec3(0.7, 0.1, 0.2)));
  const RepairedSurface once = repaired(both);
  expectSame(repaired(once.mesh).mesh, once.mesh);
}

TEST(SurfaceRepair, CanBeCancelled) {
  TriangleMesh both = shapes::sphere(4);
  both.append(shapes::moved(shapes::sphere(4), 1, Vec3(0.7, 0.1, 0.2)));
  for (const double until : {0.0, 0.3, 0.6}) {
    Context context([until](double fraction) { return fraction <= until; });
    EXPECT_THROW(repairSurface(both, {}, context), Cancelled) << until;
  }
}

}  // namespace
}  // namespace talus::test_surface_repair
