#pragma once

#include "contact/convex/closest_features.h"
#include "contact/convex/face_overlap.h"

namespace talus {

/// A point at which two convex bodies touch or are near each other.
struct ManifoldPoint {
  Vec3 position = Vec3::Zero();  ///< halfway between both surfaces, in the world
  double gap = 0;                ///< from A to B along the normal, negative if they overlap
  double depth = 0;              ///< reach − gap, ≥ 0
  double area = 0;       ///< its share of the overlap area of both faces, projected along the normal; ≥ 0
  FeaturePair features;  ///< vertex and face, face and vertex, or two edges: identify the point over time
};

/// All points at which two convex bodies touch.
struct ConvexManifold {  // NOLINT(bugprone-exception-escape): a small vector may allocate where it is moved
  ClosestFeatures closest;  ///< closest.normal is that of all points
  boost::container::small_vector<ManifoldPoint, 8> points;
  /// The closest points were added because the faces' overlap does not contain them: the bodies are nearest
  /// beside their faces (vertex to vertex, edge beside edge), or a face is parallel to the normal.
  bool fromClosest = false;
};

/// The contact of two convex bodies: several points if faces touch, so that a body can stand on another.
///
/// The face of A that faces B most directly and the face of B that faces A most directly are projected along
/// the normal of the closest features. Each corner of the polygon in which they overlap (face_overlap.h) is a
/// contact point if its gap is at most `reach`. Normally one of them is the closest pair. If not, as near
/// corners may be missing, the closest points are added: so there is a point exactly if the distance is at
/// most `reach`.
/// @param reach ε of A + ε of B, a length ≥ 0.
/// Points are in the order of the polygon, starting at the lowest feature numbers, independent of the bodies'
/// triangulation. Cost: closestFeatures and O(sides · sides) of both faces; allocates only beyond 8 points.
ConvexManifold convexManifold(const ConvexBody& a, const Pose& poseA, const ConvexBody& b, const Pose& poseB,
                              double reach, const FeaturePair& start);

}  // namespace talus
