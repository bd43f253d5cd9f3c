#pragma once

#include "contact/convex/convex_pair.h"

namespace talus {

/// The nearest points of two convex bodies, or the minimum translation that separates them, in world
/// coordinates.
struct ClosestFeatures {
  /// Distance of the bodies; if they overlap, minus the length of the minimum translation that separates
  /// them.
  double distance = 0;
  Vec3 normal = Vec3::Zero();  ///< unit, from A to B; the direction in which that translation moves B
  /// Points of the two surfaces with onB − onA = distance · normal. If the features are parallel: the middle
  /// of all such points.
  Vec3 onA = Vec3::Zero(), onB = Vec3::Zero();
  FeaturePair features;      ///< on which these points lie; start of the next search
  int cycles = 0;            ///< pairs of features examined
  bool overlapping = false;  ///< the features are then those that separate last
};

/// The closest features of two convex bodies: Lin and Canny, "A fast algorithm for incremental distance
/// calculation" (ICRA 1991), as in Schinner 1995, section 4.2.
///
/// Each cycle finds the nearest points of two features and tests each point against the Voronoi region of the
/// other feature. If a point lies outside, the feature of that region is replaced by its neighbour behind the
/// violated plane. Started from the features of the previous step, the search mostly ends in the first cycle,
/// for any number of features.
///
/// Deviations from the thesis
/// * The distance must decrease from one accepted pair to the next (it may stay equal to within rounding six
///   times). So the search always ends, even if rounding makes two features refer to each other.
/// * Two segments: one parameter is clamped, the other computed again (segment_pair.h); see the thesis.
/// * Faces are polygons, not triangles: coplanar triangles form one face.
/// * A vertex below a face but outside the body is a local minimum: the search continues at the nearest of
///   all faces. A vertex below all faces, or an edge through a face, indicates overlap. Overlaps and
///   distances below 1e-10 of the pair's size are decided by the hull of the Minkowski difference
///   (difference_hull.h), which also gives the depth.
/// * All nine kinds of pairs can be returned: after the search, an edge or face that is parallel to the other
///   body's feature within 1e-12 rad replaces its boundary feature.
///
/// @param start any features of the bodies, best those of the previous step.
/// Distances are accurate to about 1e-15 of the sum of the radii and the distance of the centres, plus the
/// bodies' deviation from flat faces. Poses must be finite. About 0.1 µs if one cycle is enough, 2 to 20 µs
/// if the bodies overlap. Thread-safe; allocates nothing if the bodies are apart.
ClosestFeatures closestFeatures(const ConvexBody& a, const Pose& poseA, const ConvexBody& b,
                                const Pose& poseB, const FeaturePair& start);

/// The same in the pair's own frame and unit, without the last step: the features are those where the search
/// ended, even if others are parallel. Gives distance and normal only. 0.06 µs.
ClosestFeatures closestInPair(const ConvexPair& pair, const FeaturePair& start);

/// Features to start from when nothing is known: the vertices farthest towards the other body's centre.
FeaturePair facingFeatures(const ConvexBody& a, const Pose& poseA, const ConvexBody& b, const Pose& poseB);

}  // namespace talus
