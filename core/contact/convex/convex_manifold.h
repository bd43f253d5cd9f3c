#pragma once

#include "contact/convex/closest_features.h"
#include "contact/convex/face_overlap.h"

namespace talus {

/// A point at which two convex bodies touch, or come near.
struct ManifoldPoint {
  Vec3 position = Vec3::Zero();  ///< halfway between both surfaces, in the world
  double gap = 0;                ///< from A to B along the normal, negative where they overlap
  double depth = 0;              ///< reach − gap, ≥ 0
  double area = 0;               ///< its share of the overlap of both faces, seen along the normal; ≥ 0
  FeaturePair features;  ///< vertex and face, face and vertex, or two edges: the point's name over time
};

/// All points at which two convex bodies touch.
struct ConvexManifold {  // NOLINT(bugprone-exception-escape): a small vector may allocate where it is moved
  ClosestFeatures closest;  ///< closest.normal is that of all points
  boost::container::small_vector<ManifoldPoint, 8> points;
  /// The closest points stand in for what the faces' overlap did not show: bodies that are nearest beside
  /// their faces (vertex to vertex, edge beside edge), or a face that stands along the normal.
  bool fromClosest = false;
};

/// The contact of two convex bodies: several points where faces meet, so that a body can stand on another.
///
/// Along the normal of the closest features, the face of A that turns most towards B and the face of B that
/// turns most towards A are projected onto each other. Each corner of the polygon they share (face_overlap.h)
/// whose gap is no more than `reach` is a point. One of them is the closest pair; where none is, as near
/// corners may be missing, the closest points are added, so that there is a point exactly if the distance is
/// at most `reach`.
/// @param reach ε of A + ε of B, a length ≥ 0.
/// Points follow the polygon, starting at the least features, whatever the triangulation of the bodies.
/// Cost: closestFeatures and O(sides · sides) of both faces; allocates beyond 8 points only.
ConvexManifold convexManifold(const ConvexBody& a, const Pose& poseA, const ConvexBody& b, const Pose& poseB,
                              double reach, const FeaturePair& start);

}  // namespace talus
