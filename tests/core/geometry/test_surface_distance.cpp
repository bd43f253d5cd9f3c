#include "geometry/distance/surface_distance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <set>

#include "geometry/distance/lattice_bricks.h"
#include "geometry/distance/pair_kernel.h"
#include "geometry/distance/point_distance.h"
#include "shapes.h"

namespace talus::test_surface_distance {
namespace {

// Every triangle asked, in the arithmetic of the definition.
NearestTriangle bruteForce(const std::vector<std::array<Vec3, 3>>& triangles, const Vec3& p) {
  NearestTriangle best{-1, std::numeric_limits<double>::infinity()};
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    auto local = triangles[t];
    for (Vec3& corner : local) corner -= p;
    const double squared = squaredDistance(Vec3::Zero(), local);
    if (squared < best.distance) best = {static_cast<Index>(t), squared};
  }
  best.distance = std::sqrt(best.distance);
  return best;
}

TEST(SurfaceDistance, EqualsBruteForceWithAndWithoutHints) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> coordinate(-2, 2);
  for (const TriangleMesh& mesh :
       {shapes::octahedron(), shapes::torus(1.0, 0.4, 40, 20), shapes::sphere(3), shapes::openBox(5)}) {
    const auto triangles = mesh.properTriangles();
    const SurfaceDistance surface(triangles);
    Index hint = -1;
    for (int i = 0; i < 500; ++i) {
      const Vec3 p(coordinate(random), coordinate(random), coordinate(random));
      const NearestTriangle wanted = bruteForce(triangles, p);
      const NearestTriangle found = surface.nearest(p);
      const NearestTriangle hinted = surface.nearest(p, hint);
      ASSERT_EQ(found.triangle, wanted.triangle);
      ASSERT_EQ(hinted.triangle, wanted.triangle);
      ASSERT_EQ(found.distance, hinted.distance);
      ASSERT_NEAR(found.distance, wanted.distance, 1e-14);
      hint = static_cast<Index>(static_cast<std::size_t>(i) * 37 % triangles.size());
    }
  }
}

TEST(SurfaceDistance, TiesGoToTheSmallestTriangle) {
  const SurfaceDistance box(shapes::unitBox(4).properTriangles());
  const auto centre = box.nearest(Vec3(0.5, 0.5, 0.5));
  EXPECT_EQ(centre.distance, 0.5);
  EXPECT_EQ(centre.triangle, bruteForce(shapes::unitBox(4).properTriangles(), Vec3(0.5, 0.5, 0.5)).triangle);
  const SurfaceDistance twice([] {
    TriangleMesh mesh = shapes::sphere(2);
    mesh.append(shapes::sphere(2));
    return mesh.properTriangles();
  }());
  std::mt19937 random(3);
  std::uniform_real_distribution<double> coordinate(-2, 2);
  for (int i = 0; i < 200; ++i) {
    const Vec3 p(coordinate(random), coordinate(random), coordinate(random));
    ASSERT_LT(twice.nearest(p, 128 + i % 128).triangle, 128);
  }
}

TEST(SurfaceDistance, IsZeroOnTheSurfaceOnly) {
  const TriangleMesh mesh = shapes::moved(shapes::sphere(3), 3.7, Vec3(1e6 + 0.1, -0.3, 1e3));
  const auto triangles = mesh.properTriangles();
  const SurfaceDistance surface(triangles);
  const double up = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < mesh.pointCount(); ++i) {
    const Vec3 corner = mesh.point(static_cast<Index>(i));
    const NearestTriangle at = surface.nearest(corner);
    ASSERT_EQ(at.distance, 0.0);
    for (Index t = 0; t < at.triangle; ++t)
      for (const Vec3& other : triangles[static_cast<std::size_t>(t)]) ASSERT_NE(other, corner);
    // Straight away from the centre by one step of double: off the surface, and the distance must say so.
    const Vec3 beside(std::nextafter(corner.x(), corner.x() > 1e6 + 0.1 ? up : -up), corner.y(), corner.z());
    if (std::abs(corner.x() - (1e6 + 0.1)) > 1) {
      ASSERT_GT(surface.nearest(beside).distance, 0.0) << i;
    }
  }
}

TEST(SurfaceDistance, AnyMagnitude) {
  for (const double size : {1e-290, 1e-100, 1.0, 1e100, 1e290}) {
    const SurfaceDistance surface(shapes::moved(shapes::unitBox(2), size, Vec3::Zero()).properTriangles());
    EXPECT_NEAR(surface.nearest(Vec3(0.5, 0.5, 1.25) * size).distance / size, 0.25, 1e-14) << size;
    EXPECT_EQ(surface.nearest(Vec3(0.5, 0.25, 1.0) * size).distance, 0.0) << size;
  }
  const SurfaceDistance unit(shapes::unitBox(1).properTriangles());
  EXPECT_NEAR(unit.nearest(Vec3(3e300, 4e300, 0)).distance / 5e300, 1, 1e-14);
  EXPECT_NEAR(unit.nearest(Vec3(-1e308, 0, 0)).distance / 1e308, 1, 1e-14);
}

// A point that is no point has no distance, whichever coordinate is missing.
TEST(SurfaceDistance, OfNotANumberIsNotANumber) {
  const SurfaceDistance surface(shapes::octahedron().properTriangles());
  for (Eigen::Index k = 0; k < 3; ++k) {
    Vec3 p(0.1, 0.2, 0.3);
    p[k] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_TRUE(std::isnan(surface.nearest(p).distance)) << k;
  }
}

TEST(SurfaceDistance, ThinTinyAndFarTriangles) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> unit(-1, 1);
  std::vector<std::array<Vec3, 3>> triangles;
  const auto vector = [&](double size) {
    return Vec3(size * unit(random), size * unit(random), size * unit(random));
  };
  for (const double size : {1.0, 1e-2, 1e-5, 1e-8})
    for (const double thinness : {1.0, 1e-3, 1e-6, 1e-12})
      for (int i = 0; i < 40; ++i) {
        const Vec3 a = vector(1), along = vector(size);
        const Vec3 across = along.cross(vector(1)).normalized() * (size * thinness);
        triangles.push_back({a, a + along, a + along * 0.4 + across});
      }
  const SurfaceDistance surface(triangles);
  const auto check = [&](const Vec3& p, Index hint) {
    const NearestTriangle wanted = bruteForce(triangles, p), found = surface.nearest(p, hint);
    // Scaled by the tree's power of two: the same bits.
    ASSERT_EQ(found.triangle, wanted.triangle) << p.transpose();
    ASSERT_NEAR(found.distance, wanted.distance, 1e-15 * (1 + wanted.distance));
  };
  for (int i = 0; i < 400; ++i) {
    const auto& at = triangles[static_cast<std::size_t>(i * 7) % triangles.size()];
    check(vector(1), -1);
    check(vector(10), i);
    check(vector(1000), -1);
    check((at[0] + at[1] + at[2]) / 3 + vector(1e-3), i);
    check(at[1] + vector(1e-7), -1);
  }
}

TEST(SurfaceDistance, GroupsAreAnsweredAsTheirPoints) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> unit(-1, 1);
  for (const TriangleMesh& mesh : {shapes::sphere(4), shapes::torus(1.0, 0.4, 60, 30), shapes::openBox(5)}) {
    const SurfaceDistance surface(mesh.properTriangles());
    for (const double spread : {0.0, 1e-9, 1e-3, 0.05, 1.0, 50.0, 1e200})
      for (int repeat = 0; repeat < 20; ++repeat) {
        const Vec3 centre(2 * unit(random), 2 * unit(random), 2 * unit(random));
        std::vector<Vec3> points(static_cast<std::size_t>(1 + repeat * 3));
        for (Vec3& p : points) p = centre + spread * Vec3(unit(random), unit(random), unit(random));
        points.back() = mesh.point(static_cast<Index>(repeat));
        std::vector<NearestTriangle> found(points.size());
        surface.nearestOfGroup(points, found);
        for (std::size_t i = 0; i < points.size(); ++i) {
          const NearestTriangle alone = surface.nearest(points[i]);
          ASSERT_EQ(found[i].triangle, alone.triangle);
          ASSERT_EQ(found[i].distance, alone.distance);
        }
      }
  }
}

// Bits of the search for many points are those of the search for each.
void expectSameAsAlone(const SurfaceDistance& surface, const std::vector<Vec3>& points, double band) {
  std::vector<NearestTriangle> found(points.size());
  surface.nearestOfGroup(points, found, band);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const NearestTriangle alone = surface.nearest(points[i]);
    const bool beyond = alone.distance > band;
    ASSERT_EQ(found[i].triangle, beyond ? -1 : alone.triangle) << points[i].transpose() << ", " << band;
    ASSERT_EQ(found[i].distance, beyond ? band : alone.distance) << points[i].transpose() << ", " << band;
  }
}

// Triangles of all sizes and shapes down to a millionth of a millionth, in a ball.
std::vector<std::array<Vec3, 3>> slivers() {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> unit(-1, 1);
  const auto vector = [&] { return Vec3(unit(random), unit(random), unit(random)); };
  std::vector<std::array<Vec3, 3>> triangles;
  for (const double size : {1.0, 1e-2, 1e-5, 1e-12})
    for (const double thinness : {1.0, 1e-3, 1e-6, 1e-13})
      for (int i = 0; i < 30; ++i) {
        const Vec3 a = vector(), along = size * vector();
        const Vec3 across = along.cross(vector()).normalized() * (size * thinness);
        triangles.push_back({a, a + along, a + 0.1 * i * along + across});
      }
  return triangles;
}

std::vector<std::vector<std::array<Vec3, 3>>> variedSurfaces() {
  const auto tilted = [](const TriangleMesh& mesh) {
    TriangleMesh turned = mesh;
    const Eigen::AngleAxisd turn(0.7, Vec3(1, 2, 3).normalized());
    for (std::size_t i = 0; i < turned.pointCount(); ++i) {
      const Vec3 p = turn * mesh.point(static_cast<Index>(i));
      turned.x[i] = p.x(), turned.y[i] = p.y(), turned.z[i] = p.z();
    }
    return turned.properTriangles();
  };
  return {shapes::unitBox(1).properTriangles(),
          tilted(shapes::unitBox(3)),
          tilted(shapes::box(Vec3(-1, -1, 0), Vec3(1, 1, 1e-7), 7)),
          tilted(shapes::openBox(4)),
          shapes::torus(1.0, 0.4, 60, 30).properTriangles(),
          shapes::sphere(5).properTriangles(),
          slivers()};
}

std::vector<Vec3> bricksOf(const std::array<std::size_t, 3>& counts, const Vec3& first, double spacing) {
  std::vector<Vec3> points;
  const LatticeBricks bricks(counts, Vec3::Constant(spacing));
  for (std::size_t brick = 0; brick < bricks.count(); ++brick)
    bricks.forEachNode(brick, [&](std::size_t i, std::size_t j, std::size_t k) {
      points.push_back(first + spacing * Vec3(double(i), double(j), double(k)));
    });
  return points;
}

TEST(SurfaceDistance, BricksOfLatticesAreAnsweredAsTheirPoints) {
  constexpr double all = std::numeric_limits<double>::infinity();
  for (const auto& triangles : variedSurfaces()) {
    const SurfaceDistance surface(triangles);
    for (const double band : {all, 0.3, 0.01}) {
      expectSameAsAlone(surface, bricksOf({13, 11, 9}, Vec3(-1.3, -1.1, -1.2), 0.21), band);
      expectSameAsAlone(surface, bricksOf({17, 16, 1}, Vec3(-0.5, -0.5, 0.5), 1.0 / 16), band);
    }
    expectSameAsAlone(surface, bricksOf({9, 8, 8}, Vec3(-0.01, -0.01, -0.01), 0.0025), all);  // a centre
    expectSameAsAlone(surface, bricksOf({9, 5, 4}, triangles[3][1], 1e-9), all);
    expectSameAsAlone(surface, bricksOf({6, 5, 4}, Vec3(5, 6, 7), 1.7), all);
    expectSameAsAlone(surface, bricksOf({5, 4, 3}, Vec3(-90, 1e7, 0), 40), all);
  }
}

// Where doubles are as coarse as the lattice, a point between them may not decide anything.
TEST(SurfaceDistance, BricksFarFromTheOriginAreAnsweredAsTheirPoints) {
  for (const double far : {1e6, 1e13, 1e15}) {
    const Vec3 at(far, -far, 3 * far);
    const TriangleMesh ball = shapes::moved(shapes::sphere(3), 40, at);
    expectSameAsAlone(SurfaceDistance(ball.properTriangles()),
                      bricksOf({14, 15, 16}, at - Vec3::Constant(60), 8),
                      std::numeric_limits<double>::infinity());
  }
}

TEST(SurfaceDistance, AnyOrderOfPointsHasTheSameAnswers) {
  std::mt19937 random(4);
  for (const auto& triangles : variedSurfaces()) {
    std::vector<Vec3> points = bricksOf({9, 9, 9}, Vec3(-1.2, -1.2, -1.2), 0.3);
    std::shuffle(points.begin(), points.end(), random);
    expectSameAsAlone(SurfaceDistance(triangles), points, std::numeric_limits<double>::infinity());
  }
}

TEST(OriginTriangles, HaveTheBitsOfEachAlone) {
  std::mt19937 random(9);
  std::uniform_real_distribution<double> unit(-1, 1);
  const std::vector<std::array<Vec3, 3>> triangles = slivers();
  OriginTriangles together;
  together.reserve(triangles.size());
  std::vector<std::array<Vec3, 3>> moved = triangles;
  for (auto& corners : moved) {
    const Vec3 p = 0.3 * Vec3(unit(random), unit(random), unit(random));
    together.add(corners, p, 2);
    for (Vec3& corner : corners) corner = (corner - p) * 2;
  }
  const auto squared = together.squaredDistances();
  ASSERT_EQ(squared.size(), triangles.size());
  for (std::size_t i = 0; i < moved.size(); ++i) {
    ASSERT_EQ(squared[i], squaredFromOrigin(moved[i])) << i;
    ASSERT_NEAR(squared[i], squaredDistance(Vec3::Zero(), moved[i]), 1e-15 * (1 + squared[i])) << i;
  }
}

void expectCompact(const Box& box, const std::array<std::size_t, 3>& counts, const Vec3& spacing) {
  const Vec3 extents = box.sizes() + spacing;
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b)
      if (extents[b] > spacing[b] && extents[a] < double(counts[std::size_t(a)]) * spacing[a]) {
        EXPECT_LE(extents[b], 2 * extents[a]);
      }
}

// Of 64 consecutive nodes the extent along any axis is at most twice that along another that could be longer.
TEST(LatticeBricks, HoldEveryNodeOnceAndConsecutiveOnesCloseTogether) {
  for (const auto& [counts, spacing] :
       std::vector<std::pair<std::array<std::size_t, 3>, Vec3>>{{{1, 1, 1}, Vec3::Zero()},
                                                                {{16, 8, 24}, Vec3::Ones()},
                                                                {{9, 1, 17}, Vec3(1, 0, 1)},
                                                                {{7, 8, 9}, Vec3::Ones()},
                                                                {{1024, 1, 1}, Vec3(1, 0, 0)},
                                                                {{1, 1000, 1}, Vec3(0, 1, 0)},
                                                                {{1, 3, 2048}, Vec3(0, 1, 1)},
                                                                {{64, 64, 2}, Vec3(1, 1, 100)},
                                                                {{32, 256, 16}, Vec3(8, 1, 4)}}) {
    const LatticeBricks bricks(counts, spacing);
    std::set<std::array<std::size_t, 3>> seen;
    const bool whole = counts[0] * counts[1] * counts[2] == bricks.count() * LatticeBricks::capacity;
    for (std::size_t brick = 0; brick < bricks.count(); ++brick) {
      std::size_t n = 0;
      Box box;
      bricks.forEachNode(brick, [&](std::size_t i, std::size_t j, std::size_t k) {
        ASSERT_TRUE(i < counts[0] && j < counts[1] && k < counts[2]);
        ASSERT_TRUE(seen.insert({i, j, k}).second);
        if (!whole) return;
        if (n++ % 64 == 0) box.setEmpty();
        box.extend(spacing.cwiseProduct(Vec3(double(i), double(j), double(k))));
        if (n % 64 == 0) expectCompact(box, counts, spacing);
      });
    }
    ASSERT_EQ(seen.size(), counts[0] * counts[1] * counts[2]);
  }
}

}  // namespace
}  // namespace talus::test_surface_distance
