#pragma once

#include <array>
#include <span>
#include <vector>

#include "contact/overlap/surface_piercing.h"

namespace talus {

/// One connected part of the region where two bodies overlap.
struct OverlapRegion {
  /// Centre of the area that the intersection curve bounds, moved along the normal to the middle of the
  /// depth.
  Vec3 point = Vec3::Zero();
  Vec3 normal = Vec3::Zero();  ///< unit, from the first body to the second; zero if the area is
  double depth = 0;            ///< extent of the overlap along the normal
  /// Of each body's corners in the region, the one deepest in the other body, as seen along the normal; the
  /// centre of the area if there is none.
  std::array<Vec3, 2> deepest{Vec3::Zero(), Vec3::Zero()};
  /// Magnitude of the vector area that the curves bound; 0 if the region has no curve, or if the rounding of
  /// coordinates accounts for the area: then it has no direction, as where curves balance each other.
  double area = 0;
  double volume = 0;   ///< of the overlap; 0 if it is not asked for
  double surface = 0;  ///< the area of all that bounds this volume; 0 if that is not asked for
  /// The closed intersection curves that bound the region on both surfaces, as indices of piercings. Seen
  /// from outside the first body, its part of the region's boundary is on the left of each curve. Empty: a
  /// part of one body lies entirely inside the other.
  std::vector<std::vector<Index>> curves;

  /// The mean thickness of the overlap; 0 if its volume is not asked for.
  double meanDepth() const { return surface > 0 ? 2 * volume / surface : 0; }
};

/// The intersection of two closed surfaces after Williams and O'Connor (section 5): the boxes are clipped to
/// a zone; the edges in the zone's occupied cells are traced through the other surface's cells and
/// intersected with the facets there.
struct SurfaceIntersection {
  std::vector<Piercing> piercings;  ///< the points of the curves; `point` in the world
  std::vector<OverlapRegion> regions;
  PiercingWork work;  ///< the work of the search

  bool touching() const { return !regions.empty(); }
  /// The square of the greatest distance of a region's curves from its point.
  double squaredRadius(const OverlapRegion& region) const;
};

/// Intersects two bodies.
///
/// The two piercings of each pair of triangles are joined, so curves are always closed. The vector area of a
/// curve gives the contact normal, which varies smoothly with the motion of the bodies and is independent of
/// their triangulation (Feng, "An energy-conserving contact theory for discrete element modelling of
/// arbitrarily shaped particles", 2021); the volume is summed edge by edge by the divergence theorem, without
/// clipping polygons. A part of one body entirely inside the other is found, too.
///
/// Deviations from the paper: zones are boxes in both frames; cells are visited layer by layer; every sign is
/// exact (SurfacePair), so that no intersection is counted twice or lost; self-intersecting bodies give
/// curves, but their volumes count overlaps by parity.
///
/// Cost: O(triangles in the zone), so O(N) at worst and about O(√N) for bodies that touch slightly.
/// @throws Error a pose that is not finite, a scale that is not positive.
SurfaceIntersection intersectSurfaces(const SurfaceCells& first, const Pose& firstPose,
                                      const SurfaceCells& second, const Pose& secondPose);

/// Whether the volumes of the regions are wanted: they take a sixth of the time.
enum class RegionVolumes { Wanted, Unwanted };

/// The same without a search. @param near pairs of triangles among which are all that intersect, those that
/// do not by a rounding error included. O(pairs · log pairs).
SurfaceIntersection intersectSurfaces(const SurfaceCells& first, const Pose& firstPose,
                                      const SurfaceCells& second, const Pose& secondPose,
                                      std::span<const TrianglePair> near,
                                      RegionVolumes volumes = RegionVolumes::Wanted);

}  // namespace talus
