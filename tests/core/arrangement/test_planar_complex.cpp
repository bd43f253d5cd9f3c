// Triangulations along random points and segments: exact orientation, adjacency, area, and rows of edges.
#include "arrangement/plane/planar_complex.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <utility>

namespace talus::test_planar_complex {
namespace {

// A triangle in the plane z = x / 4 and points of it. Coordinates are multiples of 1/4: their sums are exact.
struct Plane {
  TriangleMesh mesh;
  int axis = 2;

  explicit Plane(const std::vector<std::array<int, 2>>& points) {
    add({0, 0});
    add({64, 0});
    add({0, 64});
    for (const auto& p : points) add(p);
    mesh.addTriangle(0, 1, 2);
  }
  // A triangle that stands on the plane along a segment. @return its number.
  Index stand(Index from, Index to) {
    const Index top = mesh.addPoint(Vec3(mesh.point(from) + Vec3(0, 0, 128)));
    mesh.addTriangle(from, to, top);
    return static_cast<Index>(mesh.triangleCount()) - 1;
  }
  void add(const std::array<int, 2>& p) { mesh.addPoint(Vec3(p[0], p[1], 0.25 * p[0])); }
};

std::vector<std::array<int, 2>> randomPoints(unsigned seed, int count) {
  std::mt19937 engine(seed);
  std::uniform_int_distribution<int> u(0, 64);
  std::vector<std::array<int, 2>> points;
  while (static_cast<int>(points.size()) < count) {
    const std::array<int, 2> p{u(engine), u(engine)};
    if (p[0] + p[1] <= 64) points.push_back(p);
  }
  return points;
}

double areaOf(const PlanarComplex& complex, Index t) {
  const auto& [a, b, c] = complex.corners(t);
  const Vec3 p = complex.point(a).rounded, q = complex.point(b).rounded, r = complex.point(c).rounded;
  return 0.5 * ((q.x() - p.x()) * (r.y() - p.y()) - (q.y() - p.y()) * (r.x() - p.x()));
}

void expectSound(const ExactGeometry& geometry, const PlanarComplex& complex, int axis) {
  double area = 0;
  std::set<Index> used;
  for (Index t = 0; t < static_cast<Index>(complex.triangleCount()); ++t) {
    const auto& corners = complex.corners(t);
    used.insert(corners.begin(), corners.end());
    EXPECT_EQ(
        geometry.turn(complex.point(corners[0]), complex.point(corners[1]), complex.point(corners[2]), axis),
        1);
    area += areaOf(complex, t);
    for (std::size_t k = 0; k < 3; ++k) {
      const Index other = complex.beyond(t, k);
      if (other < 0) continue;
      const auto& theirs = complex.corners(other);
      const Index from = corners[(k + 1) % 3], to = corners[(k + 2) % 3];
      std::size_t shared = 3;
      for (std::size_t i = 0; i < 3; ++i)
        if (theirs[(i + 1) % 3] == to && theirs[(i + 2) % 3] == from) shared = i;
      ASSERT_LT(shared, 3u) << "the neighbour has the edge the other way round";
      EXPECT_EQ(complex.beyond(other, shared), t);
    }
  }
  EXPECT_NEAR(area, 32 * 64, 1e-9);
  EXPECT_EQ(used.size(), complex.points().size()) << "each point is a corner";
  for (Index p = 0; p < static_cast<Index>(complex.points().size()); ++p) {
    const std::vector<Index> fan = complex.fanOf(p);
    std::size_t around = 0;
    for (Index t = 0; t < static_cast<Index>(complex.triangleCount()); ++t)
      around += static_cast<std::size_t>(std::ranges::count(complex.corners(t), p));
    EXPECT_EQ(fan.size(), around);
  }
}

std::set<std::pair<Index, Index>> edgesOf(const PlanarComplex& complex) {
  std::set<std::pair<Index, Index>> edges;
  for (Index t = 0; t < static_cast<Index>(complex.triangleCount()); ++t)
    for (std::size_t k = 0; k < 3; ++k)
      edges.insert(std::minmax(complex.corners(t)[k], complex.corners(t)[(k + 1) % 3]));
  return edges;
}

// Whether edges lead along the straight line from one point to another.
bool isRow(const ExactGeometry& geometry, const PlanarComplex& complex, Index from, Index to, int axis) {
  const auto edges = edgesOf(complex);
  const Vec3 way = complex.point(to).rounded - complex.point(from).rounded;
  Index at = from;
  for (std::size_t steps = 0; at != to && steps <= edges.size(); ++steps) {
    Index next = -1;
    for (Index p = 0; p < static_cast<Index>(complex.points().size()); ++p) {
      if (p == at || !edges.contains(std::minmax(at, p))) continue;
      const bool on = geometry.turn(complex.point(from), complex.point(to), complex.point(p), axis) == 0;
      const Vec3 step = complex.point(p).rounded - complex.point(at).rounded;
      if (on && step.dot(way) > 0) next = p;
    }
    if (next < 0) return false;
    at = next;
  }
  return at == to;
}

TEST(PlanarComplex, TriangulatesRandomPoints) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const Plane plane(randomPoints(seed, 40));
    const ExactGeometry geometry(plane.mesh);
    PlanarComplex complex(geometry, 0, plane.axis,
                          {geometry.corner(0), geometry.corner(1), geometry.corner(2)});
    std::set<std::pair<double, double>> distinct{{0, 0}, {64, 0}, {0, 64}};
    for (Index p = 3; p < static_cast<Index>(plane.mesh.pointCount()); ++p) {
      const Index number = complex.addPoint(geometry.corner(p));
      EXPECT_EQ(complex.point(number).rounded, plane.mesh.point(p));
      distinct.emplace(plane.mesh.point(p).x(), plane.mesh.point(p).y());
    }
    EXPECT_EQ(complex.points().size(), distinct.size()) << "equal points are one";
    expectSound(geometry, complex, plane.axis);
  }
}

TEST(PlanarComplex, SegmentsAreRowsOfEdgesAndCrossAtNewPoints) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const auto given = randomPoints(100 + seed, 16);
    Plane plane(given);
    std::vector<Index> standing;
    for (std::size_t i = 0; i + 1 < given.size(); i += 2)
      standing.push_back(plane.stand(static_cast<Index>(3 + i), static_cast<Index>(4 + i)));
    const ExactGeometry geometry(plane.mesh);
    PlanarComplex complex(geometry, 0, plane.axis,
                          {geometry.corner(0), geometry.corner(1), geometry.corner(2)});
    std::vector<Index> numbers;
    for (std::size_t i = 0; i < given.size(); ++i)
      numbers.push_back(complex.addPoint(geometry.corner(static_cast<Index>(3 + i))));
    const std::size_t before = complex.points().size();
    std::vector<std::pair<Index, Index>> segments;
    for (std::size_t i = 0; i + 1 < numbers.size(); i += 2) {
      if (numbers[i] == numbers[i + 1]) continue;
      complex.addSegment(numbers[i], numbers[i + 1], standing[i / 2]);
      segments.emplace_back(numbers[i], numbers[i + 1]);
    }
    EXPECT_GT(complex.points().size(), before) << "some cross";
    expectSound(geometry, complex, plane.axis);
    for (const auto& [from, to] : segments) EXPECT_TRUE(isRow(geometry, complex, from, to, plane.axis));
  }
}

}  // namespace
}  // namespace talus::test_planar_complex
