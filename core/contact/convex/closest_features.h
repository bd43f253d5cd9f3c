#pragma once

#include "contact/convex/convex_pair.h"

namespace talus {

/// Where two convex bodies are nearest to each other, or how they overlap. In the world.
struct ClosestFeatures {
  /// Between the bodies; where they overlap the least translation that parts them, negative.
  double distance = 0;
  Vec3 normal = Vec3::Zero();  ///< unit, from A to B; the direction of that translation of B
  /// Points of the surfaces a distance apart along the normal: onB − onA = distance · normal. The middle of
  /// all such points where a feature is parallel to the other.
  Vec3 onA = Vec3::Zero(), onB = Vec3::Zero();
  FeaturePair features;      ///< on which they lie; start here next time
  int cycles = 0;            ///< pairs of features that were looked at
  bool overlapping = false;  ///< the features are those that part last
};

/// The closest features of two convex bodies: Lin and Canny, "A fast algorithm for incremental distance
/// calculation" (ICRA 1991), as in Schinner 1995, section 4.2.
///
/// In each cycle the nearest points of two features are found and looked up in the other feature's Voronoi
/// region. Where a point is outside, the feature gives way to the neighbour behind the violated plane.
/// Started from the features of the last step this ends in the first cycle for most steps, however many
/// features there are.
///
/// Deviations from the thesis
/// * The distance must fall from one accepted pair to the next (six times it may stay within rounding). So it
/// always ends; it also does where rounding
///   makes two features send each other the search.
/// * Two segments: one length is clamped, the other computed again (segment_pair.h); see the thesis.
/// * Faces are polygons, coplanar triangles being one, not triangles.
/// * A vertex beneath a face but outside the body, the local minimum, goes on to the nearest face of all. One
///   beneath all faces, and an edge through a face, mean overlap. That, and all distances below 1e-10 of the
///   pair's size, is decided by the hull of the Minkowski difference (difference_hull.h), which also gives
///   the depth.
/// * Nine kinds of pairs can be returned: after the search, a feature of the one that is parallel to one of
///   the other within 1e-12 rad stands for its boundary.
///
/// @param start any features of the bodies, best those of the step before.
/// Distances are accurate to about 1e-15 of the sum of radii and distance of centres, above what the bodies
/// lack in flatness. Poses must be finite. About 0.1 µs where one cycle does, 2 to 20 µs where they overlap.
/// Thread-safe, allocates nothing where bodies are apart.
ClosestFeatures closestFeatures(const ConvexBody& a, const Pose& poseA, const ConvexBody& b,
                                const Pose& poseB, const FeaturePair& start);

/// The same in the pair's own frame and unit, and without the last step: the features are those where the
/// search ended, though others may be parallel. Gives distance and normal only. 0.06 µs.
ClosestFeatures closestInPair(const ConvexPair& pair, const FeaturePair& start);

/// Features to start from when nothing is known: the vertices farthest towards the other body's centre.
FeaturePair facingFeatures(const ConvexBody& a, const Pose& poseA, const ConvexBody& b, const Pose& poseB);

}  // namespace talus
