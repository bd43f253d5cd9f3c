#include "enclosure/surface_winding.h"

#include <cmath>
#include <numbers>

#include "geometry/predicates.h"

namespace talus {

namespace {

// Half the unsigned solid angle of the spherical triangle of three unit vectors (Van Oosterom and Strackee
// 1983). It is undetermined where a points exactly against b or c: the viewpoint lies on an edge of the
// wedge. There a is moved the way the reference points of DiscreteFunction are, by (ε, ε², ε³), with a small
// ε.
double halfSolidAngle(const Vec3& a, const Vec3& b, const Vec3& c) {
  constexpr double undetermined = 1e-14;
  const double numerator = std::abs(a.dot(b.cross(c)));
  const double denominator = 1 + a.dot(b) + b.dot(c) + c.dot(a);
  if (numerator > undetermined || std::abs(denominator) > undetermined)
    return std::atan2(numerator, denominator);
  const Vec3 moved = (a - Vec3(1e-5, 1e-10, 1e-15)).normalized();
  return std::atan2(std::abs(moved.dot(b.cross(c))), 1 + moved.dot(b) + b.dot(c) + c.dot(moved));
}

}  // namespace

double windingStep(const Vec3& q, const std::array<Vec3, 3>& triangle, const Vec3& u, int side) {
  const Vec3 apex = -u.stableNormalized();
  double half = 0;
  for (std::size_t e = 0; e < 3; ++e) {
    const Vec3& p = triangle[e];
    const Vec3& r = triangle[(e + 1) % 3];
    if (collinear(q, p, r)) continue;  // spans no wedge
    half += halfSolidAngle(apex, (p - q).stableNormalized(), (r - q).stableNormalized());
  }
  return -side * half / (2 * std::numbers::pi);
}

}  // namespace talus
