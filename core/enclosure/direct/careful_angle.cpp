#include "enclosure/direct/careful_angle.h"

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>

#include "geometry/exact/predicates.h"

namespace talus {

namespace {

using Quadruple = boost::multiprecision::cpp_bin_float_quad;

template <class Real>
using Vector = std::array<Real, 3>;

template <class Real>
Real dot(const Vector<Real>& a, const Vector<Real>& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

template <class Real>
Vector<Real> cross(const Vector<Real>& a, const Vector<Real>& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

// tan(Ω/2) = numerator / denominator; both are at most a few times `lengths`.
template <class Real>
struct Terms {
  Real numerator, denominator, lengths;
};

template <class Real>
Terms<Real> terms(const Vec3& p, const std::array<Vec3, 3>& triangle, double scale) {
  using std::sqrt;
  std::array<Vector<Real>, 3> v;
  std::array<Real, 3> l;
  for (std::size_t i = 0; i < 3; ++i) {
    for (Eigen::Index k = 0; k < 3; ++k)
      v[i][static_cast<std::size_t>(k)] = (Real(triangle[i][k]) - Real(p[k])) * Real(scale);
    l[i] = sqrt(dot(v[i], v[i]));
  }
  const Real lengths = l[0] * l[1] * l[2];
  return {dot(v[0], cross(v[1], v[2])),
          lengths + dot(v[0], v[1]) * l[2] + dot(v[1], v[2]) * l[0] + dot(v[2], v[0]) * l[1], lengths};
}

template <class Real>
long double angle(const Terms<Real>& t, int side) {
  using std::abs;
  using std::atan2;
  return side * static_cast<long double>(atan2(Real(abs(t.numerator)), t.denominator));
}

}  // namespace

CarefulAngle carefulAngle(const Vec3& p, const std::array<Vec3, 3>& triangle, double scale) {
  constexpr long double signOpen = 1e-17L;  // relative to the lengths; exceeds the numerator's rounding error
  constexpr long double angleOpen = 1e-6L;  // below this, rounding changes the angle by more than 1e-12
  const auto t = terms<long double>(p, triangle, scale);
  int side = t.numerator > 0 ? 1 : -1;
  if (std::abs(t.numerator) <= signOpen * t.lengths)
    side = orient3d(triangle[0], triangle[1], triangle[2], p);
  if (side == 0) {
    const OnTriangle place = locateInPlane(p, triangle[0], triangle[1], triangle[2]);
    return {.half = 0, .onTriangle = place != OnTriangle::Outside};
  }
  const bool besideEdge = std::max(std::abs(t.numerator), std::abs(t.denominator)) <= angleOpen * t.lengths;
  return {.half = besideEdge ? angle(terms<Quadruple>(p, triangle, scale), side) : angle(t, side)};
}

}  // namespace talus
