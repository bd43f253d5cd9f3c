#include "geometry/distance/triangle_distance.h"

#include <algorithm>

#include "geometry/distance/point_distance.h"

namespace talus {

// The nearest points p + u (q − p) and r + v (s − r), each clamped in turn. C. Ericson, Real-time collision
// detection (2005), section 5.1.9.
double squaredSegmentDistance(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& s) {
  const Vec3 d = q - p, e = s - r, between = p - r;
  const double dd = d.squaredNorm(), ee = e.squaredNorm(), de = d.dot(e);
  const double db = d.dot(between), eb = e.dot(between);
  const auto along = [](double numerator, double denominator) {
    return denominator > 0 ? std::clamp(numerator / denominator, 0.0, 1.0) : 0.0;
  };
  double u = along(de * eb - db * ee, dd * ee - de * de);
  const double v = along(de * u + eb, ee);
  u = along(de * v - db, dd);
  return (between + u * d - v * e).squaredNorm();
}

bool trianglesWithin(const Corners& s, const Corners& t, double distance) {
  if (trianglesMeet(s, t)) return true;
  if (distance <= 0) return false;
  const double limit = distance * distance;
  for (std::size_t i = 0; i < 3; ++i) {
    if (squaredDistance(s[i], t) < limit || squaredDistance(t[i], s) < limit) return true;
    for (std::size_t j = 0; j < 3; ++j)
      if (squaredSegmentDistance(s[i], s[(i + 1) % 3], t[j], t[(j + 1) % 3]) < limit) return true;
  }
  return false;
}

}  // namespace talus
