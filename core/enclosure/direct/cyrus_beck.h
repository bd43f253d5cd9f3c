#pragma once

#include <array>
#include <vector>

#include "enclosure/interface/enclosure.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// The half-space test for convex surfaces after Cyrus and Beck (1978), the baseline of Williams and
/// O'Connor's Table 3: a point is inside if it lies on the inner side of every facet's plane. Signs are
/// exact, and so are the labels.
///
/// Cost: build O(N); a query O(N), less for points outside, since it ends at the first plane that excludes
/// the point.
class CyrusBeck final : public Enclosure {
 public:
  /// @param mesh as for makeEnclosure, convex (MeshReport::convex) with outward or inward orientation.
  explicit CyrusBeck(const TriangleMesh& mesh);

  Tally classify(std::span<const Vec3> points, std::span<Side> sides,
                 std::span<double> winding) const override;

 private:
  Side sideOf(const Vec3& p) const;
  double windingOnSurface(const Vec3& p) const;

  std::vector<std::array<Vec3, 3>> facets_;  // of non-zero area
  Box bounds_;
  Vec3 interior_ = Vec3::Zero();  // a point inside, in general position
  int inner_ = 1;                 // orient3d's sign of the inner side: −1 for a surface with inward normals
};

}  // namespace talus
