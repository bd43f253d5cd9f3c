#pragma once

#include <array>
#include <cstddef>

#include "base/types.h"

namespace talus {

/// A planar convex polygon with few vertices: a triangle clipped between planes. Each cut adds at most one
/// vertex.
struct ConvexPolygon {
  static constexpr std::size_t maximumCorners = 16;  // a triangle and six planes of a voxel make nine

  std::array<Vec3, maximumCorners> corners;
  std::size_t size = 0;

  /// Vertices beyond the maximum, which only rounding of a polygon without area could create, are dropped.
  void add(const Vec3& p) {
    if (size < maximumCorners) corners[size++] = p;
  }
  bool empty() const { return size == 0; }
  double least(int axis) const { return extreme(axis, -1); }
  double greatest(int axis) const { return extreme(axis, 1); }

  /// Moves the part below a plane of constant coordinate to `low`, and keeps the rest. Vertices on the plane
  /// belong to both; so do the new ones, with the same bits. An edge is cut at the same point in every
  /// polygon that contains it, so that closed surfaces remain closed.
  void split(int axis, double plane, ConvexPolygon& low);

 private:
  double extreme(int axis, double sign) const {
    double best = corners[0][axis];
    for (std::size_t i = 1; i < size; ++i)
      if (sign * corners[i][axis] > sign * best) best = corners[i][axis];
    return best;
  }
};

/// The intersection of a plane with the segment between a vertex below and one above it.
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
