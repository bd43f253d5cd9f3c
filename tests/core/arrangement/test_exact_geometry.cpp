// Points and signs against rational numbers, on small lattices, where most cases are degenerate, and on
// random doubles.
#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_int.hpp>
#include <random>

#include "arrangement/points/exact_geometry.h"
#include "arrangement/points/point_table.h"
#include "geometry/exact/predicates.h"

namespace talus::test_exact_geometry {
namespace {

using Rational = boost::multiprecision::cpp_rational;
using RationalPoint = std::array<Rational, 3>;

RationalPoint exact(const Vec3& p) {
  return {Rational(p.x()), Rational(p.y()), Rational(p.z())};
}
RationalPoint minus(const RationalPoint& a, const RationalPoint& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
RationalPoint cross(const RationalPoint& a, const RationalPoint& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
Rational dot(const RationalPoint& a, const RationalPoint& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
int sign(const Rational& v) {
  return v.sign();
}

class Cases {
 public:
  Cases(unsigned seed, bool lattice) : random_(seed), lattice_(lattice) {}

  // A mesh of random triangles of non-zero area.
  TriangleMesh mesh(int triangles) {
    TriangleMesh result;
    while (static_cast<int>(result.triangleCount()) < triangles) {
      const Vec3 a = point(), b = point(), c = point();
      if (collinear(a, b, c)) continue;
      const Index first = result.addPoint(a);
      result.addPoint(b);
      result.addPoint(c);
      result.addTriangle(first, first + 1, first + 2);
    }
    return result;
  }
  Index number(int below) { return static_cast<Index>(random_() % static_cast<unsigned>(below)); }

 private:
  Vec3 point() {
    const auto coordinate = [&] {
      if (lattice_) return static_cast<double>(random_() % 4);
      return std::ldexp(static_cast<double>(random_() >> 11), -53) + (random_() % 3 == 0 ? 1e3 : 0);
    };
    return {coordinate(), coordinate(), coordinate()};
  }
  std::mt19937_64 random_;
  bool lattice_;
};

// A random point of each kind, with its rational coordinates.
struct Known {
  ExactPoint point;
  RationalPoint rational;
};

class Reference {
 public:
  explicit Reference(const TriangleMesh& mesh) : mesh_(mesh), geometry_(mesh) {}

  RationalPoint corner(Index p) const { return exact(mesh_.point(p)); }
  RationalPoint normal(Index t) const {
    const auto [a, b, c] = mesh_.triangle(static_cast<std::size_t>(t));
    return cross(minus(corner(b), corner(a)), minus(corner(c), corner(a)));
  }
  RationalPoint cornerOf(Index t) const { return corner(mesh_.a[static_cast<std::size_t>(t)]); }

  std::optional<Known> make(Cases& cases, int triangles) const {
    switch (cases.number(3)) {
      case 0: {
        const Index p = cases.number(3 * triangles);
        return Known{geometry_.corner(p), corner(p)};
      }
      case 1: {
        const Index p = cases.number(3 * triangles), q = cases.number(3 * triangles),
                    t = cases.number(triangles);
        const RationalPoint edge = minus(corner(q), corner(p));
        const Rational whole = dot(edge, normal(t)), way = dot(minus(cornerOf(t), corner(p)), normal(t));
        if (p == q || whole.is_zero()) return std::nullopt;
        RationalPoint at = corner(p);
        for (std::size_t k = 0; k < 3; ++k) at[k] += edge[k] * way / whole;
        return Known{geometry_.point(PointOrigin::onEdge(p, q, t)), at};
      }
      default: {
        const Index s = cases.number(triangles), t = cases.number(triangles), u = cases.number(triangles);
        const Rational whole = dot(normal(s), cross(normal(t), normal(u)));
        if (whole.is_zero()) return std::nullopt;
        const RationalPoint a = cross(normal(t), normal(u)), b = cross(normal(u), normal(s)),
                            c = cross(normal(s), normal(t));
        RationalPoint at;
        for (std::size_t k = 0; k < 3; ++k)
          at[k] = (dot(normal(s), cornerOf(s)) * a[k] + dot(normal(t), cornerOf(t)) * b[k] +
                   dot(normal(u), cornerOf(u)) * c[k]) /
                  whole;
        return Known{geometry_.point(PointOrigin::ofPlanes(s, t, u)), at};
      }
    }
  }
  const ExactGeometry& geometry() const { return geometry_; }

 private:
  const TriangleMesh& mesh_;
  ExactGeometry geometry_;
};

// Whether x is the double nearest to v.
bool isNearest(double x, const Rational& v) {
  const Rational off = abs(Rational(x) - v);
  for (const double to : {-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()})
    if (abs(Rational(std::nextafter(x, to)) - v) < off) return false;
  return true;
}

void compare(unsigned seed, bool lattice) {
  Cases cases(seed, lattice);
  constexpr int triangles = 6;
  const TriangleMesh mesh = cases.mesh(triangles);
  const Reference reference(mesh);
  std::vector<Known> points;
  while (points.size() < 12)
    if (auto known = reference.make(cases, triangles)) points.push_back(*std::move(known));
  for (const Known& p : points) {
    for (std::size_t k = 0; k < 3; ++k)
      EXPECT_TRUE(isNearest(p.point.rounded[static_cast<Eigen::Index>(k)], p.rational[k])) << seed;
    for (Index t = 0; t < triangles; ++t)
      EXPECT_EQ(reference.geometry().side(t, p.point),
                -sign(dot(reference.normal(t), minus(p.rational, reference.cornerOf(t)))))
          << seed;
  }
  for (const Known& p : points)
    for (const Known& q : points) {
      EXPECT_EQ(reference.geometry().equal(p.point, q.point), p.rational == q.rational) << seed;
      for (const Known& r : points)
        for (const int axis : {0, 1, 2})
          EXPECT_EQ(reference.geometry().turn(p.point, q.point, r.point, axis),
                    sign(cross(minus(q.rational, p.rational),
                               minus(r.rational, p.rational))[static_cast<std::size_t>(axis)]))
              << seed;
    }
}

TEST(ExactGeometry, AgreesWithRationalNumbersOnALattice) {
  for (unsigned seed = 0; seed < 30; ++seed) compare(seed, true);
}

TEST(ExactGeometry, AgreesWithRationalNumbersOnRandomDoubles) {
  for (unsigned seed = 0; seed < 4; ++seed) compare(seed, false);
}

TEST(ExactGeometry, RoundsTiesToEven) {
  const WideInteger one = 1;
  EXPECT_EQ(nearestDouble((one << 53) + 1, 1, 0), 0x1p53);
  EXPECT_EQ(nearestDouble((one << 53) + 3, 1, 0), 0x1p53 + 4);
  EXPECT_EQ(nearestDouble(-1, 3, 0), -1.0 / 3);
  EXPECT_EQ(nearestDouble(0, 7, 5), 0);
}

TEST(PointTable, GivesEqualPointsOneNumber) {
  TriangleMesh mesh;  // an edge through three planes that contain its middle, which is a corner, too
  for (const Vec3& p : {Vec3(0, 0, -1), Vec3(0, 0, 1), Vec3(-1, -1, 0), Vec3(2, -1, 0), Vec3(-1, 2, 0),
                        Vec3(-1, 0, -1), Vec3(1, 0, 2), Vec3(0, 0, 0)})
    mesh.addPoint(p);
  mesh.addTriangle(2, 3, 4);
  mesh.addTriangle(2, 3, 0);
  const ExactGeometry geometry(mesh);
  PointTable table(geometry);
  EXPECT_EQ(table.add(geometry.point(PointOrigin::onEdge(0, 1, 0))), 7);
  const Index other = table.add(geometry.point(PointOrigin::onEdge(5, 6, 0)));
  EXPECT_EQ(other, 8);
  EXPECT_EQ(table.add(geometry.point(PointOrigin::onEdge(6, 5, 0))), other);
}

}  // namespace
}  // namespace talus::test_exact_geometry
