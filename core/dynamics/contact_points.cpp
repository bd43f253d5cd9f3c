#include "dynamics/contact_points.h"

#include <algorithm>

namespace talus {

namespace {

// 2 bits and 30 for each feature; never 0, as an index is counted from 1.
std::uint64_t nameOf(const FeaturePair& features) {
  const auto code = [](const Feature& f) {
    return static_cast<std::uint64_t>(f.index + 1) << 2 | static_cast<std::uint64_t>(f.kind);
  };
  return code(features.a) << 32 | code(features.b);
}

BodyContactOptions optionsOf(ContactLawKind kind) {
  BodyContactOptions options;
  if (kind == ContactLawKind::HaloSpring) {
    options.merge = ContactMerge::Paper;
    options.convexManifold = false;
  }
  return options;
}

}  // namespace

ContactPointFinder::ContactPointFinder(ContactLawKind kind) : kind_(kind), merged_(optionsOf(kind)) {}

HaloAction& ContactPointFinder::find(const ContactingBody& a, const ContactingBody& b, const PairLaw& law,
                                     const FeaturePair* known) {
  const bool convex = a.shape->convex.has_value() && b.shape->convex.has_value();
  FeaturePair start;
  if (known != nullptr)
    start = *known;
  else if (convex)
    start = facingFeatures(*a.shape->geometry->convex(), a.pose, *b.shape->geometry->convex(), b.pose);
  if (kind_ == ContactLawKind::HaloArea && convex) {
    const HaloBody bodyA{a.shape->geometry->convex(), &*a.shape->convex, a.pose};
    const HaloBody bodyB{b.shape->geometry->convex(), &*b.shape->convex, b.pose};
    haloArea_.find(bodyA, bodyB, law, start, action_);
    return action_;
  }
  if (kind_ == ContactLawKind::HaloArea && a.shape->surface && b.shape->surface) {
    const SurfaceBody bodyA{&*a.shape->surface, &a.shape->geometry->triangles(), a.pose};
    const SurfaceBody bodyB{&*b.shape->surface, &b.shape->geometry->triangles(), b.pose};
    surfaceHalo_.find(bodyA, bodyB, law, action_);
    return action_;
  }
  action_.clear(a.pose.position);
  if (convex && kind_ != ContactLawKind::HaloSpring)
    findManifold(a, b, law, start);
  else
    findMerged(a, b, law);
  for (ContactPoint& point : action_.points) applyNormalLaw(kind_, law, point);
  return action_;
}

void ContactPointFinder::findManifold(const ContactingBody& a, const ContactingBody& b, const PairLaw& law,
                                      const FeaturePair& start) {
  const ConvexManifold manifold = convexManifold(*a.shape->geometry->convex(), a.pose,
                                                 *b.shape->geometry->convex(), b.pose, law.reach, start);
  action_.features = manifold.closest.features;
  action_.distance = manifold.closest.distance;
  action_.normal = manifold.closest.normal;
  for (const ManifoldPoint& found : manifold.points) {
    ContactPoint& point = action_.points.emplace_back();
    point.name = nameOf(found.features);
    point.point = found.position;
    point.normal = manifold.closest.normal;
    point.depth = found.depth;
    point.area = found.area;
  }
}

void ContactPointFinder::findMerged(const ContactingBody& a, const ContactingBody& b, const PairLaw& law) {
  contacts_.clear();
  const double halo = 0.5 * law.reach;
  merged_.find({a.shape->geometry, a.pose, halo}, {b.shape->geometry, b.pose, halo}, contacts_);
  for (const Contact& found : contacts_) {
    ContactPoint& point = action_.points.emplace_back();
    point.point = found.point;
    point.normal = found.normal;
    point.depth = std::max(0.0, law.reach - found.gap);
    point.area = found.area;
  }
}

}  // namespace talus
