#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "base/types.h"
#include "enclosure/cells/plane_doubts.h"

namespace talus {

/// Planes of (octant of cells, triangle) pairs, four each, in 16-bit fixed point. They decide without the
/// triangle's vertices whether the segment from the octant's reference point to a query crosses it: the
/// triangle's plane, and the planes through the reference point and each edge.
///
/// Coordinates: origin at the reference point, unit the octant's edge, so that a query's coordinates lie
/// within [−¼, ¾]. The segment certainly crosses the triangle if the query is certainly on the positive side
/// of all four planes (beyond the triangle, and within its edges), and certainly does not if it is certainly
/// on the negative side of one. Normals are scaled so that the magnitudes of their components add up to 1.
///
/// Bound of the rounding, in units of the octant's edge: half of 2^-15 in each component of the normal, times
/// the query's coordinates of at most ¾ (1 + 1/16), 3.7e-5 in sum; half of 2^-15 in the query's coordinates,
/// 1.6e-5; the same in the offset; and below 1e-9 from the computation in double precision. Planes whose
/// normal loses more than that to cancellation are stored as zeros and decide nothing. Stored in groups of
/// four, so that SIMD lanes are triangles: 128 bytes per group.
struct alignas(64) PlaneGroup {
  static constexpr std::size_t size = 4;
  static constexpr double bound = 7.5e-5;
  static constexpr double fixedPoint = 32767;  ///< value of 1 in a 16-bit component
  /// The bound of a height, which is a sum of products of two numbers in fixed point.
  static constexpr auto heightBound = static_cast<std::int32_t>(bound * fixedPoint * fixedPoint);
  static constexpr std::uint32_t noTriangle = 0xffffffff;

  using Pairs = std::array<std::int16_t, 2 * size>;  // two values for each triangle
  std::array<Pairs, 4> xy;                           ///< normal's x and y of each plane
  /// The z component of each plane's normal. The partners of the four components are: the offset of the first
  /// plane (the others pass through the origin), the two halves of the triangle's number, and the change of
  /// the winding number where the triangle is crossed.
  std::array<Pairs, 4> zAnd;

  std::uint32_t triangle(std::size_t i) const {
    return static_cast<std::uint16_t>(zAnd[1][2 * i + 1]) |
           static_cast<std::uint32_t>(static_cast<std::uint16_t>(zAnd[2][2 * i + 1])) << 16;
  }
  /// Whether the reference point is on the triangle's inner side.
  bool inner(std::size_t i) const { return zAnd[3][2 * i + 1] < 0; }
  /// The change of the winding number where the triangle is crossed.
  std::int32_t change(std::size_t i) const { return zAnd[3][2 * i + 1]; }
  /// The smallest of a query's heights over the triangle's four planes.
  std::int32_t leastHeight(std::size_t i, const std::array<std::int16_t, 3>& q) const {
    std::int32_t least = std::numeric_limits<std::int32_t>::max();
    for (std::size_t p = 0; p < 4; ++p) {
      const std::int32_t offset = p == 0 ? zAnd[p][2 * i + 1] * 32767 : 0;
      least = std::min(least, xy[p][2 * i] * q[0] + xy[p][2 * i + 1] * q[1] + zAnd[p][2 * i] * q[2] + offset);
    }
    return least;
  }
  /// Moves the reference point to the other side.
  void flip(std::size_t i);
  /// Fills an entry with a triangle that no segment crosses, with the index noTriangle.
  void leaveEmpty(std::size_t i);
};

/// 1.5 · 2^52: a small double plus this number has the nearest integer in its lowest bits.
inline constexpr double roundingShift = 6755399441055744.0;

/// A coordinate between −1 and 1 in fixed point. (std::lrint is a function call.)
inline std::int16_t toFixedPoint(double v) {
  return static_cast<std::int16_t>(std::bit_cast<std::int64_t>(v * PlaneGroup::fixedPoint + roundingShift));
}

/// One query in the coordinates of its octant, and the planes of the triangles there.
struct PlaneQuery {
  const PlaneGroup* groups;
  std::uint32_t count;            ///< number of groups
  std::array<std::int16_t, 3> q;  ///< in fixed point
};

/// What planes tell about a query.
struct PlaneVerdict {
  std::int32_t change;  ///< of the winding number from the reference point to the query, by certain triangles
  bool undecided;       ///< whether exact arithmetic must test other triangles
};

/// Evaluates many queries by SIMD, and fetches their planes ahead. About 1 ns per triangle. Arithmetic is in
/// integers, so verdicts are the same on every machine.
/// @param verdicts one per query. @param doubts receives the triangles that planes leave undecided, in the
/// order of the queries.
/// @return how many queries were evaluated: all, unless their doubts became many.
std::size_t evaluatePlanes(std::span<const PlaneQuery> queries, std::span<PlaneVerdict> verdicts,
                           PlaneDoubts& doubts);

}  // namespace talus
