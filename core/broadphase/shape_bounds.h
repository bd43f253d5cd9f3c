#pragma once

#include "base/pose.h"
#include "broadphase/extent_kernel.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// Axis-aligned boxes of a shape in any pose, prepared once per shape. Immutable, so any number of threads
/// may query it.
///
/// The tight box around the corners of the convex hull (B. Schinner, Numerische Simulationen für granulare
/// Medien (1995), section 4.1.3). It contains the posed body with a margin of a few rounding errors, however
/// its vertices are rounded. EllipsoidBounds are larger boxes in constant time.
class ShapeBounds {
 public:
  /// @param mesh points that no triangle uses are ignored. @throws Error as convexHull(): fewer than four
  /// corners, one that is not finite, all in a plane. O(n log n).
  explicit ShapeBounds(const TriangleMesh& mesh);

  /// The smallest box up to rounding. O(vertices of the hull): about 20 ns + 0.4 ns per vertex with SIMD.
  Box minMax(const Pose& pose) const;
  /// By how much boxes in a pose are larger on each side, for rounding.
  Vec3 margin(const Pose& pose) const;

  /// Corners of the convex hull.
  std::size_t corners() const { return corners_; }
  std::vector<Vec3> points() const;  ///< these corners

 private:
  explicit ShapeBounds(const std::vector<Vec3>& corners);

  std::size_t corners_ = 0;
  PaddedPoints points_;
  double radius_ = 0;  // largest distance of a corner from the shape's origin
};

}  // namespace talus
