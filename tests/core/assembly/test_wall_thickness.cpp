#include <gtest/gtest.h>

#include <numbers>

#include "assembly/wall_thickness.h"
#include "assembly/wall_ways.h"
#include "base/parallel.h"
#include "message_of.h"
#include "report/wall_answer.h"
#include "shapes.h"

namespace talus::test_wall_thickness {
namespace {

constexpr double degree = std::numbers::pi / 180;

WallReport walls(const TriangleMesh& mesh, const WallOptions& options = {}) {
  Context context;
  return measureWalls(mesh, "The surface", options, context);
}

// A prism along y over a polygon in the plane of x and z, counter-clockwise seen from −y.
TriangleMesh prism(const std::vector<std::array<double, 2>>& outline, double length) {
  TriangleMesh mesh;
  for (const double y : {0.0, length})
    for (const auto& [x, z] : outline) mesh.addPoint({x, y, z});
  const auto n = static_cast<Index>(outline.size());
  for (Index i = 0; i < n; ++i) {
    const Index j = (i + 1) % n;
    mesh.addTriangle(i, j, n + j);
    mesh.addTriangle(i, n + j, n + i);
  }
  for (Index i = 1; i + 1 < n; ++i) {
    mesh.addTriangle(0, i + 1, i);
    mesh.addTriangle(n, n + i, n + i + 1);
  }
  return mesh;
}

TEST(WallThickness, OfASlabIsItsHeight) {
  const WallReport report = walls(shapes::box({0, 0, 0}, {10, 8, 0.7}, 4));
  EXPECT_NEAR(report.thinnest.length, 0.7, 0.7e-12);
  EXPECT_FALSE(report.narrowest.exists());
  EXPECT_EQ(wallAnswer(report).substr(0, 20), "Thinnest wall 0.7 at");
}

TEST(WallThickness, FarFromTheOriginItIsThatOfTheStoredCoordinates) {
  const Vec3 far(1e5, -2e5, 3e5);
  const TriangleMesh slab = shapes::moved(shapes::box({0, 0, 0}, {10, 8, 0.7}, 4), 1, far);
  EXPECT_EQ(walls(slab).thinnest.length, (3e5 + 0.7) - 3e5);
}

TEST(WallThickness, GapOfASlotIsItsWidth) {
  const TriangleMesh slot =
      prism({{0, 0}, {7, 0}, {7, 5}, {4.3, 5}, {4.3, 1.5}, {4, 1.5}, {4, 5}, {0, 5}}, 20);
  const WallReport report = walls(slot);
  EXPECT_NEAR(report.narrowest.length, 4.3 - 4, 1e-12);
  EXPECT_NEAR(report.thinnest.length, 1.5, 1e-12);
  EXPECT_NEAR(report.narrowest.start.x() + report.narrowest.end.x(), 8.3, 1e-12);
}

TEST(WallThickness, OfATubeIsThatBetweenItsFaces) {
  constexpr int n = 24;
  TriangleMesh tube;
  for (const double y : {0.0, 5.0})
    for (const double r : {3.0, 2.0})
      for (int i = 0; i < n; ++i) {
        const double angle = 2 * std::numbers::pi * i / n;
        tube.addPoint({r * std::cos(angle), y, r * std::sin(angle)});
      }
  const auto quad = [&](Index a, Index b, Index c, Index d) {
    tube.addTriangle(a, b, c);
    tube.addTriangle(a, c, d);
  };
  for (Index i = 0; i < n; ++i) {
    const Index j = (i + 1) % n;
    quad(i, 2 * n + i, 2 * n + j, j);                  // outer
    quad(n + i, n + j, 3 * n + j, 3 * n + i);          // inner
    quad(i, j, n + j, n + i);                          // at y = 0
    quad(2 * n + i, 3 * n + i, 3 * n + j, 2 * n + j);  // at y = 5
  }
  const WallReport report = walls(tube);
  EXPECT_NEAR(report.thinnest.length, std::cos(std::numbers::pi / n), 1e-12);
  // From a corner of a face, 30 degrees off its normal, which is half a step off the radius: a chord.
  EXPECT_NEAR(report.narrowest.length, 4 * std::cos(30 * degree + std::numbers::pi / n), 4e-12);
}

TEST(WallThickness, OfAShellIsThatBetweenParallelFaces) {
  const TriangleMesh outer = shapes::sphere(2);
  TriangleMesh shell = outer;
  shell.append(shapes::moved(outer, 0.9, Vec3::Zero()));
  const WallReport report = walls(shell, {.samples = WallSamples::Middles});
  for (std::size_t t = 0; t < outer.triangleCount(); ++t) {
    const auto [a, b, c] = outer.corners(t);
    const double height = (b - a).cross(c - a).normalized().dot(a);
    EXPECT_NEAR(report.thickness[t], 0.1 * std::abs(height), 1e-12) << t;
  }
}

TEST(WallThickness, OfAWedgeFollowsItsAngle) {
  for (const double angle : {10.0, 20.0, 29.0}) {
    // Between x = 1 and 9, below z = 0, above the plane that falls by the angle.
    const double slope = std::tan(angle * degree);
    const TriangleMesh wedge = prism({{1, -slope}, {9, -9 * slope}, {9, 0}, {1, 0}}, 6);
    const WallReport report = walls(wedge);
    EXPECT_NEAR(report.thinnest.length, std::sin(angle * degree) / std::cos(angle * degree), 1e-12) << angle;
    for (std::size_t t = 0; t < wedge.triangleCount(); ++t) {
      const auto [a, b, c] = wedge.corners(t);
      if (a.z() != 0 || b.z() != 0 || c.z() != 0) continue;
      const double x = (a.x() + b.x() + c.x()) / 3;
      EXPECT_NEAR(report.thickness[t], x * std::sin(angle * degree), 1e-12) << angle;
    }
  }
}

TEST(WallThickness, WaysLieWithinTheCone) {
  // The nearest opposite point is 45 degrees off; within 30 degrees the way is longer.
  const double slope = 1;
  const TriangleMesh wedge = prism({{1, -slope}, {90, -90 * slope}, {90, 0}, {1, 0}}, 60);
  const WallReport report = walls(wedge, {.samples = WallSamples::Middles});
  for (std::size_t t = 0; t < wedge.triangleCount(); ++t) {
    const auto [a, b, c] = wedge.corners(t);
    if (a.z() != 0 || b.z() != 0 || c.z() != 0) continue;
    const double x = (a.x() + b.x() + c.x()) / 3;
    // From (x, 0) down and 30 degrees towards the apex: z = -(x - s sin 30) at s cos 30.
    EXPECT_NEAR(report.thickness[t], x / (std::cos(30 * degree) + std::sin(30 * degree)), 1e-11);
  }
}

TEST(WallThickness, TowardsAnEdgeItIsZeroOnlyIfOneEndCounts) {
  const TriangleMesh cube = shapes::unitBox(4);
  EXPECT_NEAR(walls(cube).thinnest.length, 1, 1e-12);
  EXPECT_LT(walls(cube, {.ends = WallEnds::First, .samples = WallSamples::Middles}).thinnest.length, 0.2);
}

TEST(WallThickness, DoesNotDependOnTheOrientationNorOnThreads) {
  TriangleMesh shell = shapes::sphere(2);
  shell.append(shapes::moved(shapes::sphere(2), 0.7, Vec3(0.1, 0, 0)));
  TriangleMesh turned = shell;
  for (std::size_t t = 0; t < turned.triangleCount(); ++t) shapes::flip(turned, t);
  const WallReport one = walls(shell), other = walls(turned);
  EXPECT_NEAR(one.thinnest.length, other.thinnest.length, 1e-13);
  const ThreadLimit limit(1);
  const WallReport again = walls(shell);
  EXPECT_EQ(one.leastThickness, again.leastThickness);
  EXPECT_EQ(one.thinnest.start, again.thinnest.start);
}

TEST(WallThickness, AnOpenSurfaceHasNoWalls) {
  EXPECT_NE(messageOf([] { walls(shapes::openBox(2)); }).find("The surface is not closed: 8 edges lack"),
            std::string::npos);
}

TEST(NearestInCone, IsTheLeastOfManyPointsOfTheTriangle) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> number(-1, 1);
  const auto point = [&] { return Vec3(number(random), number(random), number(random)); };
  int found = 0;
  for (int i = 0; i < 400; ++i) {
    const Corners triangle{point(), point(), point()};
    const Vec3 from = point();
    const DirectionCone cone(point().normalized(), (5 + 70 * std::abs(number(random))) * degree);
    const auto nearest = nearestInCone(from, cone, triangle);
    double least = 1e9;
    constexpr int fine = 60;
    for (int u = 0; u <= fine; ++u)
      for (int v = 0; u + v <= fine; ++v) {
        const Vec3 p =
            (u * triangle[0] + v * triangle[1] + (fine - u - v) * triangle[2]) / static_cast<double>(fine);
        if (cone.holds(p - from)) least = std::min(least, (p - from).norm());
      }
    if (least < 1e8) {
      ++found;
      ASSERT_TRUE(nearest.has_value()) << i;
      EXPECT_LE((*nearest - from).norm(), least + 1e-12) << i;
      EXPECT_GE((*nearest - from).norm(), least - 0.1) << i;
    }
    if (nearest) {
      const Vec3 way = *nearest - from;
      EXPECT_GE(cone.axis.dot(way), (cone.cosine - 1e-9) * way.norm()) << i;
    }
  }
  EXPECT_GT(found, 40);
}

}  // namespace
}  // namespace talus::test_wall_thickness
