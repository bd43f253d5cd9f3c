#pragma once

#include <boost/container/small_vector.hpp>

#include "contact/convex/convex_pair.h"

namespace talus {

/// A corner of the polygon in which two faces overlap, seen along an axis.
struct OverlapCorner {
  Vec3 onA = Vec3::Zero(),
       onB = Vec3::Zero();  ///< the points of the faces' planes there, in the pair's frame
  double gap = 0;           ///< from A to B along the axis, negative where they overlap
  double area = 0;          ///< its share of the polygon, across the axis
  FeaturePair features;     ///< vertex and face, face and vertex, or two edges
};
using OverlapCorners = boost::container::small_vector<OverlapCorner, 12>;

/// The polygon that a face of A and a face of B share when both are projected along an axis: its corners are
/// the vertices of one within the other and the crossings of their edges.
///
/// Convex clipping (Sutherland and Hodgman, "Reentrant polygon clipping", CACM 17 (1974)) of the one by the
/// other's edges, each side remembering whose it is. The gap is linear over the polygon, so it is least at a
/// corner. Corners closer than 1e-9 of the pair's size are one. Corners come counter-clockwise seen from B;
/// none where the faces do not overlap or stand along the axis. O(sides of A · sides of B); allocates beyond
/// 12 corners only.
/// @param axis unit, from A to B.
OverlapCorners faceOverlap(const ConvexPair& pair, Index faceA, Index faceB, const Vec3& axis);

}  // namespace talus
