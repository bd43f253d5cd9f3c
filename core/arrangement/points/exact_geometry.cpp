#include "arrangement/points/exact_geometry.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "geometry/exact/predicates.h"
#include "geometry/mesh/used_points.h"

namespace talus {

namespace {

constexpr std::size_t first(int axis) {
  return static_cast<std::size_t>(axis + 1) % 3;
}
constexpr std::size_t second(int axis) {
  return static_cast<std::size_t>(axis + 2) % 3;
}

// The greatest power of two of which the coordinates of all corners are multiples. Other points may be
// anything.
int unitOf(const TriangleMesh& mesh) {
  int unit = std::numeric_limits<int>::max();
  for (const Vec3& p : usedPoints(mesh))
    for (const double v : p) unit = std::min(unit, lowestExponent(v));
  return unit == std::numeric_limits<int>::max() ? 0 : unit;
}

bool isGiven(const ExactPoint& p) {
  return p.origin.kind == PointOrigin::Kind::Given;
}

// Whether its coordinates may be the rounded ones, as far as the bounds tell.
bool mayBeRounded(const ExactPoint& p) {
  for (std::size_t k = 0; k < 3; ++k) {
    const BoundedWord off = p.near[k] - BoundedWord(p.rounded[static_cast<Eigen::Index>(k)]);
    if (std::abs(off.high()) > 2 * off.error()) return false;
  }
  return true;
}

// The nearest double, if the bound leaves no doubt.
std::optional<double> nearest(const BoundedWord& x) {
  if (x.error() == 0) return x.high();
  const double doubt = x.error() + 0x1p-51 * std::abs(x.low());
  const bool same = x.high() + (x.low() + doubt) == x.high() && x.high() + (x.low() - doubt) == x.high();
  return same ? std::optional(x.high()) : std::nullopt;
}

// The sign of the turn in doubles, if it is certain. Each coordinate is off by at most u · reach, so a
// difference by 4 u · reach; the bound is twice that of first order.
std::optional<int> turnInDoubles(const Vec3& a, const Vec3& b, const Vec3& c, int axis) {
  constexpr double unitRoundoff = std::numeric_limits<double>::epsilon() / 2, underflow = 1e-220;
  const auto i = static_cast<Eigen::Index>(first(axis)), j = static_cast<Eigen::Index>(second(axis));
  const double reach = std::max(
      {std::abs(a[i]), std::abs(a[j]), std::abs(b[i]), std::abs(b[j]), std::abs(c[i]), std::abs(c[j])});
  const double bi = b[i] - a[i], bj = b[j] - a[j], ci = c[i] - a[i], cj = c[j] - a[j];
  const double left = bi * cj, right = bj * ci;
  const double off = unitRoundoff * reach;
  const double bound = 8 * off * (std::abs(bi) + std::abs(bj) + std::abs(ci) + std::abs(cj)) +
                       64 * off * off + 4 * unitRoundoff * (std::abs(left) + std::abs(right)) + underflow;
  if (left - right > bound) return 1;
  if (right - left > bound) return -1;
  return std::nullopt;
}

std::optional<int> turnInWords(const ExactPoint& a, const ExactPoint& b, const ExactPoint& c, int axis) {
  const std::size_t i = first(axis), j = second(axis);
  const BoundedWord det =
      (b.near[i] - a.near[i]) * (c.near[j] - a.near[j]) - (b.near[j] - a.near[j]) * (c.near[i] - a.near[i]);
  return det.sign();
}

// Whether a point lies on an edge, seen from its origin.
bool isFrom(const PointOrigin& origin, Index p, Index q) {
  const auto& [a, b, c, d] = origin.features;
  const auto isEdge = [&](Index from, Index to) { return from == p && to == q; };
  switch (origin.kind) {
    case PointOrigin::Kind::Given:
      return a == p || a == q;
    case PointOrigin::Kind::EdgePlane:
      return isEdge(a, b);
    case PointOrigin::Kind::EdgeEdge:
      return isEdge(a, b) || isEdge(c, d);
    default:
      return false;
  }
}

// Whether three points are known to lie on one edge: they have been made there.
bool areOnOneEdge(const ExactPoint& a, const ExactPoint& b, const ExactPoint& c) {
  for (const ExactPoint* x : {&a, &b, &c}) {
    const PointOrigin& origin = x->origin;
    if (origin.kind != PointOrigin::Kind::EdgePlane && origin.kind != PointOrigin::Kind::EdgeEdge) continue;
    const auto [p, q, r, s] = origin.features;
    const auto areFrom = [&](Index from, Index to) {
      return isFrom(a.origin, from, to) && isFrom(b.origin, from, to) && isFrom(c.origin, from, to);
    };
    if (areFrom(p, q) || (origin.kind == PointOrigin::Kind::EdgeEdge && areFrom(r, s))) return true;
  }
  return false;
}

int turnInIntegers(const WidePoint& a, const WidePoint& b, const WidePoint& c, int axis) {
  const std::size_t i = first(axis), j = second(axis);
  const auto minor = [&](const WidePoint& p, const WidePoint& q) {
    return WideInteger(p.numerator[i] * q.numerator[j] - p.numerator[j] * q.numerator[i]);
  };
  const WideInteger det =
      a.denominator * minor(b, c) + b.denominator * minor(c, a) + c.denominator * minor(a, b);
  return det.sign();
}

}  // namespace

ExactGeometry::ExactGeometry(const TriangleMesh& mesh) : mesh_(mesh), unit_(unitOf(mesh)) {}

ExactPoint ExactGeometry::point(const PointOrigin& origin) const {
  if (origin.kind == PointOrigin::Kind::Given) return corner(origin.features[0]);
  const auto inDoubles = [&origin](const Vec3& place) {
    ExactPoint result = ExactPoint::given(place);
    result.origin = origin;
    return result;
  };
  if (const auto known = alongAxis(origin)) return inDoubles(*known);
  if (const Vec3 guess = guessed(origin); guess.allFinite() && liesAt(origin, guess)) return inDoubles(guess);
  const auto [numerator, denominator] = relativePoint(WordCoordinates(mesh_), origin);
  const Vec3 base = mesh_.point(baseOf(mesh_, origin));
  ExactPoint result;
  result.origin = origin;
  for (std::size_t k = 0; k < 3; ++k) {
    const auto at = static_cast<Eigen::Index>(k);
    result.near[k] = BoundedWord(base[at]) + numerator[k] / denominator;
    if (const auto rounded = nearest(result.near[k])) {
      result.rounded[at] = *rounded;
      continue;
    }
    const WidePoint& wide = exact(result);
    result.rounded[at] = nearestDouble(wide.numerator[k], wide.denominator, unit_);
  }
  if (mayBeRounded(result) && liesAt(origin, result.rounded))
    result.near = ExactPoint::given(result.rounded).near;
  return result;
}

// Where an edge along an axis meets a plane or an edge across it.
std::optional<Vec3> ExactGeometry::alongAxis(const PointOrigin& origin) const {
  const auto [p, q, r, s] = origin.features;
  const auto meet = [this](Index from, Index to, const std::array<Vec3, 3>& other) -> std::optional<Vec3> {
    Vec3 place = mesh_.point(from);
    const auto isEqual = (place.array() == mesh_.point(to).array()).eval();
    for (Eigen::Index k = 0; k < 3; ++k)
      if (isEqual[(k + 1) % 3] && isEqual[(k + 2) % 3] && other[0][k] == other[1][k] &&
          other[0][k] == other[2][k]) {
        place[k] = other[0][k];
        return place;
      }
    return std::nullopt;
  };
  const auto endsOf = [this](Index from, Index to) {
    return std::array{mesh_.point(from), mesh_.point(to), mesh_.point(to)};
  };
  if (origin.kind == PointOrigin::Kind::EdgePlane)
    return meet(p, q, mesh_.corners(static_cast<std::size_t>(r)));
  if (origin.kind != PointOrigin::Kind::EdgeEdge) return std::nullopt;
  const auto place = meet(p, q, endsOf(r, s));
  return place ? place : meet(r, s, endsOf(p, q));
}

// A point on an edge in double, with coordinates that all corners of the other feature have: right in most
// CAD data. NaN: no guess.
Vec3 ExactGeometry::guessed(const PointOrigin& origin) const {
  if (origin.kind == PointOrigin::Kind::Planes)
    return Vec3::Constant(std::numeric_limits<double>::quiet_NaN());
  const auto [p, q, r, s] = origin.features;
  const Vec3 from = mesh_.point(p), edge = mesh_.point(q) - from;
  const bool isPlane = origin.kind == PointOrigin::Kind::EdgePlane;
  const std::array<Vec3, 3> other = isPlane ? mesh_.corners(static_cast<std::size_t>(r))
                                            : std::array{mesh_.point(r), mesh_.point(s), mesh_.point(s)};
  const Vec3 along = other[1] - other[0];
  const Vec3 normal = isPlane ? Vec3(along.cross(other[2] - other[0]))
                              : Vec3(along.cross(Vec3::Unit(static_cast<Eigen::Index>(origin.axis))));
  Vec3 guess = from + edge * (normal.dot(other[0] - from) / normal.dot(edge));
  for (Eigen::Index k = 0; k < 3; ++k)
    guess[k] = other[0][k] == other[1][k] && other[0][k] == other[2][k] ? other[0][k] : guess[k] + 0.0;
  return guess;
}

// Whether a point that is not given has these coordinates: it is the only one on its features.
bool ExactGeometry::liesAt(const PointOrigin& origin, const Vec3& place) const {
  const auto [p, q, r, s] = origin.features;
  const auto isOnEdge = [&](Index from, Index to) {
    return collinear(mesh_.point(from), mesh_.point(to), place);
  };
  const auto isOnPlane = [&](Index triangle) {
    const auto [a, b, c] = mesh_.corners(static_cast<std::size_t>(triangle));
    return orient3d(a, b, c, place) == 0;
  };
  if (origin.kind == PointOrigin::Kind::EdgePlane) return isOnPlane(r) && isOnEdge(p, q);
  if (origin.kind == PointOrigin::Kind::EdgeEdge)
    return isOnEdge(p, q) && orient2d(mesh_.point(r), mesh_.point(s), place, origin.axis) == 0;
  return isOnPlane(p) && isOnPlane(q) && isOnPlane(r);
}

PointOrigin ExactGeometry::crossing(Index p, Index q, Index r, Index s) const {
  std::pair<Index, Index> one = std::minmax(p, q), other = std::minmax(r, s);
  if (other < one) std::swap(one, other);
  const Vec3 a = mesh_.point(one.first), b = mesh_.point(one.second), c = mesh_.point(other.first),
             d = mesh_.point(other.second);
  int axis = 0;
  (b - a).cross(d - c).cwiseAbs().maxCoeff(&axis);
  for (int next = 0; next < 3 && crossSign(a, b, c, d, axis) == 0; ++next) axis = next;
  return {PointOrigin::Kind::EdgeEdge,
          static_cast<std::uint8_t>(axis),
          {one.first, one.second, other.first, other.second}};
}

WidePoint ExactGeometry::exact(const PointOrigin& origin) const {
  const WideCoordinates numbers(mesh_, unit_);
  auto [numerator, denominator] = relativePoint(numbers, origin);
  if (denominator.sign() < 0) {
    denominator = -denominator;
    for (WideInteger& v : numerator) v = -v;
  }
  const Triple<WideInteger> base = numbers.of(mesh_.point(baseOf(mesh_, origin)));
  for (std::size_t k = 0; k < 3; ++k) numerator[k] += base[k] * denominator;
  return {{numerator, denominator}};
}

const WidePoint& ExactGeometry::exact(const ExactPoint& x) const {
  if (!x.exact)
    x.exact = std::make_shared<const WidePoint>(isGiven(x) ? WidePoint{{integers().of(x.rounded), 1}}
                                                           : exact(x.origin));
  return *x.exact;
}

int ExactGeometry::turn(const ExactPoint& a, const ExactPoint& b, const ExactPoint& c, int axis) const {
  if (a.isDouble() && b.isDouble() && c.isDouble()) return orient2d(a.rounded, b.rounded, c.rounded, axis);
  if (const auto sign = turnInDoubles(a.rounded, b.rounded, c.rounded, axis)) return *sign;
  if (areOnOneEdge(a, b, c)) return 0;
  if (const auto sign = turnInWords(a, b, c, axis)) return *sign;
  return turnInIntegers(exact(a), exact(b), exact(c), axis);
}

int ExactGeometry::side(Index triangle, const ExactPoint& x) const {
  if (x.isDouble()) {
    const auto [a, b, c] = mesh_.corners(static_cast<std::size_t>(triangle));
    return orient3d(a, b, c, x.rounded);
  }
  if (const auto sign = belowPlane(WordCoordinates(mesh_), triangle, x.near).sign()) return *sign;
  return belowPlane(integers(), triangle, exact(x)).sign();
}

bool ExactGeometry::equal(const ExactPoint& a, const ExactPoint& b) const {
  if (a.origin == b.origin && !(isGiven(a) && a.origin.features[0] < 0)) return true;
  if (a.rounded != b.rounded) return false;
  if (a.isDouble() || b.isDouble()) return a.isDouble() && b.isDouble();  // point() knows all that are
  return compare(a, b, 0) == 0 && compare(a, b, 1) == 0 && compare(a, b, 2) == 0;
}

// Rounding keeps the order.
int ExactGeometry::compare(const ExactPoint& a, const ExactPoint& b, int axis) const {
  const auto at = static_cast<Eigen::Index>(axis);
  if (a.rounded[at] != b.rounded[at]) return a.rounded[at] < b.rounded[at] ? -1 : 1;
  if (a.isDouble() && b.isDouble()) return 0;
  const auto k = static_cast<std::size_t>(axis);
  if (const auto sign = (a.near[k] - b.near[k]).sign()) return *sign;
  const WidePoint &p = exact(a), &q = exact(b);
  const WideInteger difference = p.numerator[k] * q.denominator - q.numerator[k] * p.denominator;
  return difference.sign();
}

}  // namespace talus
