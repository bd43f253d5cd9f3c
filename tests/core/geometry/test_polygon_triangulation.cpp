// The triangles of a polygon: right for whatever does not cross itself, at any size.
#include "geometry/mesh/polygon_triangulation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "sample_size.h"

namespace talus::test_polygon_triangulation {
namespace {

using Point = std::array<std::int64_t, 2>;
using Outline = std::vector<Point>;

std::int64_t doubleArea(const Point& a, const Point& b, const Point& c) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

std::int64_t doubleArea(const Outline& outline) {
  std::int64_t sum = 0;
  for (std::size_t i = 1; i + 1 < outline.size(); ++i)
    sum += doubleArea(outline[0], outline[i], outline[i + 1]);
  return sum;
}

// The outline in space: in the plane z = x + 2 y, with the axes exchanged, times a power of two.
std::vector<Vec3> inSpace(const Outline& outline, int axis, double scale) {
  std::vector<Vec3> corners;
  for (const auto& [x, y] : outline) {
    Vec3 p;
    p[(axis + 1) % 3] = static_cast<double>(x) * scale;
    p[(axis + 2) % 3] = static_cast<double>(y) * scale;
    p[axis] = static_cast<double>(x + 2 * y) * scale;
    corners.push_back(p);
  }
  return corners;
}

// Their areas have one sign and add up to the outline's, and every edge of the outline is an edge of one
// triangle, other edges of two in both directions. So they cover what the outline encloses, once.
void expectExact(const Outline& outline, const std::vector<PolygonTriangulation::Triangle>& triangles) {
  ASSERT_EQ(triangles.size(), outline.size() - 2);
  std::int64_t sum = 0, absolute = 0;
  std::map<std::pair<Index, Index>, int> edges;
  for (const auto& t : triangles) {
    const auto at = [&](std::size_t i) { return outline[static_cast<std::size_t>(t[i])]; };
    const std::int64_t area = doubleArea(at(0), at(1), at(2));
    sum += area;
    absolute += std::abs(area);
    for (std::size_t i = 0; i < 3; ++i) {
      ++edges[{t[i], t[(i + 1) % 3]}];
      --edges[{t[(i + 1) % 3], t[i]}];
    }
  }
  EXPECT_EQ(sum, doubleArea(outline));
  EXPECT_EQ(absolute, std::abs(sum));
  const auto count = static_cast<Index>(outline.size());
  for (Index i = 0; i < count; ++i) --edges[{i, (i + 1) % count}], ++edges[{(i + 1) % count, i}];
  for (const auto& [edge, uses] : edges) EXPECT_EQ(uses, 0) << edge.first << " " << edge.second;
}

void expectSplit(Outline outline) {
  PolygonTriangulation triangulation;
  for (const bool reversed : {false, true}) {
    if (reversed) std::ranges::reverse(outline);
    for (std::size_t turn = 0; turn < outline.size(); ++turn) {
      std::ranges::rotate(outline, outline.begin() + 1);
      for (const int axis : {0, 1, 2})
        for (const double scale : {1.0, 0x1p-30, 0x1p-900, 0x1p900}) {
          EXPECT_TRUE(triangulation.split(inSpace(outline, axis, scale)));
          expectExact(outline, triangulation.triangles());
        }
    }
  }
}

TEST(PolygonTriangulation, splitsConvexAndConcaveOutlines) {
  expectSplit({{0, 0}, {4, 0}, {4, 3}});
  expectSplit({{0, 0}, {4, 0}, {4, 3}, {0, 3}});
  expectSplit({{0, 0}, {4, 0}, {1, 1}, {0, 4}});                  // an arrow
  expectSplit({{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 3}, {0, 3}});  // an L
  expectSplit({{0, 0}, {1, 0}, {2, 0}, {3, 0}, {3, 3}});          // corners on an edge
  expectSplit({{0, 0}, {6, 0}, {6, 3}, {5, 1}, {4, 3}, {3, 1}, {2, 3}, {1, 1}, {0, 3}});  // a comb
}

TEST(PolygonTriangulation, splitsOutlinesThatAreBridgedToHoles) {
  expectSplit({{0, 0}, {4, 0}, {4, 4}, {0, 4}, {0, 0}, {1, 1}, {1, 3}, {3, 3}, {3, 1}, {1, 1}});
  // Two holes, one bridged to the other.
  expectSplit({{0, 0},
               {9, 0},
               {9, 4},
               {0, 4},
               {0, 0},
               {1, 1},
               {1, 3},
               {3, 3},
               {3, 1},
               {5, 1},
               {5, 3},
               {7, 3},
               {7, 1},
               {5, 1},
               {3, 1},
               {1, 1}});
  // A hole that touches the outline where it has no corner.
  expectSplit({{0, 0}, {4, 0}, {4, 4}, {0, 4}, {0, 2}, {1, 3}, {1, 1}, {0, 2}});
  // A bridge to a single point, and a bent slit.
  expectSplit({{0, 0}, {4, 0}, {4, 4}, {0, 4}, {0, 0}, {2, 1}});
  expectSplit({{0, 0}, {4, 0}, {4, 4}, {0, 4}, {0, 2}, {1, 2}, {1, 3}, {2, 3}, {1, 3}, {1, 2}, {0, 2}});
}

TEST(PolygonTriangulation, splitsIslandsThatAnEdgeConnects) {
  expectSplit(
      {{0, 0}, {1, 0}, {1, 1}, {5, 1}, {5, 0}, {6, 0}, {6, 2}, {5, 2}, {5, 1}, {1, 1}, {1, 2}, {0, 2}});
  // By bent edges: the corners of the way seem to be ears.
  expectSplit({{0, 0},
               {1, 0},
               {1, 1},
               {2, 1},
               {2, 3},
               {5, 3},
               {5, 0},
               {6, 0},
               {6, 5},
               {5, 5},
               {5, 3},
               {2, 3},
               {2, 1},
               {1, 1},
               {1, 2},
               {0, 2}});
  // A way that ends.
  expectSplit({{0, 0}, {1, 0}, {1, 1}, {2, 1}, {2, 3}, {4, 2}, {2, 3}, {2, 1}, {1, 1}, {1, 2}, {0, 2}});
}

TEST(PolygonTriangulation, splitsOutlinesWithRepeatedCorners) {
  expectSplit({{0, 0}, {0, 0}, {4, 0}, {4, 0}, {4, 0}, {4, 4}});
  expectSplit({{0, 0}, {2, 0}, {1, 0}, {4, 0}, {4, 4}});  // an edge that goes back and forth
}

TEST(PolygonTriangulation, keepsTheBoundaryOfOutlinesWithoutArea) {
  expectSplit({{1, 1}, {1, 1}, {1, 1}, {1, 1}, {1, 1}});
  for (const Outline& line :
       {Outline{{0, 0}, {1, 1}, {2, 2}, {1, 1}}, Outline{{0, 0}, {3, 3}, {1, 1}, {2, 2}, {4, 4}}})
    expectSplit(line);
}

TEST(PolygonTriangulation, refusesOutlinesThatCrossThemselves) {
  PolygonTriangulation triangulation;
  for (const Outline& outline :
       {Outline{{0, 0}, {1, 1}, {1, 0}, {0, 1}}, Outline{{0, 3}, {-2, -3}, {3, 1}, {-3, 1}, {2, -3}},
        Outline{{0, 0}, {4, 4}, {4, 0}, {2, -1}, {0, 4}},
        // the hole has the direction of the outline
        Outline{{0, 0}, {4, 0}, {4, 4}, {0, 4}, {0, 0}, {1, 1}, {3, 1}, {3, 3}, {1, 3}, {1, 1}}})
    for (const double scale : {1.0, 0x1p-900}) {
      EXPECT_FALSE(triangulation.split(inSpace(outline, 2, scale)));
      EXPECT_EQ(triangulation.triangles().size(), outline.size() - 2) << "the boundary stays";
    }
}

TEST(PolygonTriangulation, splitsPolygonsThatAreNotPlane) {
  PolygonTriangulation triangulation;
  const std::vector<Vec3> saddle{{0, 0, 0}, {1, 0, 1}, {1, 1, 0}, {0, 1, 1}};
  EXPECT_TRUE(triangulation.split(saddle));
  // Seen along the normal it crosses itself, from aside it does not.
  const std::vector<Vec3> screw{{0, 0, 0}, {3, 0, 0}, {3, 3, 1}, {0, 3, 2}, {2, 1, 9}, {0, 0, 9}};
  EXPECT_TRUE(triangulation.split(screw));
  EXPECT_EQ(triangulation.triangles().size(), 4u);
}

TEST(PolygonTriangulation, splitsPolygonsWithNumbersThatAreNotFinite) {
  PolygonTriangulation triangulation;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(
      triangulation.split(std::vector<Vec3>{{0, 0, 0}, {1, 0, nan}, {1, 1, 0}, {0, 1, 1}, {0, 0.5, 0}}));
  EXPECT_EQ(triangulation.triangles().size(), 3u) << "others tell of the number";
}

TEST(PolygonTriangulation, splitsQuadrilateralsFromTheirFirstCornerWherePossible) {
  PolygonTriangulation triangulation;
  using Triangles = std::vector<PolygonTriangulation::Triangle>;
  ASSERT_TRUE(triangulation.split(inSpace({{0, 0}, {1, 0}, {1, 1}, {0, 1}}, 2, 1)));
  EXPECT_EQ(triangulation.triangles(), (Triangles{{0, 1, 2}, {0, 2, 3}}));
  ASSERT_TRUE(triangulation.split(inSpace({{4, 0}, {1, 1}, {0, 4}, {0, 0}}, 2, 1)));
  EXPECT_EQ(triangulation.triangles(), (Triangles{{1, 2, 3}, {1, 3, 0}}));
}

// Half squares of a lattice joined along edges at random: what they cover is a polygon with touching corners,
// slits, holes and bridges, whose triangles are known to exist.
class Growth {
 public:
  using Half = std::array<std::int64_t, 3>;  // x, y, 0 below or 1 above the diagonal

  explicit Growth(std::uint32_t seed) : random_(seed) {
    used_.insert({0, 0, 0});
    outline_ = cornersOf({0, 0, 0});
  }

  Outline grow(int triangles, std::int64_t size) {
    for (int tries = 0; tries < 20 * triangles && static_cast<int>(used_.size()) < triangles; ++tries) {
      const std::size_t edge = random_() % outline_.size();
      join(edge, size);
    }
    return outline_;
  }

 private:
  static Outline cornersOf(const Half& half) {
    const auto& [x, y, above] = half;
    return above ? Outline{{x, y}, {x + 1, y + 1}, {x, y + 1}} : Outline{{x, y}, {x + 1, y}, {x + 1, y + 1}};
  }

  // The half on the right of an edge, if it is free.
  void join(std::size_t edge, std::int64_t size) {
    const Point from = outline_[edge], to = outline_[(edge + 1) % outline_.size()];
    for (std::int64_t x = from[0] - 1; x <= from[0]; ++x)
      for (std::int64_t y = from[1] - 1; y <= from[1]; ++y)
        for (const std::int64_t above : {0, 1}) {
          const Outline corners = cornersOf({x, y, above});
          for (std::size_t i = 0; i < 3; ++i) {
            if (corners[i] != to || corners[(i + 1) % 3] != from) continue;
            if (std::abs(x) > size || std::abs(y) > size || !used_.insert({x, y, above}).second) return;
            outline_.insert(outline_.begin() + static_cast<std::ptrdiff_t>(edge) + 1, corners[(i + 2) % 3]);
            return;
          }
        }
  }

  std::mt19937 random_;
  std::set<Half> used_;
  Outline outline_;
};

TEST(PolygonTriangulation, splitsWhatTrianglesOfALatticeCover) {
  PolygonTriangulation triangulation;
  const int seeds = sampleSize(20'000, 1'000'000);
  for (int seed = 0; seed < seeds; ++seed) {
    const int triangles = 3 + seed % 60;
    const Outline outline = Growth(static_cast<std::uint32_t>(seed)).grow(triangles, 1 + seed % 4);
    ASSERT_TRUE(triangulation.split(inSpace(outline, seed % 3, std::ldexp(1.0, seed % 41 - 20)))) << seed;
    expectExact(outline, triangulation.triangles());
    if (testing::Test::HasFailure()) FAIL() << seed;
  }
}

TEST(PolygonTriangulation, splitsLargePolygonsInTime) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> radius(0.3, 1);
  std::vector<Vec3> star;
  for (int i = 0; i < 10'000; ++i) {
    const double angle = 6.283185307179586 * i / 10'000, r = radius(random);
    star.emplace_back(r * std::cos(angle), r * std::sin(angle), 0);
  }
  PolygonTriangulation triangulation;
  EXPECT_TRUE(triangulation.split(star));
}

}  // namespace
}  // namespace talus::test_polygon_triangulation
