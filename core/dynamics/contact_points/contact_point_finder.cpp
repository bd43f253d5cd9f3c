#include "dynamics/contact_points/contact_point_finder.h"

#include "contact/convex/closest_features.h"

namespace talus {

FeaturePair ContactPointFinder::startOf(const ContactingBody& a, const ContactingBody& b,
                                        const Known& known) {
  if (known.start != nullptr) return *known.start;
  return facingFeatures(*a.shape->geometry->convex(), a.pose, *b.shape->geometry->convex(), b.pose);
}

double ContactPointFinder::distance(const ContactingBody& a, const ContactingBody& b, FeaturePair& features) {
  if (!areConvex(*a.shape, *b.shape)) return triangles_->gap(a, b);
  const ConvexBody &first = *a.shape->geometry->convex(), &second = *b.shape->geometry->convex();
  const ConvexPair pair(first, a.pose, second, b.pose);
  const ClosestFeatures closest = closestInPair(pair, facingFeatures(first, a.pose, second, b.pose));
  features = closest.features;
  return closest.distance * a.pose.scale;
}

}  // namespace talus
