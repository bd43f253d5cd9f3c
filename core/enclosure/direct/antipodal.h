#pragma once

#include <memory>
#include <mutex>

#include "enclosure/direct/ray_crossing.h"
#include "enclosure/direct/solid_angle.h"
#include "enclosure/direct/winding_kernel.h"
#include "enclosure/interface/enclosure.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// The exact generalised winding number of open surfaces from one ray and the boundary edges: Martens,
/// Trettner and Bessmeltsev, "Antipodal" (SIGGRAPH 2026).
///
/// J(x) = χ + (1/4π) Σ_e m_e 2 atan2(det(A, B, −d), |A||B| + A·B − |A|(B·d) − |B|(A·d)), A = a − x, B = b −
/// x: χ counts the triangles that the ray from x in the unit direction d crosses, +1 when leaving; the sum
/// runs over the directed edges a→b with a net multiplicity m_e ≠ 0, so non-manifold and misoriented edges
/// count, too. Together with the cone from the boundary to the point at infinity opposite to the ray, the
/// surface is closed; the sum subtracts the cone again.
///
/// The ray is RayCrossing's, with exact signs: the jumps of χ and of the sum cancel unless the ray comes
/// within 1e-7 of a boundary edge; then another ray is drawn. After four such rays (x lies near a boundary
/// edge) SolidAngle's careful sum decides. Points outside the bounding box use the ray that leads away from
/// it, which crosses nothing.
///
/// Labels, accuracy and the values on the surface are as for SolidAngle. Cost: build O(N log N); a query
/// takes one ray through a tree plus about 3 ns per boundary edge.
class Antipodal final : public Enclosure {
 public:
  /// @param mesh as for makeEnclosure; may be open. @param seed of the rays.
  Antipodal(const TriangleMesh& mesh, std::uint64_t seed);

  Tally classify(std::span<const Vec3> points, std::span<Side> sides,
                 std::span<double> winding) const override;

 private:
  struct Shot {
    Vec3 direction;
    RayCrossingResult hits;
  };

  Shot shoot(const Vec3& p, int firstAttempt) const;
  Label label(const Shot& shot, double boundary) const;
  Label careful(const Vec3& p, int firstAttempt, Tally& tally) const;

  RayCrossing rays_;
  TriangleMesh mesh_;
  // For the few points that several rays leave undecided; built when first needed.
  mutable std::once_flag onceSums_;
  mutable std::unique_ptr<SolidAngle> sums_;
  PanelArrays<2> edges_;  // scaled to about unit size, in an order independent of the mesh's numbering
  Box bounds_;
  double scale_ = 1;
};

}  // namespace talus
