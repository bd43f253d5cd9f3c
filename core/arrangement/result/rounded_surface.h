#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "arrangement/result/arrangement_body.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// A closed surface whose new points were rounded to doubles.
struct RoundedSurface {
  TriangleMesh mesh;
  std::vector<Index> source;                  ///< of each triangle: what it is a part of
  static constexpr std::uint8_t rounded = 1;  ///< a new point
  static constexpr std::uint8_t joined = 2;   ///< a point that was made a corner of further triangles
  std::vector<std::uint8_t> isNew;            ///< of each point: sum of these; 0: as it was

  bool hasNewCorner(std::size_t t) const;
  /// Whether a triangle has no area. Exact.
  bool isFlat(std::size_t t) const;
};

/// Merges points that are equal.
void mergePoints(RoundedSurface& surface);

/// Removes what rounding collapsed: merges points that became equal, removes triangles that use a point twice
/// and pairs that cancel, and gives the place of a triangle of zero area to the triangle beyond its longest
/// side. The surface remains closed.
void removeCollapsed(RoundedSurface& surface, RoundingReport& report);

/// Whether all edges are used equally often in both directions. O(triangles).
bool isClosed(const TriangleMesh& mesh);

/// Moves the new points of pairs of triangles to a grid.
void snapNewPoints(RoundedSurface& surface, const std::vector<std::array<Index, 2>>& pairs, double grid);

}  // namespace talus
