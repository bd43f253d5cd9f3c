#include "geometry/exact/intersection.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include "geometry/exact/predicates.h"
#ifdef TALUS_HAVE_CGAL
#include "peers/cgal.h"
#endif

namespace talus::test_intersection {
namespace {

const Corners base{Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(0, 4, 0)};

TEST(SegmentTriangle, TellsTheCasesApart) {
  const auto meets = [](const Vec3& p, const Vec3& q) { return segmentMeetsTriangle(p, q, base); };
  EXPECT_TRUE(meets(Vec3(1, 1, -1), Vec3(1, 1, 1))) << "through the face";
  EXPECT_TRUE(meets(Vec3(2, 2, -1), Vec3(2, 2, 1))) << "through an edge";
  EXPECT_TRUE(meets(Vec3(0, 0, -1), Vec3(0, 0, 1))) << "through a corner";
  EXPECT_TRUE(meets(Vec3(1, 1, 0), Vec3(1, 1, 1))) << "touches the face with an end";
  EXPECT_TRUE(meets(Vec3(-1, 1, 0), Vec3(5, 1, 0))) << "in the plane, across";
  EXPECT_TRUE(meets(Vec3(1, 1, 0), Vec3(1.5, 1, 0))) << "in the plane, inside";
  EXPECT_TRUE(meets(Vec3(4, 0, 0), Vec3(6, 0, 0))) << "in the plane, at a corner";
  EXPECT_FALSE(meets(Vec3(1, 1, 1), Vec3(1, 1, 2))) << "above";
  EXPECT_FALSE(meets(Vec3(3, 3, -1), Vec3(3, 3, 1))) << "beside";
  EXPECT_FALSE(meets(Vec3(5, 0, 0), Vec3(6, 0, 0))) << "in the plane, on an edge's line";
  EXPECT_FALSE(meets(Vec3(3, 3, 0), Vec3(3, 3, 1))) << "touches the plane beside it";
}

TEST(SegmentTriangle, IsExactAtTheLastBit) {
  const double above = std::nextafter(2.0, 3.0);
  EXPECT_TRUE(segmentMeetsTriangle(Vec3(2, 2, -1), Vec3(2, 2, 1), base));
  EXPECT_FALSE(segmentMeetsTriangle(Vec3(above, 2, -1), Vec3(above, 2, 1), base));
  const double tiny = std::numeric_limits<double>::denorm_min();
  EXPECT_FALSE(segmentMeetsTriangle(Vec3(1, 1, tiny), Vec3(1, 1, 1), base));
}

TEST(SegmentsMeet, InThePlane) {
  const Vec3 o(0, 0, 0), x(2, 0, 0), y(0, 2, 0), far(3, 0, 0), mid(1, 0, 0);
  EXPECT_TRUE(segmentsMeet(o, x, mid, y, 2)) << "touch";
  EXPECT_TRUE(segmentsMeet(o, x, Vec3(1, -1, 0), Vec3(1, 1, 0), 2)) << "cross";
  EXPECT_TRUE(segmentsMeet(o, x, mid, far, 2)) << "overlap";
  EXPECT_TRUE(segmentsMeet(o, far, mid, x, 2)) << "one in the other";
  EXPECT_FALSE(segmentsMeet(o, mid, x, far, 2)) << "on one line, apart";
  EXPECT_FALSE(segmentsMeet(o, x, Vec3(0, 1, 0), Vec3(2, 1, 0), 2)) << "parallel";
}

TEST(Triangles, CoplanarCases) {
  const auto at = [](double x, double y, double size) {
    return Corners{Vec3(x, y, 0), Vec3(x + size, y, 0), Vec3(x, y + size, 0)};
  };
  EXPECT_TRUE(trianglesMeet(base, base));
  EXPECT_TRUE(trianglesMeet(base, at(0.5, 0.5, 0.5))) << "one inside the other";
  EXPECT_TRUE(trianglesMeet(at(0.5, 0.5, 0.5), base));
  EXPECT_TRUE(trianglesMeet(base, at(4, 0, 1))) << "a common corner";
  EXPECT_TRUE(trianglesMeet(base, at(2, 2, 1))) << "corner on edge";
  EXPECT_FALSE(trianglesMeet(base, at(2.5, 2.5, 1)));
  EXPECT_FALSE(trianglesMeet(base, at(5, 0, 1))) << "on one line";
}

TEST(Triangles, CrossingAndTouching) {
  const Corners upright{Vec3(1, 1, -1), Vec3(1, 1, 1), Vec3(5, 5, 0)};
  const Corners resting{Vec3(1, 1, 0), Vec3(1, 2, 1), Vec3(2, 1, 1)};
  const Corners above{Vec3(1, 1, 0.25), Vec3(1, 2, 1), Vec3(2, 1, 1)};
  EXPECT_TRUE(trianglesMeet(base, upright));
  EXPECT_TRUE(trianglesMeet(base, resting));
  EXPECT_FALSE(trianglesMeet(base, above));
}

// Triangles on a small lattice: half of their relations are degenerate.
class RandomTriangles {
 public:
  explicit RandomTriangles(int cells) : coordinate_(0, cells) {}

  Vec3 point() { return Vec3(coordinate_(random_), coordinate_(random_), coordinate_(random_)); }
  Corners triangle() {
    for (;;) {
      const Corners t{point(), point(), point()};
      if (!collinear(t[0], t[1], t[2])) return t;
    }
  }

 private:
  std::mt19937 random_{7};
  std::uniform_int_distribution<int> coordinate_;
};

TEST(Triangles, TheOrderOfTrianglesAndCornersDoesNotMatter) {
  RandomTriangles random(4);
  for (int i = 0; i < 20000; ++i) {
    const Corners s = random.triangle();
    const Corners t = random.triangle();
    const bool meet = trianglesMeet(s, t);
    ASSERT_EQ(trianglesMeet(t, s), meet);
    ASSERT_EQ(trianglesMeet({s[1], s[2], s[0]}, {t[2], t[1], t[0]}), meet);
  }
}

TEST(Triangles, TheirEdgesMeetLikeSegments) {
  RandomTriangles random(4);
  for (int i = 0; i < 20000; ++i) {
    const Corners s{random.point(), random.point(), random.point()};
    const Corners t = random.triangle();
    const std::array<bool, 3> meets = edgesMeetTriangle(s, t);
    for (std::size_t k = 0; k < 3; ++k)
      ASSERT_EQ(meets[k], segmentMeetsTriangle(s[(k + 1) % 3], s[k], t)) << "pair " << i << ", edge " << k;
  }
}

TEST(Triangles, TurningAndMovingThemDoesNotMatter) {
  RandomTriangles random(4);
  // A permutation of axes with signs, a power of two, and a shift: exact in double.
  const auto move = [](const Corners& t) {
    Corners moved;
    for (std::size_t i = 0; i < 3; ++i)
      moved[i] = Vec3(-t[i].z(), t[i].x(), -t[i].y()) * 0.125 + Vec3(1024, -512, 4096);
    return moved;
  };
  for (int i = 0; i < 20000; ++i) {
    const Corners s = random.triangle();
    const Corners t = random.triangle();
    ASSERT_EQ(trianglesMeet(move(s), move(t)), trianglesMeet(s, t));
  }
}

#ifdef TALUS_HAVE_CGAL
// Offset 0 keeps integers; 0.1 makes every coordinate inexact, so that near degeneracies abound.
class AgainstCgal : public testing::TestWithParam<std::pair<int, double>> {};

TEST_P(AgainstCgal, SameAnswers) {
  const auto [cells, unit] = GetParam();
  RandomTriangles random(cells);
  const auto scaled = [unit = unit](const Vec3& p) { return Vec3(p * unit); };
  int meeting = 0;
  for (int i = 0; i < 30000; ++i) {
    Corners s = random.triangle();
    Corners t = random.triangle();
    std::transform(s.begin(), s.end(), s.begin(), scaled);
    std::transform(t.begin(), t.end(), t.begin(), scaled);
    if (collinear(s[0], s[1], s[2]) || collinear(t[0], t[1], t[2])) continue;
    ASSERT_EQ(trianglesMeet(s, t), peers::cgalTrianglesMeet(s, t)) << i;
    if (s[0] == s[1]) continue;
    ASSERT_EQ(segmentMeetsTriangle(s[0], s[1], t), peers::cgalSegmentMeetsTriangle(s[0], s[1], t)) << i;
    meeting += trianglesMeet(s, t);
  }
  EXPECT_GT(meeting, 100);
}

INSTANTIATE_TEST_SUITE_P(Lattices, AgainstCgal,
                         testing::Values(std::pair(2, 1.0), std::pair(5, 1.0), std::pair(5, 0.1),
                                         std::pair(1000000, 1.0), std::pair(1000, 1e-7)));
#endif

}  // namespace
}  // namespace talus::test_intersection
