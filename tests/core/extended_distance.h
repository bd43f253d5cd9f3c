#pragma once

#include <algorithm>
#include <array>
#include <boost/multiprecision/cpp_bin_float.hpp>

#include "geometry/exact/intersection.h"

/// Distance of two triangles in 113-bit arithmetic by plain formulas, independent of the core's.
namespace talus::extended {

using Real = boost::multiprecision::cpp_bin_float_quad;

struct Point {
  Real x, y, z;
};

inline Point operator-(const Point& a, const Point& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline Point along(const Point& a, const Real& s, const Point& d) {
  return {a.x + s * d.x, a.y + s * d.y, a.z + s * d.z};
}
inline Real dot(const Point& a, const Point& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
inline Point cross(const Point& a, const Point& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

using Triangle = std::array<Point, 3>;

inline Triangle widened(const Corners& t) {
  const auto point = [](const Vec3& p) { return Point{p.x(), p.y(), p.z()}; };
  return {point(t[0]), point(t[1]), point(t[2])};
}

inline Real pointSegment(const Point& p, const Point& a, const Point& b) {
  const Point d = b - a;
  const Real length = dot(d, d);
  Real s = length == 0 ? Real(0) : Real(dot(p - a, d) / length);
  s = std::clamp(s, Real(0), Real(1));
  const Point v = p - along(a, s, d);
  return dot(v, v);
}

/// Squared distance of two lines' nearest points if those lie within both segments, else that of the ends.
inline Real segmentSegment(const Point& p, const Point& q, const Point& a, const Point& b) {
  Real best = std::min(std::min(pointSegment(p, a, b), pointSegment(q, a, b)),
                       std::min(pointSegment(a, p, q), pointSegment(b, p, q)));
  const Point u = q - p;
  const Point v = b - a;
  const Point n = cross(u, v);
  const Real nn = dot(n, n);
  if (nn == 0) return best;
  const Point w = a - p;
  const Real s = dot(cross(w, v), n) / nn;
  const Real t = dot(cross(w, u), n) / nn;
  if (s < 0 || s > 1 || t < 0 || t > 1) return best;
  const Real height = dot(w, n);
  return std::min(best, Real(height * height / nn));
}

inline bool inside(const Triangle& t, const Point& n, const Point& p) {
  for (std::size_t k = 0; k < 3; ++k)
    if (dot(cross(t[(k + 1) % 3] - t[k], p - t[k]), n) < 0) return false;
  return true;
}

/// Squared distance of a segment from the inside of a face: its ends above it, or where it pierces.
inline void faceSegment(const Triangle& t, const Point& p, const Point& q, Real& best) {
  const Point n = cross(t[1] - t[0], t[2] - t[0]);
  const Real nn = dot(n, n);
  if (nn == 0) return;
  const Real hp = dot(n, p - t[0]);
  const Real hq = dot(n, q - t[0]);
  if (inside(t, n, p)) best = std::min(best, Real(hp * hp / nn));
  if (hp * hq < 0 && inside(t, n, along(p, hp / (hp - hq), q - p))) best = 0;
}

inline double triangleDistance(const Corners& s, const Corners& t) {
  const Triangle a = widened(s);
  const Triangle b = widened(t);
  Real best = segmentSegment(a[0], a[1], b[0], b[1]);
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j)
      best = std::min(best, segmentSegment(a[i], a[(i + 1) % 3], b[j], b[(j + 1) % 3]));
    faceSegment(a, b[i], b[(i + 1) % 3], best);
    faceSegment(b, a[i], a[(i + 1) % 3], best);
  }
  return static_cast<double>(sqrt(best));
}

}  // namespace talus::extended
