#pragma once

#include "contact/convex/convex_pair.h"

namespace talus {

/// A direction along which two convex bodies are separated.
struct SeparatingAxis {
  Vec3 direction = Vec3::Zero();  ///< unit, from A to B, in the pair's frame
  /// How far B must move along it until the bodies only touch; negative: the gap between them.
  double depth = 0;
  Index a = 0, b = 0;  ///< vertices that lie farthest along it, and against it
  int corners = 0;     ///< of the hull when it was found
};

/// The least translation that parts two overlapping convex bodies, or an axis along which they are apart.
///
/// The hull of the Minkowski difference A − B is grown where its boundary is nearest to the origin, one
/// support point at a time, as in van den Bergen, "Proximity queries and penetration depth computation on 3D
/// game objects" (GDC 2001); unlike there the hull need not hold the origin from the start, so no other
/// search has to come before. It ends in one of two certificates:
/// * a direction whose support is negative: the bodies are apart;
/// * a facet that no point of A − B surpasses and that is nearest to the origin: the depth is least.
/// The direction is then replaced by the normal of the face, or the common normal of the two edges, that
/// span the facet, so that it is accurate to rounding however slender the facet.
///
/// @param guess where to look first, such as the last axis; any non-zero vector.
/// @param startA the vertex of A to climb from: one near the last; any will do. @param startB that of B.
/// Depths are accurate to about 1e-14 of the pair's size. Cost: O(steps · √vertices), 2 to 20 µs where the
/// overlap is shallow; up to all vertices of A − B where thousands of its facets are equally near. Memory is
/// kept per thread and reused.
SeparatingAxis separatingAxis(const ConvexPair& pair, const Vec3& guess, Index startA = 0, Index startB = 0);

}  // namespace talus
