#pragma once

#include <algorithm>

#include "base/types.h"

namespace talus {

/// A segment as tail, unit direction and length.
struct Segment {
  Vec3 tail, direction;
  double length;

  Vec3 at(double s) const { return tail + s * direction; }
  /// Position of the point nearest to x along the segment: 0 … length.
  double nearest(const Vec3& x) const { return std::clamp((x - tail).dot(direction), 0.0, length); }
};

/// The points of two segments that are nearest to each other, as lengths from their tails.
struct SegmentPair {
  double s, t;
  bool parallel;  ///< whether they are parallel and overlap: s and t are then the middle of the overlap
};

/// Nearest points of two segments, to rounding. Clamping both lengths at once is wrong (Schinner 1995, (4.25)
/// and figure 4.10): one is clamped, then the other is computed again. The lengths are computed from cross
/// products, which stay accurate for nearly parallel lines. Lines whose directions differ by less than 1e-14
/// count as parallel.
inline SegmentPair nearestPoints(const Segment& a, const Segment& b) {
  constexpr double leastSine = 1e-14;
  const Vec3 r = b.tail - a.tail;
  const Vec3 c = a.direction.cross(b.direction);
  const double sine2 = c.squaredNorm();
  if (sine2 < leastSine * leastSine) {
    const double u = r.dot(a.direction);
    const double v = u + b.length * a.direction.dot(b.direction);
    const double low = std::max(0.0, std::min(u, v));
    const double high = std::min(a.length, std::max(u, v));
    const double s = std::clamp((low + high) / 2, 0.0, a.length);
    return {s, b.nearest(a.at(s)), low < high};
  }
  double s = std::clamp(r.cross(b.direction).dot(c) / sine2, 0.0, a.length);
  const double free = (a.at(s) - b.tail).dot(b.direction);
  const double t = std::clamp(free, 0.0, b.length);
  if (t != free) s = a.nearest(b.at(t));
  return {s, t, false};
}

}  // namespace talus
