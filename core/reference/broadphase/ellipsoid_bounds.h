#pragma once

#include "broadphase/shape_bounds.h"
#include "geometry/mesh/triangle_mesh.h"
#include "reference/broadphase/enclosing_ellipsoid.h"

namespace talus {

/// Axis-aligned boxes of a shape in any pose by an ellipsoid around it: in constant time, but larger than
/// those of ShapeBounds, with the same margin of a few rounding errors. tests/benchmarks/results/boxes.md
/// shows which is faster.
///
/// Source: B. Schinner, Numerische Simulationen für granulare Medien (1995), section 4.1.3. Deviations: the
/// vertices need not lie on the ellipsoid, as any shape gets an enclosing one. Instead of (4.5)–(4.12) the
/// half extent is the length of a row of rotation · axes, which is the same in fewer steps.
class EllipsoidBounds {
 public:
  /// @throws Error as ShapeBounds. Some hundred steps of O(corners).
  explicit EllipsoidBounds(const TriangleMesh& mesh);
  /// With a given ellipsoid that contains all vertices up to rounding. @throws Error also if it does not.
  EllipsoidBounds(const TriangleMesh& mesh, const Ellipsoid& ellipsoid);

  /// The smallest box around the posed ellipsoid. O(1), about 30 ns.
  Box box(const Pose& pose) const;

 private:
  ShapeBounds corners_;
  Ellipsoid ellipsoid_;
};

}  // namespace talus
