#include "reference/broadphase/enclosing_ellipsoid.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <numbers>
#include <random>
#include <vector>

#include "shapes.h"

namespace talus::test_enclosing_ellipsoid {
namespace {

using Matrix = Eigen::Matrix3d;

std::vector<Vec3> pointsOf(const TriangleMesh& mesh) {
  std::vector<Vec3> points;
  for (std::size_t i = 0; i < mesh.pointCount(); ++i) points.push_back(mesh.point(static_cast<Index>(i)));
  return points;
}

std::vector<Vec3> randomPoints(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  std::vector<Vec3> points;
  for (std::size_t i = 0; i < count; ++i) points.emplace_back(normal(random), normal(random), normal(random));
  return points;
}

// At most 1: it holds them all.
double farthest(const Ellipsoid& ellipsoid, const std::vector<Vec3>& points) {
  double most = 0;
  for (const Vec3& p : points)
    most = std::max(most, (ellipsoid.axes.inverse() * (p - ellipsoid.centre)).norm());
  return most;
}

TEST(EnclosingEllipsoid, HoldsEveryPoint) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    auto points = randomPoints(4 + seed * seed, seed);
    for (Vec3& p : points) p = Vec3(3 * p.x(), p.y() + p.x(), 0.01 * p.z()) + Vec3(100, 0, -50);
    const Ellipsoid found = enclosingEllipsoid(points);
    EXPECT_LE(farthest(found, points), 1);
    EXPECT_GE(farthest(found, points), 1 - 1e-6);
  }
}

TEST(EnclosingEllipsoid, BallAroundRegularBodies) {
  const std::vector<Vec3> tetrahedron{{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
  for (const auto& [points, radius] :
       {std::pair(tetrahedron, std::sqrt(3.0)), std::pair(pointsOf(shapes::octahedron()), 1.0),
        std::pair(pointsOf(shapes::sphere(3)), 1.0)}) {
    const Ellipsoid found = enclosingEllipsoid(points);
    EXPECT_LE(found.centre.norm(), 1e-3 * radius);
    EXPECT_NEAR(found.volume() / (4 * std::numbers::pi / 3 * std::pow(radius, 3)), 1, 3e-3);
  }
}

TEST(EnclosingEllipsoid, IsTheOneThatPointsLieOn) {
  Matrix map;
  map << 2, 0.5, 0, 0, 1, 0.25, 0.125, 0, 0.5;
  auto points = pointsOf(shapes::sphere(4));
  for (Vec3& p : points) p = map * p + Vec3(5, 6, 7);
  const Ellipsoid found = enclosingEllipsoid(points);
  EXPECT_LE((found.centre - Vec3(5, 6, 7)).norm(), 1e-3);
  EXPECT_LE((found.axes * found.axes.transpose() - map * map.transpose()).norm(), 0.01);
  EXPECT_NEAR(found.volume() / (4 * std::numbers::pi / 3 * map.determinant()), 1, 0.003);
}

// The least ellipsoid of a simplex is that of the regular one under a linear map.
TEST(EnclosingEllipsoid, LeastVolumeOfATetrahedron) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const auto p = randomPoints(4, seed);
    Matrix edges;
    edges << p[1] - p[0], p[2] - p[0], p[3] - p[0];
    const double body = std::abs(edges.determinant()) / 6;
    const double ratio = 4 * std::numbers::pi / 3 * std::pow(3, 1.5) / (8.0 / 3);  // ball over tetrahedron
    EXPECT_NEAR(enclosingEllipsoid(p).volume() / (ratio * body), 1, 0.003);
  }
}

TEST(EnclosingEllipsoid, InnerPointsChangeLittle) {
  auto points = pointsOf(shapes::unitBox());
  const double volume = enclosingEllipsoid(points).volume();
  for (const Vec3& p : randomPoints(1000, 3)) points.push_back(Vec3::Constant(0.5) + 0.3 * p.normalized());
  EXPECT_NEAR(enclosingEllipsoid(points).volume(), volume, 0.003 * volume);
}

TEST(EnclosingEllipsoid, FlatAndEqualPointsAreHeld) {
  const std::vector<std::vector<Vec3>> sets{{Vec3(1, 2, 3)},
                                            {Vec3(1, 2, 3), Vec3(1, 2, 3)},
                                            {Vec3(0, 0, 0), Vec3(1, 1, 1)},
                                            {Vec3(0, 0, 5), Vec3(1, 0, 5), Vec3(0, 1, 5), Vec3(1, 1, 5)}};
  for (const auto& points : sets) {
    const Ellipsoid found = enclosingEllipsoid(points);
    EXPECT_TRUE(found.axes.allFinite() && found.centre.allFinite());
    for (Eigen::Index i = 0; i < 3; ++i)
      for (const Vec3& p : points) EXPECT_LE(std::abs(p[i] - found.centre[i]), found.axes.row(i).norm());
  }
}

}  // namespace
}  // namespace talus::test_enclosing_ellipsoid
