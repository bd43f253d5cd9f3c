#pragma once

#include "contact/convex/convex_pair.h"

namespace talus {

/// A direction along which two convex bodies are apart or can be separated.
struct SeparatingAxis {
  Vec3 direction = Vec3::Zero();  ///< unit, from A to B, in the pair's frame
  /// Distance by which B must move along it until the bodies only touch; if negative, minus the gap between
  /// them.
  double depth = 0;
  Index a = 0, b = 0;  ///< support vertices: of A along it, of B against it
  int corners = 0;     ///< number of corners of the hull when it was found
};

/// The minimum translation that separates two overlapping convex bodies, or an axis along which they are
/// apart.
///
/// The hull of the Minkowski difference A − B is expanded where its boundary is nearest to the origin, one
/// support point at a time, as in van den Bergen, "Proximity queries and penetration depth computation on 3D
/// game objects" (GDC 2001); unlike there, the initial hull need not contain the origin, so no other search
/// is needed before. The search ends with one of two certificates:
/// * a direction whose support is negative: the bodies are apart;
/// * the facet nearest to the origin, if no point of A − B lies beyond it: the depth is minimal.
/// The direction is then replaced by the normal of the face, or the common normal of the two edges, that span
/// the facet, so that it is accurate to rounding even for a sliver.
///
/// @param guess the first direction, for example the last axis; any non-zero vector.
/// @param startA any vertex of A, best the last support vertex or one near it: the search for a support point
/// starts there. @param startB the same for B.
/// Depths are accurate to about 1e-14 of the pair's size. Cost: O(steps · √vertices), 2 to 20 µs for a
/// shallow overlap; up to all vertices of A − B if thousands of its facets are equally near. Memory is kept
/// per thread and reused.
SeparatingAxis separatingAxis(const ConvexPair& pair, const Vec3& guess, Index startA = 0, Index startB = 0);

}  // namespace talus
