#pragma once

#include <array>
#include <cstddef>

#include "base/types.h"

namespace talus {

/// A flat convex polygon of a few corners: what is left of a triangle between planes. Each cut adds one
/// corner at most.
struct ConvexPolygon {
  static constexpr std::size_t maximumCorners = 16;  // a triangle and six planes of a voxel make nine

  std::array<Vec3, maximumCorners> corners;
  std::size_t size = 0;

  /// Corners beyond the maximum, which only rounding of a polygon without area could make, are left out.
  void add(const Vec3& p) {
    if (size < maximumCorners) corners[size++] = p;
  }
  bool empty() const { return size == 0; }
  double least(int axis) const { return extreme(axis, -1); }
  double greatest(int axis) const { return extreme(axis, 1); }

  /// Moves to `low` what lies below a plane of constant coordinate, and keeps the rest. Corners on the plane
  /// belong to both; so do the new ones, with the same bits. A cut edge is cut in the same place whichever
  /// polygon it belongs to, so that surfaces without holes stay so.
  void split(int axis, double plane, ConvexPolygon& low);

 private:
  double extreme(int axis, double sign) const {
    double best = corners[0][axis];
    for (std::size_t i = 1; i < size; ++i)
      if (sign * corners[i][axis] > sign * best) best = corners[i][axis];
    return best;
  }
};

/// Where the segment between a corner below a plane and one above it meets the plane.
inline Vec3 crossing(const Vec3& below, const Vec3& above, int axis, double plane) {
  const double part = (plane - below[axis]) / (above[axis] - below[axis]);
  Vec3 p = below + part * (above - below);
  p[axis] = plane;
  return p;
}

inline void ConvexPolygon::split(int axis, double plane, ConvexPolygon& low) {
  const ConvexPolygon whole = *this;
  low.size = 0;
  size = 0;
  for (std::size_t i = 0; i < whole.size; ++i) {
    const Vec3& p = whole.corners[i];
    const Vec3& q = whole.corners[i + 1 < whole.size ? i + 1 : 0];
    if (p[axis] <= plane) low.add(p);
    if (p[axis] >= plane) add(p);
    if (p[axis] < plane && plane < q[axis]) {
      const Vec3 cut = crossing(p, q, axis, plane);
      low.add(cut);
      add(cut);
    } else if (q[axis] < plane && plane < p[axis]) {
      const Vec3 cut = crossing(q, p, axis, plane);
      low.add(cut);
      add(cut);
    }
  }
}

}  // namespace talus
