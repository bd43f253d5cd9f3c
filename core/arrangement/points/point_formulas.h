#pragma once

#include <cstddef>

#include "arrangement/points/exact_point.h"
#include "geometry/exact/number_triple.h"
#include "geometry/mesh/triangle_mesh.h"

// Formulas for points of an arrangement, each written once for numbers of two kinds: words with a bound of
// their error, and integers in multiples of a unit.
namespace talus {

/// numerator / denominator; the denominator is positive.
template <class Number>
struct Homogeneous {
  Triple<Number> numerator;
  Number denominator;
};
struct WidePoint : Homogeneous<WideInteger> {};

/// Corners of a mesh in words.
class WordCoordinates {
 public:
  using Number = BoundedWord;
  explicit WordCoordinates(const TriangleMesh& mesh) : mesh_(mesh) {}

  Triple<Number> difference(const Vec3& p, const Vec3& q) const {
    return {Number::difference(p.x(), q.x()), Number::difference(p.y(), q.y()),
            Number::difference(p.z(), q.z())};
  }
  Triple<Number> difference(Index p, Index q) const { return difference(mesh_.point(p), mesh_.point(q)); }
  /// x − p.
  Triple<Number> from(const Triple<Number>& x, const Vec3& p) const {
    return {x[0] - Number(p.x()), x[1] - Number(p.y()), x[2] - Number(p.z())};
  }
  const TriangleMesh& mesh() const { return mesh_; }

 private:
  const TriangleMesh& mesh_;
};

/// Corners of a mesh in multiples of 2^unit.
class WideCoordinates {
 public:
  using Number = WideInteger;
  WideCoordinates(const TriangleMesh& mesh, int unit) : mesh_(mesh), unit_(unit) {}

  Triple<Number> of(const Vec3& p) const { return scaledTriple(p, unit_); }
  Triple<Number> difference(const Vec3& p, const Vec3& q) const { return differenceOf(of(p), of(q)); }
  Triple<Number> difference(Index p, Index q) const { return difference(mesh_.point(p), mesh_.point(q)); }
  /// x − p, times the positive denominator of x.
  Triple<Number> from(const WidePoint& x, const Vec3& p) const {
    const Triple<Number> at = of(p);
    return {x.numerator[0] - at[0] * x.denominator, x.numerator[1] - at[1] * x.denominator,
            x.numerator[2] - at[2] * x.denominator};
  }
  const TriangleMesh& mesh() const { return mesh_; }

 private:
  const TriangleMesh& mesh_;
  int unit_;
};

template <class Coordinates>
auto normalOf(const Coordinates& numbers, Index triangle) {
  const auto [a, b, c] = numbers.mesh().triangle(static_cast<std::size_t>(triangle));
  return crossOf(numbers.difference(b, a), numbers.difference(c, a));
}

/// The corner from which an implicit point is measured.
inline Index baseOf(const TriangleMesh& mesh, const PointOrigin& origin) {
  return origin.kind == PointOrigin::Kind::Planes ? mesh.a[static_cast<std::size_t>(origin.features[0])]
                                                  : origin.features[0];
}

/// The point p + (q − p) · way / whole of an edge, relative to p.
template <class Number>
Homogeneous<Number> alongEdge(const Triple<Number>& edge, const Number& way, const Number& whole) {
  return {{edge[0] * way, edge[1] * way, edge[2] * way}, whole};
}

/// An implicit point relative to baseOf(origin); the denominator has any sign.
template <class Coordinates>
auto relativePoint(const Coordinates& numbers, const PointOrigin& origin) {
  using Number = typename Coordinates::Number;
  const auto& [p, q, r, s] = origin.features;
  const auto cornerOf = [&](Index triangle) { return numbers.mesh().a[static_cast<std::size_t>(triangle)]; };
  if (origin.kind == PointOrigin::Kind::EdgePlane) {
    const Triple<Number> normal = normalOf(numbers, r), edge = numbers.difference(q, p);
    return alongEdge(edge, dotOf(numbers.difference(cornerOf(r), p), normal), dotOf(edge, normal));
  }
  if (origin.kind == PointOrigin::Kind::EdgeEdge) {
    const std::size_t i = (origin.axis + 1u) % 3, j = (origin.axis + 2u) % 3;
    const Triple<Number> edge = numbers.difference(q, p), other = numbers.difference(s, r),
                         ahead = numbers.difference(r, p);
    return alongEdge<Number>(edge, ahead[i] * other[j] - ahead[j] * other[i],
                             edge[i] * other[j] - edge[j] * other[i]);
  }
  const Triple<Number> first = normalOf(numbers, p), second = normalOf(numbers, q),
                       third = normalOf(numbers, r);
  const Number ofSecond = dotOf(second, numbers.difference(cornerOf(q), cornerOf(p)));
  const Number ofThird = dotOf(third, numbers.difference(cornerOf(r), cornerOf(p)));
  const Triple<Number> u = crossOf(third, first), v = crossOf(first, second);
  return Homogeneous<Number>{
      {ofSecond * u[0] + ofThird * v[0], ofSecond * u[1] + ofThird * v[1], ofSecond * u[2] + ofThird * v[2]},
      dotOf(second, u)};
}

/// As orient3d(a, b, c, x), positive if x lies below the plane of the triangle.
template <class Coordinates, class Point>
auto belowPlane(const Coordinates& numbers, Index triangle, const Point& x) {
  const Vec3 corner = numbers.mesh().point(numbers.mesh().a[static_cast<std::size_t>(triangle)]);
  const auto below = dotOf(normalOf(numbers, triangle), numbers.from(x, corner));
  return typename Coordinates::Number() - below;
}

/// As orient2d(p, q, x, axis), for corners p, q.
template <class Coordinates, class Point>
auto leftOfEdge(const Coordinates& numbers, Index p, Index q, const Point& x, int axis) {
  const auto i = static_cast<std::size_t>(axis + 1) % 3, j = static_cast<std::size_t>(axis + 2) % 3;
  const auto edge = numbers.difference(q, p);
  const auto to = numbers.from(x, numbers.mesh().point(p));
  return typename Coordinates::Number(edge[i] * to[j] - edge[j] * to[i]);
}

}  // namespace talus
