#pragma once

#include "contact/scene/contact_geometry.h"
#include "contact/trees/pair_descent.h"

namespace talus {

/// The shape of a body at the body's pose, and the body's halo.
struct ContactBody {
  const ContactGeometry* geometry = nullptr;
  Pose pose;
  double halo = 0;  ///< ε, a length ≥ 0
};

/// ε of A + ε of B.
double reachOf(const ContactBody& a, const ContactBody& b);

/// The greatest coordinate in a body's own frame, on which rounding errors depend.
double sizeOf(const ContactBody& body);

/// Above the distance, by rounding, of triangles that intersect.
double roundingGap(const ContactBody& a, const ContactBody& b);

/// The body's surface, and its solid, for searches of near triangles.
PlacedShape placed(const ContactBody& body);
PlacedShape placedSolid(const ContactBody& body);

/// A triangle of the body's surface or solid in the world, with its corners rounded there.
std::array<Vec3, 3> placedTriangle(const TriangleMesh& mesh, const Pose& pose, Index triangle);

/// The point of a body farthest in a direction. O(points).
Vec3 farthestPoint(const ContactBody& body, const Vec3& direction);

}  // namespace talus
