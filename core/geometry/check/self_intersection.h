#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/context.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// The pairs of triangles of a mesh that intersect beyond common vertices and edges.
struct SelfIntersections {
  std::int64_t pairs = 0;
  bool all = true;                     ///< false: there are more, the search was given up
  std::array<Index, 2> first{-1, -1};  ///< the pair with the smallest numbers among those found
  /// One per triangle: 1 if it is in a pair, or was passed over when the search was given up.
  std::vector<std::uint8_t> involved;
};

/// True where triangles s and t share a point that is not of a common corner or edge. Exact.
///
/// Neighbours over an edge meet only if they are folded onto each other; triangles with one common corner
/// only if they share more than it; triangles with the same three corners never (they are duplicates).
/// Both must have an area.
bool meetBeyondSharedCorners(const TriangleMesh& mesh, Index s, Index t);

/// Finds every such pair: boxes in trees, then a test in double that excludes most of the others, then exact
/// ones. O(n log n + pairs of boxes).
///
/// In a surface of random triangles, as from a damaged file, nearly all pairs intersect. The search is
/// given up for each 1024 triangles when they meet others more than 65 536 times: 64 times each on average.
/// @param usable one per triangle: 0 leaves it out (no area, not finite).
/// Advances the context by one step a triangle. Deterministic.
SelfIntersections findSelfIntersections(const TriangleMesh& mesh, const std::vector<std::uint8_t>& usable,
                                        Context& context);

}  // namespace talus
