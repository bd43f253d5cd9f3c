#pragma once

#include <cstdint>
#include <vector>

#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// Volume and centroid of the solid inside a closed boundary.
struct SolidMoments {
  double volume = 0;
  Vec3 centroid = Vec3::Zero();  ///< NaN if there is no volume
  double area = 0;
  double uncertainty = 0;  ///< bound of the error of the volume
};

/// What rounding did to a surface.
struct RoundingReport {
  std::int64_t newPoints = 0;      ///< corners of the result where surfaces cross
  std::int64_t collapsed = 0;      ///< triangles that lost their area, and were removed
  std::int64_t divided = 0;        ///< triangles divided at a point that came to lie on their edge
  int arrangements = 0;            ///< how often the rounded surface was arranged again
  std::int64_t intersections = 0;  ///< pairs of triangles that still intersect
  std::int64_t degenerate = 0;     ///< triangles of zero area that remain
};

/// By how much the generalised winding number of open surfaces differs from 1/2 where patches that close them
/// (ClosedOpenings) bound a result. 0 for a flat opening.
struct PatchDeviation {
  double mean = 0, greatest = 0;
};

/// A solid that is a union of parts of space between surfaces.
struct ArrangementBody {
  TriangleMesh mesh;           ///< closed and oriented; without equal points
  std::vector<Index> surface;  ///< of each triangle: a surface that it is a part of, and
  std::vector<Index> cell;     ///< the number of its triangle there
  SolidMoments moments;        ///< of the exact solid, before its points were rounded
  RoundingReport rounding;
  PatchDeviation patches;
};

/// A part of space, and the surfaces that contain it.
struct ArrangementRegion {
  std::vector<Index> inside;  ///< ascending
  ArrangementBody body;
};

}  // namespace talus
