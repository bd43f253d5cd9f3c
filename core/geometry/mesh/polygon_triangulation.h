#pragma once

#include <span>
#include <vector>

#include "base/types.h"
#include "geometry/mesh/ear_clipping.h"

namespace talus {

/// Splits polygons into triangles, exactly and at any size. Keeps its memory from one polygon to the next.
///
/// A polygon is seen along the axis on which its normal (Newell's) is largest; where it crosses itself in
/// that projection, along the others. It need not be plane. It may be concave, touch itself, and be bridged
/// to holes. The triangles have its corners and its orientation, and use each of its edges once; so a closed
/// surface stays closed.
class PolygonTriangulation {
 public:
  using Triangle = EarClipping::Triangle;

  /// Splits a polygon with n corners into n − 2 triangles. O(n) for convex polygons, otherwise as
  /// EarClipping.
  ///
  /// A quadrilateral is split from its first corner where that is right, otherwise from its second. A polygon
  /// without area, or with a coordinate that is not finite, is split from its first corner.
  /// @param corners at least three.
  /// @returns whether the triangles are right: false if the polygon crosses itself; it is then split from its
  /// first corner.
  bool split(std::span<const Vec3> corners);

  /// Corner numbers of the triangles of the last polygon.
  const std::vector<Triangle>& triangles() const { return triangles_; }

 private:
  void splitFrom(std::size_t first, std::size_t count);
  Clipped splitIn(const Projection& projection, std::span<const Vec3> corners);
  Clipped splitQuad(int axis, std::span<const Vec3> corners);

  EarClipping ears_;
  std::vector<Triangle> triangles_;
};

}  // namespace talus
