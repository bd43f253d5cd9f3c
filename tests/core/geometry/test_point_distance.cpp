#include "geometry/distance/point_distance.h"

#include <gtest/gtest.h>

#include <random>

#include "shapes.h"

namespace talus::test_point_distance {
namespace {

using Triangle = std::array<Vec3, 3>;
const Triangle base{Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(0, 4, 0)};

TEST(ClosestPoint, OnFaceEdgeAndCorner) {
  EXPECT_EQ(closestPoint(Vec3(1, 1, 3), base), Vec3(1, 1, 0));
  EXPECT_EQ(closestPoint(Vec3(2, -1, 1), base), Vec3(2, 0, 0));
  EXPECT_EQ(closestPoint(Vec3(4, 4, 0), base), Vec3(2, 2, 0));
  EXPECT_EQ(closestPoint(Vec3(-1, -2, 5), base), Vec3(0, 0, 0));
}

TEST(ClosestPoint, TriangleWithoutAreaIsItsSegment) {
  const Triangle line{Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(2, 0, 0)};
  const Triangle point{Vec3(1, 1, 1), Vec3(1, 1, 1), Vec3(1, 1, 1)};
  EXPECT_EQ(closestPoint(Vec3(3, 2, 0), line), Vec3(3, 0, 0));
  EXPECT_EQ(closestPoint(Vec3(3, 2, 0), point), Vec3(1, 1, 1));
}

// No sample of the triangle may be nearer than the answer, and some must be nearly as near.
TEST(SquaredDistance, AgreesWithSampling) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> coordinate(-1, 1);
  const auto point = [&] { return Vec3(coordinate(random), coordinate(random), coordinate(random)); };
  constexpr int steps = 60;
  for (int i = 0; i < 200; ++i) {
    const Triangle t{point(), point(), point()};
    const Vec3 p = point();
    double nearest = std::numeric_limits<double>::infinity();
    for (int j = 0; j <= steps; ++j)
      for (int k = 0; j + k <= steps; ++k) {
        const double u = double(j) / steps, v = double(k) / steps;
        nearest = std::min(nearest, (t[0] + u * (t[1] - t[0]) + v * (t[2] - t[0]) - p).norm());
      }
    const double distance = std::sqrt(squaredDistance(p, t));
    EXPECT_LE(distance, nearest + 1e-12);
    EXPECT_GE(distance, nearest - 4.0 / steps);
  }
}

TEST(WithinDistance, SeparatesNearFromFar) {
  const TriangleMesh mesh = shapes::unitBox(4);
  std::vector<Box> boxes;
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) boxes.push_back(mesh.bounds(t));
  const BoxTree tree(boxes);
  EXPECT_TRUE(withinDistance(Vec3(0.5, 0.5, 1.25), 0.25, tree, mesh));
  EXPECT_FALSE(withinDistance(Vec3(0.5, 0.5, 1.25), 0.2499, tree, mesh));
  EXPECT_TRUE(withinDistance(Vec3(0.5, 0.5, 0.5), 0.5, tree, mesh));
  EXPECT_FALSE(withinDistance(Vec3(0.5, 0.5, 0.5), 0.4999, tree, mesh));
  EXPECT_TRUE(withinDistance(Vec3(0.3, 0.7, 1.0), 0.0, tree, mesh));
}

}  // namespace
}  // namespace talus::test_point_distance
