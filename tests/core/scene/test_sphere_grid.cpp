// The grid finds the spheres that brute force finds, wherever and however large they are.
#include "scene/sphere_grid.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "shapes/random.h"

namespace talus::test_sphere_grid {
namespace {

struct Ball {
  Vec3 centre;
  double radius;
};

// Radii over `octaves`, centres in a cube of edge 10 about `centre`.
std::vector<Ball> randomBalls(int count, int octaves, const Vec3& centre, std::int64_t seed) {
  const KeyedRandom random = KeyedRandom(5)[seed];
  std::vector<Ball> balls;
  for (int i = 0; i < count; ++i) {
    const Vec3 offset(random[4 * i].between(), random[4 * i + 1].between(), random[4 * i + 2].between());
    balls.push_back({centre + 5 * offset, std::exp2(-octaves * random[4 * i + 3].value())});
  }
  return balls;
}

void expectBruteForce(const std::vector<Ball>& balls, const std::vector<Ball>& queries) {
  SphereGrid grid(balls.size());
  for (const Ball& ball : balls) grid.insert(ball.centre, ball.radius);
  std::size_t found = 0;
  for (const Ball& q : queries) {
    std::vector<Index> expected, seen;
    for (std::size_t i = 0; i < balls.size(); ++i) {
      const double sum = q.radius + balls[i].radius;
      if ((balls[i].centre - q.centre).squaredNorm() < sum * sum) expected.push_back(static_cast<Index>(i));
    }
    EXPECT_TRUE(grid.query(q.centre, q.radius, [&](Index i) {
      seen.push_back(i);
      return true;
    }));
    std::sort(seen.begin(), seen.end());
    ASSERT_EQ(seen, expected);
    found += seen.size();
  }
  EXPECT_GT(found, queries.size() / 2);
}

TEST(SphereGrid, FindsWhatBruteForceFinds) {
  for (const int octaves : {0, 1, 3, 8})
    expectBruteForce(randomBalls(800, octaves, Vec3::Zero(), octaves), randomBalls(300, 2, Vec3::Zero(), 90));
}

TEST(SphereGrid, FarFromTheOrigin) {
  const Vec3 far(3e7, -1e9, 2e11);
  expectBruteForce(randomBalls(500, 4, far, 1), randomBalls(200, 4, far, 2));
}

// Beyond the cells that can be told apart: slower, not wrong.
TEST(SphereGrid, WhereCellsFallTogether) {
  const Vec3 far(0, 1e17, -1e18);
  expectBruteForce(randomBalls(300, 2, far, 1), randomBalls(50, 2, far, 2));
}

TEST(SphereGrid, MoreThanExpected) {
  const std::vector<Ball> balls = randomBalls(500, 2, Vec3::Zero(), 3);
  SphereGrid grid(0);
  for (const Ball& ball : balls) grid.insert(ball.centre, ball.radius);
  int seen = 0;
  grid.query(Vec3::Zero(), 100, [&seen](Index) { return ++seen > 0; });
  EXPECT_EQ(seen, 500);
}

TEST(SphereGrid, StopsWhenTold) {
  SphereGrid grid(2);
  EXPECT_TRUE(grid.query(Vec3::Zero(), 1, [](Index) { return false; })) << "nothing is there";
  grid.insert(Vec3(1, 0, 0), 1);
  grid.insert(Vec3(1, 1, 0), 1);
  int seen = 0;
  EXPECT_FALSE(grid.query(Vec3::Zero(), 1, [&seen](Index) { return ++seen == 0; }));
  EXPECT_EQ(seen, 1);
  EXPECT_TRUE(grid.query(Vec3(-1, 0, 0), 1, [](Index) { return false; })) << "touching is not overlapping";
}

}  // namespace
}  // namespace talus::test_sphere_grid
