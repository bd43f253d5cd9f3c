#include "geometry/exact/predicates.h"

#include <algorithm>
#include <array>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <limits>
#include <optional>

#include "geometry/exact/double_word.h"
#include "geometry/exact/orientation_filter.h"
#include "geometry/exact/scaled_integer.h"
#include "geometry/exact/short_integers.h"

namespace talus {

namespace {

// ---- Exact stage: coordinates as integers over a common power of two ----

// 512 bits suffice for coordinates whose magnitudes differ by up to about 2^100, without memory from the
// heap.
using Integer = boost::multiprecision::number<
    boost::multiprecision::cpp_int_backend<512, 0, boost::multiprecision::signed_magnitude,
                                           boost::multiprecision::unchecked,
                                           std::allocator<boost::multiprecision::limb_type>>,
    boost::multiprecision::et_off>;
using IntegerVector = std::array<Integer, 3>;

template <std::size_t N>
int commonExponent(const std::array<const Vec3*, N>& points) {
  int exponent = std::numeric_limits<int>::max();
  for (const Vec3* p : points)
    for (const double v : *p) exponent = std::min(exponent, lowestExponent(v));
  return exponent == std::numeric_limits<int>::max() ? 0 : exponent;
}

IntegerVector difference(const Vec3& p, const Vec3& q, int exponent) {
  return {scaled<Integer>(p.x(), exponent) - scaled<Integer>(q.x(), exponent),
          scaled<Integer>(p.y(), exponent) - scaled<Integer>(q.y(), exponent),
          scaled<Integer>(p.z(), exponent) - scaled<Integer>(q.z(), exponent)};
}

// Whether all points have the same coordinate k. So axis-aligned faces and edges need no integer arithmetic.
template <std::size_t N>
bool agreeIn(std::size_t k, const std::array<const Vec3*, N>& points) {
  const auto at = static_cast<Eigen::Index>(k);
  return std::all_of(points.begin() + 1, points.end(),
                     [&](const Vec3* p) { return (*p)[at] == (*points.front())[at]; });
}

int orient3dExact(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  for (const std::size_t k : {0, 1, 2})
    if (agreeIn<4>(k, {&a, &b, &c, &d})) return 0;
  const int exponent = commonExponent<4>({&a, &b, &c, &d});
  const IntegerVector u = difference(a, d, exponent);
  const IntegerVector v = difference(b, d, exponent);
  const IntegerVector w = difference(c, d, exponent);
  const Integer det = u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) +
                      u[2] * (v[0] * w[1] - v[1] * w[0]);
  return det.sign();
}

int crossExact(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d, std::size_t i, std::size_t j) {
  for (const std::size_t k : {i, j})
    if (agreeIn<4>(k, {&a, &b, &c, &d})) return 0;
  const int exponent = commonExponent<4>({&a, &b, &c, &d});
  const IntegerVector u = difference(b, a, exponent);
  const IntegerVector v = difference(d, c, exponent);
  const Integer det = u[i] * v[j] - u[j] * v[i];
  return det.sign();
}

// ---- Filter ----

constexpr double unitRoundoff = std::numeric_limits<double>::epsilon() / 2;

int sign(double v) {
  return (v > 0) - (v < 0);
}

// The sign of orient3d for differences below largestFilterFactor, if double words decide it. A product of
// differences has an error of 7 u², the difference of two of them 3.1 u² more, a product of three 7 u² more,
// and their sum 6.2 u² more, in all below 24 u² · permanent; underflow is bounded as above.
std::optional<int> orient3dInDoubleWords(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d,
                                         double permanent) {
  constexpr double bound = 32 * unitRoundoff * unitRoundoff;
  using Differences = std::array<DoubleWord, 3>;
  const auto from = [](const Vec3& p, const Vec3& q) {
    return Differences{DoubleWord::difference(p.x(), q.x()), DoubleWord::difference(p.y(), q.y()),
                       DoubleWord::difference(p.z(), q.z())};
  };
  const Differences u = from(a, d), v = from(b, d), w = from(c, d);
  const auto minor = [](const Differences& p, const Differences& q) { return p[0] * q[1] - q[0] * p[1]; };
  const double det = (u[2] * minor(v, w) + v[2] * minor(w, u) + w[2] * minor(u, v)).high();
  if (std::abs(det) > bound * permanent + underflowBound) return sign(det);
  return std::nullopt;
}

// The difference of two coordinates, if a double can express it; otherwise NaN.
double exactDifference(double x, double y) {
  const DoubleWord difference = DoubleWord::difference(x, y);
  return difference.low() == 0 ? difference.high() : std::numeric_limits<double>::quiet_NaN();
}

// The sign of orient3d where differences of coordinates are short integers: points that lie on a plane in CAD
// data. NaN is no integer.
std::optional<int> orient3dInIntegers(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  std::array<double, 9> differences{};
  std::size_t count = 0;
  for (const Vec3* p : {&a, &b, &c})
    for (const Eigen::Index k : {0, 1, 2}) differences[count++] = exactDifference((*p)[k], d[k]);
  std::array<std::int64_t, 9> m{};
  if (!asShortIntegers(differences, m)) return std::nullopt;
  const auto minor = [&m](std::size_t i, std::size_t j, std::size_t k, std::size_t l) {
    return ProductInteger(m[i]) * m[j] - ProductInteger(m[k]) * m[l];
  };
  const ProductInteger det = m[0] * minor(4, 8, 5, 7) + m[1] * minor(5, 6, 3, 8) + m[2] * minor(3, 7, 4, 6);
  return (det > 0) - (det < 0);
}

// The same of crossSign, from the components of both vectors.
std::optional<int> crossInIntegers(const std::array<double, 4>& components) {
  std::array<std::int64_t, 4> m{};
  if (!asShortIntegers(components, m)) return std::nullopt;
  const ProductInteger det = ProductInteger(m[0]) * m[3] - ProductInteger(m[1]) * m[2];
  return (det > 0) - (det < 0);
}

// Where the filter of orient3d is inconclusive: near or on the plane. Inlined it would slow down the filter.
[[gnu::noinline]] int orient3dClosely(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d,
                                      double permanent) {
  if (d == a || d == b || d == c) return 0;
  for (Eigen::Index k = 0; k < 3; ++k)  // faces across an axis
    if (a[k] == d[k] && b[k] == d[k] && c[k] == d[k]) return 0;
  if (const auto side = orient3dInIntegers(a, b, c, d)) return *side;
  double greatest = 0;
  for (const Vec3* p : {&a, &b, &c}) greatest = std::max(greatest, (*p - d).lpNorm<Eigen::Infinity>());
  if (greatest < largestFilterFactor)
    if (const auto side = orient3dInDoubleWords(a, b, c, d, permanent)) return *side;
  return orient3dExact(a, b, c, d);
}

}  // namespace

int orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const FilteredSign filtered = filteredOrient3d(a, b, c, d);
  return filtered.sign != 0 ? filtered.sign : orient3dClosely(a, b, c, d, filtered.permanent);
}

int crossSign(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d, int axis) {
  const std::size_t i = static_cast<std::size_t>(axis + 1) % 3;
  const std::size_t j = static_cast<std::size_t>(axis + 2) % 3;
  const auto at = [](const Vec3& p, std::size_t k) { return p[static_cast<Eigen::Index>(k)]; };
  if (const auto filtered =
          filteredTurn(at(a, i), at(a, j), at(b, i), at(b, j), at(c, i), at(c, j), at(d, i), at(d, j)))
    return *filtered;
  if (const auto side =
          crossInIntegers({exactDifference(at(b, i), at(a, i)), exactDifference(at(b, j), at(a, j)),
                           exactDifference(at(d, i), at(c, i)), exactDifference(at(d, j), at(c, j))}))
    return *side;
  return crossExact(a, b, c, d, i, j);
}

int orient2d(const Vec3& a, const Vec3& b, const Vec3& c, int axis) {
  return crossSign(a, b, a, c, axis);
}

bool collinear(const Vec3& a, const Vec3& b, const Vec3& c) {
  return !surelyHasArea(a, b, c) && orient2d(a, b, c, 0) == 0 && orient2d(a, b, c, 1) == 0 &&
         orient2d(a, b, c, 2) == 0;
}

int projectionAxis(const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 normal = (b - a).cross(c - a).cwiseAbs();
  int largest = 0;
  normal.maxCoeff(&largest);
  if (orient2d(a, b, c, largest) != 0) return largest;
  std::array<int, 3> axes{0, 1, 2};      // the largest component first
  for (const std::size_t i : {0, 1, 0})  // std::stable_sort allocates memory
    if (normal[axes[i]] < normal[axes[i + 1]]) std::swap(axes[i], axes[i + 1]);
  for (const int axis : axes)
    if (orient2d(a, b, c, axis) != 0) return axis;
  return -1;
}

namespace {

// Whether p lies on the closed segment a–b, for three collinear points.
bool between(const Vec3& p, const Vec3& a, const Vec3& b) {
  return (a.cwiseMin(b).array() <= p.array()).all() && (p.array() <= a.cwiseMax(b).array()).all();
}

OnTriangle locateOnSegments(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  const auto on = [&p](const Vec3& u, const Vec3& v) { return collinear(p, u, v) && between(p, u, v); };
  return on(a, b) || on(b, c) || on(c, a) ? OnTriangle::Edge : OnTriangle::Outside;
}

}  // namespace

OnTriangle locateInPlane(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  if (p == a || p == b || p == c) return OnTriangle::Vertex;
  const int axis = projectionAxis(a, b, c);
  if (axis < 0) return locateOnSegments(p, a, b, c);
  const int turn = orient2d(a, b, c, axis);
  bool onEdge = false;
  for (const int side : {orient2d(a, b, p, axis), orient2d(b, c, p, axis), orient2d(c, a, p, axis)}) {
    if (side == -turn) return OnTriangle::Outside;
    onEdge = onEdge || side == 0;
  }
  return onEdge ? OnTriangle::Edge : OnTriangle::Face;
}

namespace {

// Sign of the first component of (b−a) × (d−c) that is not zero.
int firstCrossSign(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  for (const int axis : {0, 1, 2})
    if (const int component = crossSign(a, b, c, d, axis); component != 0) return component;
  return 0;
}

}  // namespace

int orient3dPerturbed(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  // The determinant decreases by normal · δ if d is shifted by δ = (ε, ε², ε³).
  const int side = orient3d(a, b, c, d);
  return side != 0 ? side : -firstCrossSign(a, b, a, c);
}

int orient3dTrianglePerturbed(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const int side = orient3d(a, b, c, d);
  return side != 0 ? side : firstCrossSign(a, b, a, c);
}

int orient3dEdgePerturbed(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  // det(u + δ, v + δ, w) with u = a−d, v = b−d, w = c−d increases by δ · (v−u) × w.
  const int side = orient3d(a, b, c, d);
  return side != 0 ? side : firstCrossSign(a, b, d, c);
}

}  // namespace talus
