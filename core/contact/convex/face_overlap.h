#pragma once

#include <boost/container/small_vector.hpp>

#include "contact/convex/convex_pair.h"

namespace talus {

/// A corner of the polygon in which two faces overlap when projected along an axis.
struct OverlapCorner {
  Vec3 onA = Vec3::Zero(),
       onB = Vec3::Zero();  ///< the points of the two faces' planes at the corner, in the pair's frame
  double gap = 0;           ///< from A to B along the axis, negative if they overlap
  double area = 0;          ///< its share of the area of the projected polygon
  FeaturePair features;     ///< vertex and face, face and vertex, or two edges
};
using OverlapCorners = boost::container::small_vector<OverlapCorner, 12>;

/// The intersection of a face of A and a face of B that are projected along an axis. Its corners are the
/// vertices of one face inside the other and the crossings of their edges.
///
/// Convex clipping (Sutherland and Hodgman, "Reentrant polygon clipping", CACM 17 (1974)) of one polygon by
/// the edges of the other; each side keeps the body and edge it comes from. The gap is linear over the
/// polygon, so its minimum is at a corner. Corners closer than 1e-9 of the pair's size are merged. Corners
/// are in counter-clockwise order seen from B; there are none if the faces do not overlap or are parallel to
/// the axis. O(sides of A · sides of B); allocates only beyond 12 corners.
/// @param axis unit, from A to B.
OverlapCorners faceOverlap(const ConvexPair& pair, Index faceA, Index faceB, const Vec3& axis);

}  // namespace talus
