#pragma once

#include "geometry/mesh/triangle_mesh.h"
#include "options/shape_placement_options.h"

namespace talus {

/// Moves a body, or a point, of size 1 about the origin to its place.
void apply(const Placement& place, TriangleMesh& mesh);
inline Vec3 placed(const Placement& place, const Vec3& p) {
  return place.centre + place.size * p;
}

/// Rejects values outside [low, high]. @throws Error with the name and the limits.
void requireWithin(double value, double low, double high, const char* name);

}  // namespace talus
