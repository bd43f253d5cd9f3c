#pragma once

#include <cstdint>

#include "base/types.h"

namespace talus {

/// How a contact was found. The numbers are stored in files: append, never renumber.
enum class ContactKind : std::int32_t {
  Surface = 0,    ///< surfaces that are near each other
  Manifold = 1,   ///< faces, edges or vertices of two convex bodies
  Overlap = 2,    ///< a region where two bodies overlap
  Contained = 3,  ///< one body lies entirely inside the other
};

/// A point at which two bodies touch, in world coordinates.
struct Contact {
  Vec3 point = Vec3::Zero();   ///< halfway between both surfaces
  Vec3 normal = Vec3::Zero();  ///< unit, from A to B
  /// From A to B along the normal. Negative if the bodies overlap, 0 if they touch; see Relation. Of the
  /// deepest contact of a pair: minus the distance by which B must move along the normal to be free. Other
  /// contacts have the extent of their own region, or that of a point of a manifold. An estimate without
  /// exactDepth.
  double gap = 0;
  double depth = 0;  ///< ε of A + ε of B − gap, ≥ 0
  /// Where surfaces touch, the area in which faces lie on each other; where bodies are apart, of what faces
  /// each other within the reach (facingArea); Manifold: overlap of the faces; Overlap: the area that the
  /// curve bounds; 0 for Contained. Without exactDepth that of the smaller triangles of all near pairs.
  double area = 0;
  ContactKind kind = ContactKind::Surface;
  Index triangleA = -1, triangleB = -1;  ///< the nearest triangles (Surface, Contained); −1 for the others
  /// Surface and Contained: the TriangleFeature that contains the nearest point. Manifold: 0 for a vertex, 1
  /// for an edge, 2 for a face, plus four times its number in ConvexBody. Overlap: −1.
  Index featureA = -1, featureB = -1;
};

}  // namespace talus
