#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/types.h"

namespace talus {

/// Four planes of one (cell, triangle) pair in single precision, to tell without the triangle's vertices
/// whether the segment from the cell's reference point to a query crosses it: the triangle's plane, and the
/// planes through the reference point and each edge. Lanes 0 to 3 of a SIMD register.
///
/// Coordinates are the cell's: origin at the reference point, unit the cell's edge. The query surely crosses
/// the triangle if it is surely on the positive side of all four planes (beyond the triangle, and within its
/// edges), and surely does not if it is surely on the negative side of one. Normals are scaled to a largest
/// component of 1.
///
/// Bound of the rounding: with components of q at most 0.5 (1 + 1e-7) and of normals at most 1, rounding q
/// and the normal to float, three products and sums, and rounding the offset (below 1.5) amount to less than
/// 6e-7. Planes whose normal loses more than 1e-9 to cancellation are stored as zero: they never decide.
struct TrianglePlanes {
  static constexpr float bound = 1e-6F;

  float x[4] = {}, y[4] = {}, z[4] = {};  // normals: of the triangle, of the edge planes
  float offset = 0;                       // of the triangle's plane; the others pass through the origin

  TrianglePlanes() = default;
  /// @param corners in the cell's coordinates. @param inner the exact side of the reference point: on the
  /// triangle's
  ///   inner side or not.
  TrianglePlanes(const std::array<Vec3, 3>& corners, bool inner);
};

/// One query in the coordinates of its cell: planes of the cell's triangles, and its list entries, of which
/// bit 0 tells whether the reference point lies on the triangle's inner side.
struct PlaneQuery {
  std::span<const TrianglePlanes> planes;
  std::span<const std::uint32_t> entries;
  std::array<float, 3> q;
};

/// Change of the winding number from the reference point to a query, or a note that it takes exact
/// arithmetic.
struct PlaneVerdict {
  std::int32_t change = 0;
  bool undecided = false;
};

/// Answers many queries by SIMD. About 2 ns for each triangle.
void evaluatePlanes(std::span<const PlaneQuery> queries, std::span<PlaneVerdict> verdicts);

}  // namespace talus
