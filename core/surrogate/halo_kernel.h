#pragma once

#include <array>
#include <cstddef>

#include "base/padded_points.h"

namespace talus {

/// A triangle with what its distances need.
struct HaloTriangle {
  std::array<Vec3, 3> corners;
  Vec3 ab, ac;              ///< edges from the first corner
  double abab, abac, acac;  ///< their products
};

struct FarthestPoint {
  std::size_t point = 0;
  double squaredDistance = -1;
};

/// The point farthest from a triangle, the first one of several, with the widest available SIMD unit. The
/// same bits for all of them: those of TriangleHalo::weights. About 3 ns a point.
FarthestPoint farthestFrom(const HaloTriangle& triangle, const PaddedPoints& points);

}  // namespace talus
