#pragma once

#include <array>
#include <span>

#include "base/types.h"
#include "enclosure/direct/winding_kernel.h"

namespace talus {

/// A triangle relative to a reference point, prepared for segments that start there.
struct SegmentTarget {
  /// With the reference point r and the corners a, b, c: v = (a−r)×(b−r), (b−r)×(c−r), (c−r)×(a−r). The line
  /// from r through x passes through the triangle if v·(x−r) has the same sign for all three.
  std::array<Vec3, 3> edges;
  Vec3 normal;                         ///< outward
  double offset = 0;                   ///< normal·(a−r)
  std::array<double, 3> edgeErrors{};  ///< the rounding error of v·(x−r) is below this times |x−r|
  double normalError = 0;              ///< error of normal·(x−r) − offset: below this times |x−r| …
  double offsetError = 0;              ///< … plus this

  SegmentTarget(const Vec3& reference, const std::array<Vec3, 3>& triangle);
  /// False if rounding leaves open on which side of the triangle's plane the reference point lies, or if the
  /// bounds themselves might underflow.
  bool isClear() const;
};

/// Adds the changes along segments to winding numbers: ±1 for each triangle crossed.
/// @param winding, open one entry for each of all points; open is set to 1 where rounding leaves a crossing
///   open, for example for a point on a triangle or a segment through an edge.
void addCrossings(std::span<const SegmentTarget> targets, const Vec3& reference, const VectorArrays& points,
                  IndexRange range, double* winding, unsigned char* open);

}  // namespace talus
