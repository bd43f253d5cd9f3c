#pragma once

#include <vector>

#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// A convex polygon about the origin, counter-clockwise.
using Outline = std::vector<Eigen::Vector2d>;

/// Regular polygon with corners at distance 1, the first on the x axis. @param segments ≥ 3.
Outline circleOutline(int segments);
/// The square with corners (±1, ±1).
Outline squareOutline();

/// An outline at a height, scaled along x and y.
struct Ring {
  double halfX, halfY;  ///< factors of the outline, ≥ 0; both 0: one point on the z axis
  double z;
};

/// How a loft ends.
enum class LoftEnds { Open, Joined };

/// The points of the rings, ring by ring.
std::vector<Vec3> ringPoints(const Outline& outline, const std::vector<Ring>& rings);

/// The surface of triangles between each ring and the next, and, if Joined, the last and the first.
///
/// It faces away from the z axis where the rings go up and towards it where they go down. It is closed if the
/// first and last ring are points or Joined, and does not intersect itself if the path of the rings in the
/// plane of half width and height does not.
TriangleMesh lofted(const Outline& outline, const std::vector<Ring>& rings, LoftEnds ends);

}  // namespace talus
