#pragma once

#include "base/later.h"
#include "base/pose.h"
#include "broadphase/extent_kernel.h"
#include "geometry/convex/enclosing_ellipsoid.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// Axis-aligned boxes of a shape in any pose, prepared once per shape. Immutable, so any number of threads
/// may query it.
///
/// Two methods (B. Schinner, Numerische Simulationen für granulare Medien (1995), section 4.1.3): the tight
/// box around the corners of the convex hull, O(corners), and the box around an enclosing ellipsoid, in
/// constant time but larger. Both contain the posed body with a margin of a few rounding errors, however its
/// vertices are rounded. tests/benchmarks/results/boxes.md shows which is faster. Deviations: the vertices
/// need not lie on the ellipsoid, as any shape gets an enclosing one. Instead of (4.5)–(4.12) the half extent
/// is the length of a row of rotation · axes, which is the same in fewer steps.
class ShapeBounds {
 public:
  /// @param mesh points that no triangle uses are ignored. @throws Error as convexHull(): fewer than four
  /// corners, one that is not finite, all in a plane. O(n log n). The ellipsoid is made when first needed.
  explicit ShapeBounds(const TriangleMesh& mesh);
  /// With a given ellipsoid that contains all vertices up to rounding. @throws Error also if it does not.
  ShapeBounds(const TriangleMesh& mesh, const Ellipsoid& ellipsoid);

  /// The smallest box up to rounding. O(vertices of the hull): about 20 ns + 0.4 ns per vertex with SIMD.
  Box minMax(const Pose& pose) const;
  /// The smallest box around the posed ellipsoid. O(1), about 30 ns.
  Box ofEllipsoid(const Pose& pose) const;

  const Ellipsoid& ellipsoid() const;
  /// Corners of the convex hull.
  std::size_t corners() const { return corners_; }

 private:
  explicit ShapeBounds(const std::vector<Vec3>& corners);
  Vec3 margin(const Pose& pose) const;

  std::size_t corners_ = 0;
  PaddedPoints points_;
  Later<Ellipsoid> ellipsoid_;
  double radius_ = 0;  // largest distance of a corner from the shape's origin
};

}  // namespace talus
