#include "contact/overlap/surface_intersection.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <set>
#include <tuple>

#include "base/error.h"
#include "contact/overlap/distinct_overlap.h"
#include "geometry/exact/predicates.h"
#include "shapes.h"
#include "shapes/foam.h"
#include "shapes/porous_block.h"

namespace talus::test_surface_intersection {
namespace {

double volumeOf(const TriangleMesh& mesh) {
  double sum = 0;
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
    const auto [a, b, c] = mesh.corners(t);
    sum += a.dot(b.cross(c)) / 6;
  }
  return sum;
}

double overlapVolume(const SurfaceIntersection& hit) {
  double sum = 0;
  for (const OverlapRegion& region : hit.regions) sum += region.volume;
  return sum;
}

Pose turned(const Vec3& position, double angle, const Vec3& axis, double scale = 1) {
  return {position, Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix(), scale};
}

Pose randomPose(std::mt19937& random, double reach) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  const auto vector = [&] { return Vec3(uniform(random), uniform(random), uniform(random)); };
  const Vec3 position = reach * vector();
  const Vec3 axis = vector();
  return turned(position, std::numbers::pi * uniform(random), axis, 1 + 0.3 * uniform(random));
}

SurfaceIntersection intersect(const TriangleMesh& first, const TriangleMesh& second,
                              const Pose& firstPose = {}, const Pose& secondPose = {}) {
  return intersectSurfaces(SurfaceCells(first), firstPose, SurfaceCells(second), secondPose);
}

// Every piercing lies on exactly one curve, and curves close.
void expectWholeCurves(const SurfaceIntersection& hit) {
  std::vector<int> uses(hit.piercings.size(), 0);
  for (const OverlapRegion& region : hit.regions)
    for (const auto& curve : region.curves) {
      EXPECT_GE(curve.size(), 3U);
      for (const Index i : curve) ++uses[static_cast<std::size_t>(i)];
    }
  EXPECT_TRUE(std::all_of(uses.begin(), uses.end(), [](int n) { return n == 1; }));
}

// ---- Against formulas ----

TEST(SurfaceIntersection, BoxesOverlapInABox) {
  const auto hit = intersect(shapes::unitBox(3), shapes::box(Vec3(0.7, -0.2, 0.1), Vec3(2, 0.6, 0.8), 2));
  ASSERT_EQ(hit.regions.size(), 1U);
  EXPECT_NEAR(hit.regions[0].volume, 0.3 * 0.6 * 0.7, 1e-15);
  EXPECT_GT(hit.regions[0].normal.x(), 0.5);  // from the first to the second
  expectWholeCurves(hit);
}

TEST(SurfaceIntersection, BoxesThatCrossShareOneRegionOfTwoCurves) {
  const auto hit = intersect(shapes::box(Vec3(-2, -0.5, -0.5), Vec3(2, 0.5, 0.5)),
                             shapes::box(Vec3(-0.25, -2, -0.25), Vec3(0.25, 2, 0.25)));
  ASSERT_EQ(hit.regions.size(), 1U);
  EXPECT_EQ(hit.regions[0].curves.size(), 2U);
  EXPECT_NEAR(hit.regions[0].volume, 0.5 * 1 * 0.5, 1e-15);
  EXPECT_NEAR(hit.regions[0].area, 0, 1e-15);  // the two sides balance
}

TEST(SurfaceIntersection, TwoPlacesAreTwoRegions) {
  TriangleMesh fork = shapes::box(Vec3(0, 0, 0), Vec3(3, 1, 1));
  fork.append(shapes::box(Vec3(0, 0, 5), Vec3(3, 1, 6)));
  const auto hit = intersect(fork, shapes::box(Vec3(1, 0.5, -1), Vec3(2, 2, 7)));
  ASSERT_EQ(hit.regions.size(), 2U);
  for (const OverlapRegion& region : hit.regions) {
    EXPECT_NEAR(region.volume, 0.5, 1e-14);
    EXPECT_NEAR(region.normal.y(), 1, 1e-14);
    EXPECT_NEAR(region.depth, 0.5, 1e-14);
    EXPECT_NEAR(region.area, 1, 1e-14);
  }
}

TEST(SurfaceIntersection, SpheresTouchAlongTheirCentres) {
  const TriangleMesh sphere = shapes::sphere(5);
  const Vec3 along = Vec3(1, 2, -0.5).normalized();
  for (const double distance : {1.99, 1.9, 1.5}) {
    const auto hit = intersect(sphere, sphere, {}, turned(distance * along, 1, Vec3(1, 1, 0)));
    ASSERT_EQ(hit.regions.size(), 1U) << distance;
    const OverlapRegion& region = hit.regions[0];
    const double height = 1 - distance / 2;
    EXPECT_NEAR(region.normal.dot(along), 1, 1e-3);
    EXPECT_NEAR(region.depth, 2 * height, 4e-3);
    EXPECT_NEAR((region.point - 0.5 * distance * along).norm(), 0, 1e-2);
    const double caps = 2 * std::numbers::pi * height * height * (3 - height) / 3;
    // The polyhedra lie up to 0.15 % within their spheres.
    const double disk = std::numbers::pi * (1 - distance * distance / 4);
    EXPECT_NEAR(region.volume, caps, 0.003 * disk);
    EXPECT_NEAR(region.area, disk, 0.02);
    expectWholeCurves(hit);
  }
}

TEST(SurfaceIntersection, ABodyWithinAnotherIsARegionWithoutCurves) {
  const TriangleMesh big = shapes::sphere(4);
  const TriangleMesh small = shapes::unitBox(2);
  const Pose pose{Vec3(0.1, 0, 0), Eigen::Matrix3d::Identity(), 0.25};
  for (const bool swapped : {false, true}) {
    const auto hit = swapped ? intersect(big, small, {}, pose) : intersect(small, big, pose, {});
    ASSERT_EQ(hit.regions.size(), 1U);
    EXPECT_TRUE(hit.regions[0].curves.empty());
    EXPECT_NEAR(hit.regions[0].volume, 1.0 / 64, 1e-16);
    EXPECT_TRUE(hit.piercings.empty());
  }
}

TEST(SurfaceIntersection, ABodyInACavityTouchesNothing) {
  TriangleMesh hollow = shapes::box(Vec3(-1, -1, -1), Vec3(1, 1, 1));
  TriangleMesh cavity = shapes::box(Vec3(-0.8, -0.8, -0.8), Vec3(0.8, 0.8, 0.8));
  for (std::size_t t = 0; t < cavity.triangleCount(); ++t) shapes::flip(cavity, t);
  hollow.append(cavity);
  EXPECT_FALSE(intersect(hollow, shapes::moved(shapes::sphere(2), 0.5, Vec3::Zero())).touching());
  const auto hit = intersect(hollow, shapes::sphere(2));
  EXPECT_TRUE(hit.touching());
  EXPECT_NEAR(overlapVolume(hit), overlapVolume(intersect(shapes::sphere(2), hollow)), 1e-13);
}

TEST(SurfaceIntersection, ANeedleThroughTheMiddleOfATriangle) {
  const TriangleMesh plate = shapes::box(Vec3(-10, -10, -0.1), Vec3(10, 10, 0.1));
  const TriangleMesh needle = shapes::box(Vec3(2, -5, -3), Vec3(2.01, -4.99, 3));
  const auto hit = intersect(plate, needle);
  ASSERT_EQ(hit.regions.size(), 1U);
  EXPECT_EQ(hit.regions[0].curves.size(), 2U);
  EXPECT_NEAR(hit.regions[0].volume, 0.01 * 0.01 * 0.2, 1e-15);
}

// ---- A whole from its parts ----

// Eight boxes that fill space share out a body's volume.
void expectPartsMakeTheWhole(const TriangleMesh& mesh, const Vec3& corner, double tolerance) {
  const Box box = mesh.bounds();
  const Vec3 margin = 0.1 * box.sizes();
  const SurfaceCells body(mesh);
  double sum = 0;
  for (unsigned octant = 0; octant < 8; ++octant) {
    Vec3 low = box.min() - margin;
    Vec3 high = box.max() + margin;
    for (int axis = 0; axis < 3; ++axis) ((octant >> axis & 1) != 0 ? low : high)[axis] = corner[axis];
    const auto hit = intersectSurfaces(body, {}, SurfaceCells(shapes::box(low, high, 2)), {});
    expectWholeCurves(hit);
    sum += overlapVolume(hit);
  }
  EXPECT_NEAR(sum, volumeOf(mesh), tolerance * volumeOf(mesh));
}

TEST(SurfaceIntersection, PartsMakeTheWhole) {
  Context context;
  expectPartsMakeTheWhole(shapes::sphere(4), Vec3(0.1, -0.2, 0.3), 1e-13);
  expectPartsMakeTheWhole(shapes::torus(2, 0.7, 40, 20), Vec3(0.1, -0.2, 0.1), 1e-13);
  expectPartsMakeTheWhole(makePorousBlock({.triangles = 20000}, context), Vec3(0.01, 0.02, -0.03), 1e-12);
  expectPartsMakeTheWhole(makeFoam({.cells = 5, .triangles = 20000}, context), Vec3(0.01, 0.02, -0.03),
                          1e-12);
}

TEST(SurfaceIntersection, PartsMakeTheWholeWherePlanesMeetVerticesAndEdges) {
  expectPartsMakeTheWhole(shapes::sphere(4), Vec3::Zero(), 1e-13);  // its edges lie in the planes
  expectPartsMakeTheWhole(shapes::unitBox(4), Vec3::Constant(0.5), 1e-13);
  expectPartsMakeTheWhole(shapes::unitBox(4), Vec3(0.25, 0.5, 0.75), 1e-13);
  expectPartsMakeTheWhole(shapes::unitBox(4), Vec3(0, 0, 0), 1e-13);  // its faces do
  expectPartsMakeTheWhole(shapes::torus(2, 0.5, 32, 16), Vec3::Zero(), 1e-13);
}

TEST(SurfaceIntersection, EqualBodiesOverlapInThemselvesUpToTheInfinitesimalShift) {
  for (const TriangleMesh& mesh : {shapes::unitBox(3), shapes::sphere(3), shapes::tetrahedron()}) {
    const auto hit = intersect(mesh, mesh);
    EXPECT_NEAR(overlapVolume(hit), volumeOf(mesh), 1e-12);
    expectWholeCurves(hit);
  }
}

TEST(SurfaceIntersection, FacesThatLieOnEachOtherOverlapInNothing) {
  for (int axis = 0; axis < 3; ++axis)
    for (const double side : {-1.0, 1.0}) {
      Vec3 shift = Vec3::Zero();
      shift[axis] = side;
      const auto hit = intersect(shapes::unitBox(2), shapes::moved(shapes::unitBox(3), 1, shift));
      EXPECT_NEAR(overlapVolume(hit), 0, 1e-15);
      expectWholeCurves(hit);
    }
}

// ---- Against everything by everything ----

bool crossesPlainly(const std::array<Vec3, 3>& t, const Vec3& p, const Vec3& q) {
  const int side = orient3d(t[0], t[1], t[2], p);
  if (side * orient3d(t[0], t[1], t[2], q) != -1) return false;
  const int turn = orient3d(p, q, t[0], t[1]);
  return turn == orient3d(p, q, t[1], t[2]) && turn == orient3d(p, q, t[2], t[0]);
}

using Found = std::set<std::tuple<bool, Index, Index>>;

Found allPiercings(const SurfacePair& pair) {
  Found found;
  for (const bool first : {true, false})
    for (std::size_t e = 0; e < pair.surface(first).edges().size(); ++e) {
      const auto& edge = pair.surface(first).edges()[e];
      for (std::size_t t = 0; t < pair.surface(!first).mesh().triangleCount(); ++t)
        if (crossesPlainly(pair.corners(!first, static_cast<Index>(t)), pair.point(first, edge.from),
                           pair.point(first, edge.to)))
          found.emplace(first, static_cast<Index>(e), static_cast<Index>(t));
    }
  return found;
}

std::vector<TrianglePair> pairsWithNearBoxes(const SurfacePair& pair) {
  const auto boxOf = [&pair](bool first, std::size_t t) {
    Box box;
    for (const Vec3& corner : pair.corners(first, static_cast<Index>(t))) box.extend(corner);
    return box;
  };
  std::vector<TrianglePair> near;
  for (std::size_t t = pair.surface(true).mesh().triangleCount(); t-- > 0;)
    for (std::size_t u = 0; u < pair.surface(false).mesh().triangleCount(); ++u)
      if (boxOf(true, t).intersects(boxOf(false, u)))
        near.emplace_back(static_cast<Index>(t), static_cast<Index>(u));
  return near;
}

void expectSame(const std::vector<Piercing>& found, const std::vector<Piercing>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Piercing &p = found[i], &q = expected[i];
    EXPECT_EQ(std::tie(p.first, p.edge, p.triangle, p.entering, p.at),
              std::tie(q.first, q.edge, q.triangle, q.entering, q.at));
    EXPECT_EQ(p.point, q.point);
  }
}

TEST(SurfaceIntersection, FindsWhatEverythingAgainstEverythingFinds) {
  std::mt19937 random(7);
  const std::vector<TriangleMesh> meshes{shapes::sphere(2), shapes::torus(1, 0.4, 16, 8), shapes::unitBox(2),
                                         shapes::box(Vec3(-2, -0.01, -1), Vec3(2, 0.01, 1))};
  std::size_t touching = 0;
  for (int round = 0; round < 60; ++round) {
    const SurfaceCells first(meshes[static_cast<std::size_t>(round) % 4]);
    const SurfaceCells second(meshes[static_cast<std::size_t>(round) / 4 % 4]);
    const Pose firstPose = randomPose(random, 1);
    const Pose secondPose = randomPose(random, 1);
    const SurfacePair pair(first, firstPose, second, secondPose);
    Found found;
    PiercingWork work;
    for (const Piercing& p : pair.piercings(work)) found.emplace(p.first, p.edge, p.triangle);
    EXPECT_EQ(found, allPiercings(pair)) << round;
    const std::vector<TrianglePair> near = pairsWithNearBoxes(pair);
    expectSame(pair.piercings(near, work), pair.piercings(work));
    touching += found.empty() ? 0 : 1;
    const SurfaceIntersection hit = intersectSurfaces(first, firstPose, second, secondPose);
    expectWholeCurves(hit);
    EXPECT_EQ(overlapDistinctly(first, firstPose, second, secondPose, near), hit.touching()) << round;
  }
  EXPECT_GT(touching, 20U);
}

TEST(SurfaceIntersection, TellsOverlapsWithoutCurves) {
  const SurfaceCells ball(shapes::sphere(1)), ring(shapes::torus(1, 0.4, 16, 8));
  const auto inRing = [&](const Vec3& place, double scale) {
    const Pose pose{place, Eigen::Matrix3d::Identity(), scale};
    const bool found = overlapDistinctly(ring, {}, ball, pose, {});
    EXPECT_EQ(overlapDistinctly(ball, pose, ring, {}, {}), found);
    EXPECT_EQ(intersectSurfaces(ring, {}, ball, pose).touching(), found);
    return found;
  };
  EXPECT_TRUE(inRing(Vec3(1, 0, 0), 0.1));
  EXPECT_TRUE(inRing(Vec3(0, 0, 0), 10));
  EXPECT_FALSE(inRing(Vec3(0, 0, 0), 0.1));
  EXPECT_FALSE(inRing(Vec3(20, 0, 0), 1));
}

// Faces lie on faces, up to the rounding of coordinates a million times as large as the bodies.
TEST(SurfaceIntersection, LosesNothingFarFromASurfacesOwnOrigin) {
  std::mt19937 random(8);
  const TriangleMesh box = shapes::box(Vec3(-1, -1, -1), Vec3(1, 1, 1), 3);
  const TriangleMesh plate = shapes::box(Vec3(-1, -1, 0), Vec3(1, 1, 1e-7), 3);
  for (const double far : {1e3, 1e6})
    for (int round = 0; round < 20; ++round) {
      const Vec3 shift = randomPose(random, far).position;
      const SurfaceCells moved(shapes::moved(plate, 1, shift)), centred(box);
      const Pose pose = randomPose(random, 1);
      const Pose ofMoved{pose.toWorld(Vec3(0.3, 0.2, round % 2 ? 1 : -1) - shift), pose.rotation, pose.scale};
      PiercingWork work;
      const SurfacePair movedFirst(moved, ofMoved, centred, pose), movedSecond(centred, pose, moved, ofMoved);
      for (const SurfacePair& pair : {movedFirst, movedSecond})
        expectSame(pair.piercings(work), pair.piercings(pairsWithNearBoxes(pair), work));
    }
}

// A plate passes through a box: on both sides curves bound the same area, up to rounding, whose direction
// would be any.
TEST(SurfaceIntersection, CurvesThatBalanceHaveNoDirectionAnywhere) {
  std::mt19937 random(9);
  const TriangleMesh box = shapes::unitBox(2), plate = shapes::box(Vec3(-2, 0.2, 0.3), Vec3(2, 0.22, 0.8));
  for (const double far : {0.0, 1.0, 1e3, 1e6})
    for (int round = 0; round < 20; ++round) {
      const Vec3 ofBox = randomPose(random, far).position, ofPlate = randomPose(random, far).position;
      const Pose pose = randomPose(random, 100 * far);
      const Pose poseOfBox{pose.toWorld(-ofBox), pose.rotation, pose.scale};
      const Pose poseOfPlate{pose.toWorld(-ofPlate), pose.rotation, pose.scale};
      const TriangleMesh a = shapes::moved(box, 1, ofBox), b = shapes::moved(plate, 1, ofPlate);
      const auto hit = intersect(a, b, poseOfBox, poseOfPlate);
      ASSERT_EQ(hit.regions.size(), 1U);
      EXPECT_EQ(hit.regions[0].curves.size(), 2U);
      EXPECT_EQ(hit.regions[0].area, 0) << far;
      EXPECT_EQ(hit.regions[0].normal, Vec3::Zero());
      EXPECT_NEAR(hit.regions[0].volume / std::pow(pose.scale, 3), 0.02 * 0.5, 1e-14 * (1 + 10 * far));
    }
}

// The curves of a plate through a ball nearly balance: their common centre would lie far beyond them.
TEST(SurfaceIntersection, TheCentreOfCurvesThatNearlyBalanceIsAmongThem) {
  const TriangleMesh plate = shapes::box(Vec3(-2, -0.01, -0.5), Vec3(2, 0.01, 0.5));
  for (const double beside : {1e-3, 1e-6, 1e-9}) {
    const auto hit = intersect(shapes::sphere(3), plate, {}, turned(Vec3(0.2, 0, 0), 1, Vec3(0, 0, beside)));
    ASSERT_EQ(hit.regions.size(), 1U);
    EXPECT_GT(hit.regions[0].area, 0);
    EXPECT_LT(hit.regions[0].point.norm(), 2) << beside;
  }
}

// Coordinates a million times as large as the bodies, of bodies or of the world, round them by 1e-10.
TEST(SurfaceIntersection, DoesNotDependOnWhereOriginsAre) {
  std::mt19937 random(10);
  const std::vector<TriangleMesh> meshes{shapes::sphere(2), shapes::torus(1, 0.4, 16, 8), shapes::unitBox(2),
                                         shapes::box(Vec3(-1, -0.05, -1), Vec3(1, 0.05, 1))};
  const double far = 1e6;
  std::size_t compared = 0;
  for (int round = 0; round < 100; ++round) {
    const TriangleMesh& a = meshes[static_cast<std::size_t>(round) % 4];
    const TriangleMesh& b = meshes[static_cast<std::size_t>(round) / 4 % 4];
    const double scale = std::array{1e-3, 1.0, 100.0}[static_cast<std::size_t>(round) % 3];
    Pose poseA = randomPose(random, 1), poseB = randomPose(random, 1);
    const auto here = intersect(a, b, poseA, poseB);
    const Vec3 world = randomPose(random, far * scale).position, own = randomPose(random, far).position;
    for (Pose* pose : {&poseA, &poseB}) {
      pose->scale *= scale;
      pose->position = scale * pose->position + world - pose->scale * (pose->rotation * own);
    }
    const auto there = intersect(shapes::moved(a, 1, own), shapes::moved(b, 1, own), poseA, poseB);
    ASSERT_EQ(here.regions.size(), there.regions.size()) << round;
    EXPECT_NEAR(overlapVolume(here), overlapVolume(there) / std::pow(scale, 3), 1e-8) << round;
    for (std::size_t i = 0; i < here.regions.size(); ++i) {
      const OverlapRegion &p = here.regions[i], &q = there.regions[i];
      EXPECT_NEAR(p.area, q.area / (scale * scale), 1e-8);
      if (p.area < 1e-3) continue;
      ++compared;
      EXPECT_NEAR((p.normal - q.normal).norm(), 0, 1e-8 / p.area);
      EXPECT_NEAR(p.depth, q.depth / scale, 1e-7 / p.area);
      EXPECT_NEAR((p.point - (q.point - world) / scale).norm(), 0, 1e-7 / p.area);
    }
  }
  EXPECT_GT(compared, 30U);
}

// A part a thousandth of the size, of as many triangles: its facets must not share a few large cells.
TEST(SurfaceIntersection, WorkStaysLinearOnUnevenBodies) {
  const Vec3 centre(3, 0, 0);
  TriangleMesh uneven = shapes::sphere(4);
  TriangleMesh small = shapes::sphere(4);
  for (std::size_t i = 0; i < small.pointCount(); ++i) {
    small.x[i] = centre.x() + 1e-3 * small.x[i];
    small.y[i] *= 1e-3;
    small.z[i] *= 1e-3;
  }
  uneven.append(small);
  const Pose about = turned(Vec3::Zero(), 1, Vec3(1, 2, 3));
  const auto hit = intersect(uneven, uneven, {}, {centre - about.rotation * centre, about.rotation});
  EXPECT_GT(hit.piercings.size(), small.triangleCount());
  EXPECT_LT(hit.work.edges, 4 * static_cast<std::int64_t>(uneven.triangleCount()));
  EXPECT_LT(hit.work.facets, 30 * hit.work.edges);
  EXPECT_LT(hit.work.tests, 10 * hit.work.edges);
}

TEST(SurfaceIntersection, SlightContactLooksAtLittle) {
  const TriangleMesh ball = shapes::sphere(5);
  const auto hit = intersect(ball, ball, {}, turned(Vec3(1.99, 0.01, 0.02), 1, Vec3(1, 2, 3)));
  EXPECT_TRUE(hit.touching());
  EXPECT_LT(hit.work.zoneTriangles, static_cast<std::int64_t>(ball.triangleCount()) / 4);
}

// ---- Invariance ----

TEST(SurfaceIntersection, DoesNotDependOnWhoIsFirstNorOnTheFrame) {
  std::mt19937 random(3);
  const TriangleMesh a = shapes::torus(1, 0.4, 24, 12);
  const TriangleMesh b = shapes::sphere(3);
  for (int round = 0; round < 20; ++round) {
    const Pose pose = randomPose(random, 1);
    const auto hit = intersect(a, b, {}, pose);
    const auto back = intersect(b, a, pose, {});
    ASSERT_EQ(hit.regions.size(), back.regions.size());
    EXPECT_NEAR(overlapVolume(hit), overlapVolume(back), 1e-12);
    const Pose far = turned(Vec3(1e3, -2e3, 500), 2, Vec3(1, 2, 3));
    const Pose posed{far.toWorld(pose.position), far.rotation * pose.rotation, pose.scale};
    const auto moved = intersect(a, b, far, posed);
    EXPECT_NEAR(overlapVolume(hit), overlapVolume(moved), 1e-10);
    if (hit.regions.size() == 1 && hit.regions[0].area > 0.01) {
      EXPECT_NEAR((hit.regions[0].normal + back.regions[0].normal).norm(), 0, 1e-10);
      EXPECT_NEAR((far.rotation * hit.regions[0].normal - moved.regions[0].normal).norm(), 0, 1e-9);
      EXPECT_NEAR(hit.regions[0].depth, back.regions[0].depth, 1e-10);
    }
  }
}

TEST(SurfaceIntersection, WorksAtEverySize) {
  for (const double size : {1e-6, 1.0, 1e6}) {
    const Pose small{Vec3(0.9 * size, 0.1 * size, 0), Eigen::Matrix3d::Identity(), size};
    const auto hit = intersect(shapes::sphere(3), shapes::unitBox(2),
                               {Vec3::Zero(), Eigen::Matrix3d::Identity(), size}, small);
    const auto unit =
        intersect(shapes::sphere(3), shapes::unitBox(2), {}, {Vec3(0.9, 0.1, 0), small.rotation, 1});
    ASSERT_EQ(hit.regions.size(), 1U);
    EXPECT_NEAR(hit.regions[0].volume / (size * size * size), unit.regions[0].volume, 1e-12);
    EXPECT_NEAR(hit.regions[0].depth / size, unit.regions[0].depth, 1e-12);
  }
}

// ---- Bad input ----

TEST(SurfaceIntersection, RefusesOpenSurfacesAndBrokenPoses) {
  EXPECT_THROW(SurfaceCells(shapes::openBox()), Error);
  TriangleMesh flipped = shapes::unitBox();
  shapes::flip(flipped, 0);
  EXPECT_THROW((SurfaceCells{flipped}), Error);
  EXPECT_THROW((SurfaceCells{TriangleMesh()}), Error);
  const SurfaceCells box(shapes::unitBox());
  EXPECT_THROW(intersectSurfaces(box, {Vec3(NAN, 0, 0)}, box, {}), Error);
  EXPECT_THROW(intersectSurfaces(box, {}, box, {Vec3::Zero(), Eigen::Matrix3d::Identity(), 0}), Error);
}

}  // namespace
}  // namespace talus::test_surface_intersection
