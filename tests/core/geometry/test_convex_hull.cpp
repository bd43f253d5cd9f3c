// The hull is closed, exactly convex, made of the extreme points, and holds them all.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <set>

#include "base/error.h"
#include "geometry/convex/convex_hull.h"
#include "geometry/exact/predicates.h"
#include "soundness.h"

namespace talus::test_convex_hull {
namespace {

using namespace soundness;

std::vector<Vec3> randomPoints(int count, unsigned seed) {
  std::mt19937 engine(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i) points.emplace_back(uniform(engine), uniform(engine), uniform(engine));
  return points;
}

// Points of a lattice with n³ sites.
std::vector<Vec3> lattice(int n, const Vec3& step = Vec3::Ones()) {
  std::vector<Vec3> points;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k) points.push_back(Vec3(i, j, k).cwiseProduct(step));
  return points;
}

// How many triangles have the point strictly outside.
int trianglesBelow(const TriangleMesh& hull, const Vec3& p) {
  int count = 0;
  for (std::size_t t = 0; t < hull.triangleCount(); ++t) {
    const auto [a, b, c] = hull.corners(t);
    count += orient3d(a, b, c, p) < 0;
  }
  return count;
}

// @return its volume.
double expectHull(const std::vector<Vec3>& points) {
  const TriangleMesh hull = convexHull(points);
  const MeshReport report = check(hull);
  expectSound(report);
  EXPECT_TRUE(report.convex);
  EXPECT_EQ(report.components, 1);
  EXPECT_EQ(genus(report), 0);
  int outside = 0;
  for (const Vec3& p : points) outside += trianglesBelow(hull, p) > 0;
  EXPECT_EQ(outside, 0);
  return report.signedVolume;
}

TEST(ConvexHull, OfACubeWithPointsInside) {
  std::vector<Vec3> points = lattice(2);
  for (const Vec3& p : randomPoints(200, 1))
    points.push_back((p + Vec3::Ones()) / 2.1 + Vec3::Constant(0.01));
  EXPECT_EQ(expectHull(points), 1);
  const TriangleMesh hull = convexHull(points);
  EXPECT_EQ(hull.pointCount(), 8u);
  EXPECT_EQ(hull.triangleCount(), 12u);
  for (std::size_t p = 0; p < 8; ++p) EXPECT_EQ(hull.point(static_cast<Index>(p)), points[p]) << "in order";
}

TEST(ConvexHull, LeavesOutWhatIsFlatOnFacesAndEdges) {
  for (const int n : {3, 4, 7}) {
    EXPECT_EQ(expectHull(lattice(n)), std::pow(n - 1, 3));
    EXPECT_EQ(convexHull(lattice(n)).pointCount(), 8u) << n;
  }
  EXPECT_NEAR(expectHull(lattice(5, Vec3(0.1, 0.3, 1e-4))), 64 * 0.1 * 0.3 * 1e-4, 1e-18);
}

TEST(ConvexHull, OfRandomPoints) {
  for (unsigned seed = 0; seed < 30; ++seed) expectHull(randomPoints(4 + 7 * static_cast<int>(seed), seed));
}

// Facets of many corners that are flat but for rounding: prisms turned and moved.
TEST(ConvexHull, IsExactlyConvexWhereFacetsAreFlatToRounding) {
  std::mt19937 engine(7);
  std::normal_distribution<double> normal;
  for (int sides = 3; sides < 40; ++sides) {
    const Eigen::Quaterniond turn =
        Eigen::Quaterniond(normal(engine), normal(engine), normal(engine), normal(engine)).normalized();
    std::vector<Vec3> points;
    for (int i = 0; i < sides; ++i)
      for (const double z : {-0.5, 0.5}) {
        const double angle = 2 * std::numbers::pi * i / sides;
        points.push_back(turn * Vec3(std::cos(angle), std::sin(angle), z) + Vec3(3, 1, 4));
      }
    EXPECT_NEAR(expectHull(points), sides / 2.0 * std::sin(2 * std::numbers::pi / sides), 1e-13) << sides;
    EXPECT_EQ(convexHull(points).pointCount(), points.size());
  }
}

TEST(ConvexHull, AtAnyScaleAndPlace) {
  const std::vector<Vec3> points = randomPoints(60, 3);
  const TriangleMesh plain = convexHull(points);
  for (const double scale : {0x1p-400, 0x1p-20, 0x1p300}) {
    std::vector<Vec3> scaled = points;
    for (Vec3& p : scaled) p *= scale;
    const TriangleMesh hull = convexHull(scaled);
    EXPECT_TRUE(hull.a == plain.a && hull.b == plain.b && hull.c == plain.c) << scale;
  }
  std::vector<Vec3> far = points;
  for (Vec3& p : far) p += Vec3(1e6, -1e6, 3e6);
  expectHull(far);
}

TEST(ConvexHull, DoesNotMindEqualPoints) {
  std::vector<Vec3> points = randomPoints(40, 5);
  const double volume = expectHull(points);
  const std::vector<Vec3> once = points;
  points.insert(points.end(), once.begin(), once.end());
  EXPECT_EQ(expectHull(points), volume);
}

TEST(ConvexHull, RefusesWhatHasNoVolume) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(convexHull({}), Error);
  EXPECT_THROW(convexHull({Vec3::Zero(), Vec3::UnitX(), Vec3::UnitY()}), Error);
  EXPECT_THROW(convexHull(std::vector<Vec3>(10, Vec3(1, 2, 3))), Error);
  std::vector<Vec3> flat = randomPoints(50, 1);
  EXPECT_NO_THROW(convexHull(flat));
  flat[7].y() = nan;
  EXPECT_THROW(convexHull(flat), Error);
  for (Vec3& p : flat) p.y() = 0.3 * p.x() - 0.1 * p.z();
  EXPECT_THROW(convexHull(flat), Error);
  for (Vec3& p : flat) p = p.x() * Vec3(1, 2, 3);
  EXPECT_THROW(convexHull(flat), Error);
}

}  // namespace
}  // namespace talus::test_convex_hull
