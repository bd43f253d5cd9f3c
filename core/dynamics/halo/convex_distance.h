#pragma once

#include "geometry/convex/convex_body.h"

namespace talus {

/// The signed distance of a point from a convex body and its gradient.
struct ConvexDistance {
  double distance = 0;         ///< negative inside: minus the distance to the nearest face plane
  Vec3 normal = Vec3::Zero();  ///< unit: the gradient of the distance, outward
  Feature feature{};           ///< nearest feature; start the next search here
};

/// The signed distance of a point: Lin and Canny's search with a point as one of the bodies. If the point
/// is behind a face, the planes of all faces are tested.
/// @param x in the body's frame relative to its centre(). @param start any feature; fast if it is near x.
/// About 10 ns per step outside; O(faces) inside. Allocates nothing.
ConvexDistance distanceTo(const ConvexBody& body, const Vec3& x, Feature start);

}  // namespace talus
