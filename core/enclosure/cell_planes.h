#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/types.h"

namespace talus {

/// Planes of eight (cell, triangle) pairs in single precision, as a structure of arrays, to tell without the
/// triangles' vertices whether the segment from the cell's reference point to a query crosses them.
///
/// Coordinates are the cell's: origin at the reference point, unit the cell's edge. A query surely crosses a
/// triangle if it is surely beyond the triangle's plane and surely within all three planes through the
/// reference point and an edge; surely not if it surely fails one of these. Normals are scaled to a largest
/// component of 1.
///
/// Bound of the rounding: with components of q at most 0.5 (1 + 1e-7) and of normals at most 1, rounding q
/// and the normal to float, three products and sums, and rounding the offset (below 1.5) amount to less than
/// 6e-7. Planes whose normal loses more than 1e-9 to cancellation are stored as zero: they never decide.
struct alignas(32) PlaneGroup {
  static constexpr std::size_t lanes = 8;
  static constexpr float bound = 1e-6F;

  float normal[3][lanes] = {};                     // of the triangle, positive on the reference point's side
  float offset[lanes] = {1, 1, 1, 1, 1, 1, 1, 1};  // unused lanes: surely on the reference point's side
  float edge[3][3][lanes] = {};                    // normals of the planes through the edges, positive inside
  std::uint8_t inner = 0;  // bit: the reference point lies on the triangle's inner side

  /// @param corners in the cell's coordinates. @param isInner the exact side of the reference point.
  void set(std::size_t lane, const std::array<Vec3, 3>& corners, bool isInner);
};

/// Change of the winding number from the reference point to a query, or a note that it takes exact
/// arithmetic.
struct PlaneVerdict {
  std::int32_t change = 0;
  bool undecided = false;
};

/// One query per cell: planes of the cell, and the query in the cell's coordinates.
struct PlaneQuery {
  std::span<const PlaneGroup> groups;
  std::array<float, 3> q;
};

/// Answers many queries on the widest SIMD unit of this machine (up to eight lanes). About 10 ns each for
/// eight triangles.
void evaluatePlanes(std::span<const PlaneQuery> queries, std::span<PlaneVerdict> verdicts);

}  // namespace talus
