#pragma once

#include <cstdint>

#include "base/types.h"
#include "geometry/exact/intersection.h"
#include "options/pair_search_options.h"

namespace talus {

/// A part of a triangle a, b, c.
enum class TriangleFeature : std::uint8_t {
  CornerA = 0,
  CornerB = 1,
  CornerC = 2,
  EdgeAB = 3,
  EdgeBC = 4,
  EdgeCA = 5,
  Face = 6,
};

/// Two nearest points of two triangles.
struct TrianglePairDistance {
  double gap = 0;              ///< their distance, ≥ 0; 0 if the triangles share a point
  Vec3 pointA = Vec3::Zero();  ///< on A, nearest to B
  Vec3 pointB = Vec3::Zero();  ///< on B, nearest to A; the same point if the triangles intersect
  TriangleFeature featureA = TriangleFeature::Face;  ///< has pointA in its interior
  TriangleFeature featureB = TriangleFeature::Face;
  bool intersecting = false;  ///< exact: the closed triangles share a point
};

/// The distance of two closed triangles and their nearest points. The gap is accurate to about 1e-15 of the
/// larger of the triangles' sizes and their distance, also for needles, parallel edges, coplanar and touching
/// triangles; triangles of zero area count as the segment or point that they cover. `intersecting` is exact,
/// except for two triangles of zero area: then it tells whether the gap rounds to 0.
/// @param a, b finite, any magnitude up to 1e150. About 0.3 µs; use PairBatch for many.
TrianglePairDistance trianglePairDistance(const Corners& a, const Corners& b);

}  // namespace talus
