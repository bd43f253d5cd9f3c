#pragma once

#include <cstdint>
#include <vector>

#include "arrangement/result/arrangement_body.h"
#include "base/context.h"
#include "geometry/check/self_intersection.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// A closed surface whose new points were rounded to doubles.
struct RoundedSurface {
  TriangleMesh mesh;
  std::vector<Index> source;        ///< of each triangle: what it is a part of
  std::vector<std::uint8_t> isNew;  ///< of each point: whether it was rounded
};

/// Merges points that are equal.
void mergePoints(RoundedSurface& surface);

/// Removes what rounding collapsed: merges points that became equal, removes triangles that use a point twice
/// and pairs that cancel, and gives the place of a triangle of zero area to the triangle beyond its longest
/// side. The surface remains closed.
void removeCollapsed(RoundedSurface& surface, RoundingReport& report);

/// The pairs of triangles that intersect, one of them with a new point.
SelfIntersections findIntersections(const RoundedSurface& surface, Context& context);

/// The nearest multiple of a power of two; 0: the point itself.
Vec3 onGrid(const Vec3& p, double grid);

/// Moves the new points of marked triangles to a grid. @param involved one per triangle.
void snapNewPoints(RoundedSurface& surface, const std::vector<std::uint8_t>& involved, double grid);

}  // namespace talus
