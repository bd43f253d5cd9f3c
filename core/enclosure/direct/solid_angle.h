#pragma once

#include <array>
#include <memory>
#include <vector>

#include "enclosure/direct/ray_crossing.h"
#include "enclosure/direct/winding_kernel.h"
#include "enclosure/interface/enclosure.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// The exact double layer potential of Muth et al. 2006, equation (6), as the sum of the signed solid angles
/// of all triangles over 4π (Van Oosterom and Strackee 1983): the generalised winding number.
///
/// It is defined for every surface. For closed, oriented surfaces it is an integer: 1 inside and 0 outside of
/// a simple surface with outward normals. For open, overlapping and non-manifold surfaces it is the signed
/// fraction of the sphere of directions that they cover. A point is inside if the magnitude exceeds ½; for a
/// closed, oriented surface if the number is odd.
///
/// Instead of adding arcs, the kernel multiplies the complex numbers whose arguments are the half angles and
/// counts the full turns of the product's argument. A scalar path handles points so near to a triangle that
/// rounding could change the sign of its angle (1e-14 of the distances), or so near to an edge that rounding
/// could change the angle by a full turn (1e-7): on closed, oriented surfaces RayCrossing decides, so labels
/// are exact; on others carefulAngle() computes the angles. A point that lies on the surface is always
/// detected.
///
/// Accuracy of the winding number on open surfaces: 1e-8 near edges, about 1e-14 elsewhere. Cost: O(N) per
/// point, about 4 ns per triangle and point. Points are processed in SIMD lanes (Highway, dispatched at run
/// time); their bits depend neither on the lane or batch nor on the order of the triangles.
class SolidAngle final : public Enclosure {
 public:
  /// @param mesh as for makeEnclosure; may be open.
  /// @param integer closed and oriented (MeshReport): the winding number is then rounded to an integer.
  SolidAngle(const TriangleMesh& mesh, bool integer);

  Tally classify(std::span<const Vec3> points, std::span<Side> sides,
                 std::span<double> winding) const override;

 private:
  Label labelOf(double winding) const;
  Label careful(const Vec3& p) const;
  Label sumCarefully(const Vec3& p) const;

  bool integer_;
  std::vector<std::array<Vec3, 3>> triangles_;  // of non-zero area, in the order of panels_
  PanelArrays<3> panels_;                       // the same, scaled to about unit size
  std::unique_ptr<RayCrossing> rays_;           // for uncertain points of closed, oriented surfaces
  Vec3 corner_ = Vec3::Zero();                  // of the bounding box
  double scale_ = 1;                            // a power of two: scaling by it is exact
};

}  // namespace talus
