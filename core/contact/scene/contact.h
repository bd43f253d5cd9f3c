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

/// A point at which two bodies touch. In the world.
struct Contact {
  Vec3 point = Vec3::Zero();   ///< halfway between both surfaces
  Vec3 normal = Vec3::Zero();  ///< unit, from A to B
  /// From A to B along the normal. Negative where they interpenetrate: minus the distance by which B must
  /// move along the normal to be free. An estimate where two bodies overlap in several regions, and for
  /// points of a manifold other than the deepest: see BodyContactFinder.
  double gap = 0;
  double depth = 0;  ///< ε of A + ε of B − gap, ≥ 0
  /// How much of the surfaces takes part: overlap of faces (Manifold), the area that the curve bounds
  /// (Overlap), area of the merged triangles (Surface); 0 for Contained.
  double area = 0;
  ContactKind kind = ContactKind::Surface;
  Index triangleA = -1, triangleB = -1;  ///< that are nearest (Surface); −1: a region or a merged face
  /// Surface: TriangleFeature, the part of the triangle that is nearest. Manifold: vertex 0, edge 1, face 2
  /// plus four times its number in ConvexBody. Else −1.
  Index featureA = -1, featureB = -1;
};

}  // namespace talus
