#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/context.h"
#include "geometry/triangle_mesh.h"

namespace talus {

/// The triangles of a mesh that meet where they should not.
struct SelfIntersections {
  std::int64_t pairs = 0;
  std::array<Index, 2> first{-1, -1};  ///< the pair with the smallest numbers
  std::vector<std::uint8_t> involved;  ///< one per triangle: 1 if it is in a pair
};

/// True where triangles s and t share a point that is not of a common corner or edge. Exact.
///
/// Neighbours over an edge meet only if they are folded onto each other; triangles with one common corner
/// only if they share more than it; triangles with the same three corners never (they are duplicates).
/// Both must have an area.
bool meetBeyondSharedCorners(const TriangleMesh& mesh, Index s, Index t);

/// Finds every such pair: boxes in a tree, then exact tests. O(n log n + pairs).
/// @param usable one per triangle: 0 leaves it out (no area, not finite).
/// Advances the context by one step a triangle. Deterministic.
SelfIntersections findSelfIntersections(const TriangleMesh& mesh, const std::vector<std::uint8_t>& usable,
                                        Context& context);

}  // namespace talus
