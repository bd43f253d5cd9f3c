#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "enclosure/interface/enclosure.h"
#include "geometry/exact/predicates.h"
#include "geometry/mesh/box_tree.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// The result of RayCrossing for one point.
struct RayCrossingResult {
  Side side = Side::Outside;
  /// The feature of the surface on which the point lies; Outside if it lies on none.
  OnTriangle feature = OnTriangle::Outside;
  /// Signed crossings; on the surface the interior solid angle over 4π. Only if requested.
  double winding = 0;
  int redraws = 0;  ///< rays drawn before the one that decided
};

/// The direction of rays.
enum class RayAim {
  Random,      ///< in all directions, as published
  NearestSide  ///< to the nearest side of the bounding box, with a random deviation; gives the shortest rays
};

/// The ray crossing method of Muth, Of, Eberhard and Steinbach 2006, section 2.2.
///
/// A segment P–R leads from the point P in a random direction out of the bounding box; an odd number of
/// crossed faces means inside. If P lies in a face's plane (d1 = 0), three AreaSigns decide whether it lies
/// on the face, an edge or a vertex. If P and R lie on different sides of the plane, the segment crosses the
/// face if the three VolumeSigns, of the tetrahedra of P–R with the edges, are equal. A zero VolumeSign, or P
/// and R both in the plane, is a degeneracy: a new ray is drawn.
///
/// Deviations: signs are exact, and so are the labels; the ratio r of (28) is not computed, since its sign
/// and r < 1 follow from the sides of P and R; faces of zero area are omitted (they would make every ray
/// degenerate); each point draws its rays from a generator seeded with its coordinates, so that results do
/// not depend on order or threads.
///
/// Cost: build O(N log N); a query O(N) without the tree, about O(log N + crossings) with it.
class RayCrossing final : public Enclosure {
 public:
  /// @param mesh as for makeEnclosure, closed.
  /// @param oriented MeshReport::oriented. If false, the winding number is the parity.
  RayCrossing(const TriangleMesh& mesh, bool oriented, RaySearch search, std::uint64_t seed,
              RayAim aim = RayAim::Random);

  Tally classify(std::span<const Vec3> points, std::span<Side> sides,
                 std::span<double> winding) const override;

  /// One finite point. Without `wantWinding` it stops at the first face that contains the point, as in the
  /// paper.
  /// @param firstAttempt number of rays to skip; another value gives other rays.
  RayCrossingResult locate(const Vec3& p, bool wantWinding, int firstAttempt = 0) const;

  /// The end of the ray drawn for a point after `attempt` degenerate rays.
  Vec3 rayEnd(const Vec3& p, std::uint64_t attempt) const;

 private:
  struct Ray;
  enum class Verdict { Continue, Stop, Degenerate };

  Verdict meetFace(Ray& ray, std::size_t face) const;
  bool shoot(Ray& ray) const;

  bool oriented_;
  RaySearch search_;
  std::uint64_t seed_;
  RayAim aim_;
  std::vector<std::array<Vec3, 3>> faces_;  // of non-zero area
  std::vector<Box> boxes_;                  // boxes of the faces, for the search without a tree
  BoxTree tree_;
  Box bounds_;
  double rayLength_ = 0;
};

}  // namespace talus
