#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/types.h"

namespace talus {

/// Four planes of an (octant of cells, triangle) pair in 16-bit fixed point, to tell without the triangle's
/// vertices whether the segment from the octant's reference point to a query crosses it: the triangle's
/// plane, and the planes through the reference point and each edge. 32 bytes.
///
/// Coordinates: origin at the reference point, unit the octant's edge, so that those of a query lie within
/// [−¼, ¾]. The query surely crosses the triangle if it is surely on the positive side of all four planes
/// (beyond the triangle, and within its edges), and surely does not if it is surely on the negative side of
/// one. Normals are scaled so that the magnitudes of their components add up to 1.
///
/// Bound of the rounding, in units of the octant's edge: half of 2^-15 in each component of the normal, times
/// the query's coordinates of at most ¾ (1 + 1/16), 3.7e-5 in sum; half of 2^-15 in the query's, 1.6e-5; the
/// same in the offset; and below 1e-9 for the double precision before. Planes whose normal loses more than
/// that to cancellation are stored as zero: they never decide.
struct alignas(32) TrianglePlanes {
  static constexpr double bound = 7.5e-5;
  static constexpr double fixedPoint = 32767;  ///< value of 1 in a 16-bit component

  std::array<std::int16_t, 8> xy{};  ///< normal's x and y of each plane
  std::array<std::int16_t, 8>
      zOffset{};  ///< normal's z of each plane, and beside it: the first plane's offset (the
                  ///< others pass through the origin), two halves of the triangle's number,
                  ///< and the change of the winding number where the triangle is crossed

  std::uint32_t triangle() const {
    return static_cast<std::uint16_t>(zOffset[3]) |
           static_cast<std::uint32_t>(static_cast<std::uint16_t>(zOffset[5])) << 16;
  }
  /// Is the reference point on the triangle's inner side?
  bool inner() const { return zOffset[7] < 0; }
  /// Puts the reference point on the other side.
  void flip();
};

/// A triangle to make planes of, for some octants of a block. Coordinates: origin at the first octant's
/// reference point, unit the octants' edges.
struct PlaneSource {
  std::array<Vec3, 3> corners;
  Vec3 step;  ///< from the reference point of an octant to those of its upper neighbours, about 1 each
  std::uint32_t triangle;
  std::uint32_t octants;  ///< one bit each
};

/// Makes planes. About 15 ns each.
/// @param planes where they go: for each source one per octant, in ascending order.
/// @param doubtful numbers of the planes for which rounding leaves open on which side of the triangle the
///   reference point lies are appended: there inner() is a guess, and flip() mends a wrong one.
void makePlanes(std::span<const PlaneSource> sources, std::span<TrianglePlanes* const> planes,
                std::vector<std::uint32_t>& doubtful);

/// One query in the coordinates of its octant, and the planes of the triangles there.
struct PlaneQuery {
  const TrianglePlanes* planes;
  std::uint32_t count;
  std::array<std::int16_t, 3> q;  ///< times TrianglePlanes::fixedPoint
};

/// Change of the winding number from the reference point to a query, or a note that it takes exact
/// arithmetic.
struct PlaneVerdict {
  std::int32_t change;
  bool undecided;
};

/// Answers many queries by SIMD. About 2 ns for each triangle. Exact in its integers: the same verdicts on
/// every machine.
void evaluatePlanes(std::span<const PlaneQuery> queries, std::span<PlaneVerdict> verdicts);

}  // namespace talus
