#include "dynamics/contact_points/shared_points.h"

#include <algorithm>

#include "contact/convex/closest_features.h"

namespace talus {

void SharedPointFinder::findPoints(const ContactingBody& a, const ContactingBody& b, const PairLaw& law,
                                   const Known& known) {
  action_.clear(a.pose.position);
  if (areConvex(*a.shape, *b.shape)) {
    findManifold(a, b, law, startOf(a, b, known));
    return;
  }
  if (SurfacePoints::areClosed(a, b) && !triangles_->needsTriangles()) {
    findSurfaces(a, b, law, known);
    return;
  }
  triangles_->find(a, b, law, known.refinement, action_.points);
  share_.shareByPlace(law_, law, action_.points);
}

void SharedPointFinder::findSurfaces(const ContactingBody& a, const ContactingBody& b, const PairLaw& law,
                                     const Known& known) {
  surfaces_.find(a, b, law, known, action_);
  action_.sideForce = action_.couple = Vec3::Zero();
  for (ContactPoint& point : action_.points) point.name = 0;  // springs of a place belong together
  share_.shareByPlace(law_, law, action_.points);
}

void SharedPointFinder::findManifold(const ContactingBody& a, const ContactingBody& b, const PairLaw& law,
                                     const FeaturePair& start) {
  const ConvexManifold manifold = convexManifold(*a.shape->geometry->convex(), a.pose,
                                                 *b.shape->geometry->convex(), b.pose, law.range, start);
  action_.features = manifold.closest.features;
  action_.distance = manifold.closest.distance;
  action_.normal = manifold.closest.normal;
  for (const ManifoldPoint& found : manifold.points) {
    if (law.isBeyond(law.range - found.depth)) continue;
    ContactPoint& point = action_.points.emplace_back();
    point.name = nameOfFeatures(found.features);
    point.point = found.position;
    point.normal = manifold.closest.normal;
    point.depth = found.depth - (law.range - law.reach);
    point.area = found.area;
  }
  if (action_.points.empty()) return;
  const auto areaOf = [](const ContactingBody& body) {
    const double scale = body.pose.scale;
    return scale * scale * body.shape->area /
           static_cast<double>(body.shape->geometry->convex()->faces().size());
  };
  const FineContact::Bodies bodies{a.shape->geometry->convex(),
                                   a.pose,
                                   b.shape->geometry->convex(),
                                   b.pose,
                                   std::min(areaOf(a), areaOf(b)),
                                   law.reach,
                                   law.radius};
  if (!FineContact::isFine(bodies, manifold)) {
    share_.shareOne(law_, law, action_.points);
    return;
  }
  const FineContact::Found found = fine_.find(bodies, manifold);
  ContactPoint one = ContactShare::asOne(law_, law, action_.points, found.depth, found.gain);
  one.name = 1;  // no pair of features has this name
  one.point = found.point;
  action_.points.assign(1, one);
}

}  // namespace talus
