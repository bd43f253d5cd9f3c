#pragma once

#include "base/pose.h"
#include "broadphase/extent_kernel.h"
#include "geometry/convex/enclosing_ellipsoid.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// Axis-aligned boxes of a shape in any pose, prepared once per shape. Immutable, so any number of threads
/// may ask.
///
/// Two ways (B. Schinner, Numerische Simulationen für granulare Medien (1995), section 4.1.3): the tight box
/// over the corners of the convex hull, O(corners), and that of an ellipsoid around the shape, in constant
/// time but larger. Both hold the posed body with a margin of some roundings, however its corners are
/// rounded. tests/benchmarks/results/boxes.md tells when which is faster. Deviations: the ellipsoid need not
/// be the one that the corners lie on: any shape gets one around it. Instead of (4.5)–(4.12) the half extent
/// is the length of a row of rotation · axes, which is the same in fewer steps.
class ShapeBounds {
 public:
  /// @param mesh corners that no triangle uses do not count. @throws Error as convexHull(): fewer than four
  /// corners, one that is not finite, all in a plane. O(n log n).
  explicit ShapeBounds(const TriangleMesh& mesh);
  /// With an ellipsoid that is known to hold all corners but for rounding. @throws Error also if it does not.
  ShapeBounds(const TriangleMesh& mesh, const Ellipsoid& ellipsoid);

  /// The least box but for rounding. O(corners of the hull): about 20 ns + 0.4 ns a corner with SIMD.
  Box minMax(const Pose& pose) const;
  /// The least box around the posed ellipsoid. O(1), about 30 ns.
  Box ofEllipsoid(const Pose& pose) const;

  const Ellipsoid& ellipsoid() const { return ellipsoid_; }
  /// Corners of the convex hull.
  std::size_t corners() const { return corners_; }

 private:
  explicit ShapeBounds(const std::vector<Vec3>& corners);
  Vec3 margin(const Pose& pose) const;

  std::size_t corners_ = 0;
  PaddedPoints points_;
  Ellipsoid ellipsoid_;
  double radius_ = 0;  // largest distance of a corner from the shape's origin
};

}  // namespace talus
