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
  bool all = true;                     ///< false: the search was stopped, there are more
  std::array<Index, 2> first{-1, -1};  ///< the pair with the smallest numbers among the pairs found
  /// One per triangle: 1 if it is in a pair, or was not examined because the search was stopped.
  std::vector<std::uint8_t> involved;
};

/// Whether triangles s and t share a point that is not on a common corner or edge. Exact.
///
/// Neighbours across an edge count only if they are folded onto each other; triangles with one common corner
/// only if they share other points; triangles with the same three corners never (they are duplicates). Both
/// must have non-zero area.
bool meetBeyondSharedCorners(const TriangleMesh& mesh, Index s, Index t);

/// Finds every such pair by trees of boxes, then a test in double that excludes most of the remaining pairs,
/// then exact tests. O(n log n + pairs of boxes).
///
/// In a surface of random triangles, for example from a damaged file, nearly all pairs intersect. The search
/// stops for a group of about 1024 triangles when it has 64 intersections for each of its triangles on
/// average.
/// @param usable one per triangle: 0 excludes it (zero area or not finite). Advances the context by one step
/// per triangle. Deterministic.
SelfIntersections findSelfIntersections(const TriangleMesh& mesh, const std::vector<std::uint8_t>& usable,
                                        Context& context);

/// All such pairs in ascending order, the smaller number first, and the pairs with the same three corners.
/// Parameters, cost and progress as findSelfIntersections(), but without a limit of their number.
std::vector<std::array<Index, 2>> meetingPairs(const TriangleMesh& mesh,
                                               const std::vector<std::uint8_t>& usable, Context& context);

/// Those of such pairs in which at least one triangle is marked. @param marked one per triangle; all
/// triangles must be usable.
std::vector<std::array<Index, 2>> meetingPairsOf(const TriangleMesh& mesh,
                                                 const std::vector<std::uint8_t>& marked, Context& context);

/// As meetingPairs(), and some pairs that do not meet: those without a common corner which the test in double
/// does not exclude. For callers that find out what a pair has in common anyway.
std::vector<std::array<Index, 2>> pairsThatMayMeet(const TriangleMesh& mesh,
                                                   const std::vector<std::uint8_t>& usable, Context& context);

}  // namespace talus
