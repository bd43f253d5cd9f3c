#pragma once

#include <vector>

#include "contact/overlap/surface_piercing.h"

namespace talus {

/// One connected part of the region where two bodies overlap.
struct OverlapRegion {
  /// Centre of the area that the intersection curve bounds, moved along the normal to the middle of the
  /// depth.
  Vec3 point = Vec3::Zero();
  Vec3 normal = Vec3::Zero();  ///< unit, from the first body to the second; zero if the region has no curve,
                               ///< or one whose area vanishes
  double depth = 0;            ///< extent of the overlap along the normal
  double area = 0;             ///< magnitude of the vector area that the curve bounds
  double volume = 0;           ///< of the overlap
  /// The closed intersection curves that bound the region on both surfaces: numbers of piercings, each curve
  /// with the first body's part on its left, seen from outside of the first body. None: a part of one body
  /// lies entirely inside the other.
  std::vector<std::vector<Index>> curves;
};

/// Where two closed surfaces intersect, as Williams and O'Connor find it (section 5): zones by clipping the
/// boxes, the zone's occupied cells, their edges walked through the other's cells, edge–facet intersections.
struct SurfaceIntersection {
  std::vector<Piercing> piercings;  ///< the points of the curves; `point` in the world
  std::vector<OverlapRegion> regions;
  PiercingWork work;  ///< the work of the search

  bool touching() const { return !regions.empty(); }
};

/// Intersects two bodies.
///
/// The piercings of two triangles are joined: curves are always closed. The vector area of a curve gives the
/// contact's normal, which is smooth in the bodies' motion and independent of their triangulation (Feng, "An
/// energy-conserving contact theory for discrete element modelling of arbitrarily shaped particles", 2021);
/// the volume comes from the divergence theorem, edge by edge, without clipping a polygon. A part of one body
/// within the other is found, too.
///
/// Deviations from the paper: zones are boxes in both frames; cells are walked layer by layer; every sign is
/// exact (SurfacePair), so that nothing is counted twice or lost; self-intersecting bodies give curves, but
/// volumes in which overlaps count by parity.
///
/// Cost: O(triangles in the zone), so O(N) at worst and about O(√N) for bodies that touch slightly.
/// @throws Error for a pose that is not finite or of a scale not above 0.
SurfaceIntersection intersectSurfaces(const SurfaceCells& first, const Pose& firstPose,
                                      const SurfaceCells& second, const Pose& secondPose);

}  // namespace talus
