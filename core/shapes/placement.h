#pragma once

#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// Position and size of a generated body.
struct Placement {
  Vec3 centre = Vec3::Zero();
  double size = 1;  ///< edge of its bounding cube (or its diameter), > 0

  /// @throws Error size not positive and finite, centre not finite.
  void requireValid() const;
  /// Moves a body, or a point, of size 1 about the origin here.
  void apply(TriangleMesh& mesh) const;
  Vec3 operator()(const Vec3& p) const { return centre + size * p; }
};

/// Rejects values outside [low, high]. @throws Error with the name and the limits.
void requireWithin(double value, double low, double high, const char* name);

}  // namespace talus
