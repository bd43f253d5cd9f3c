#include "dynamics/contact_forces/contact_points.h"

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

BodyContactOptions optionsOf(ContactLawKind kind, const BodyPairOptions& search) {
  BodyContactOptions options;
  options.search = search;
  options.exactDepth = false;  // forces follow the motion without a jump
  if (kind == ContactLawKind::HaloSpring) {
    options.merge = ContactMerge::Paper;
    options.convexManifold = false;
  }
  return options;
}

bool areConvex(const LawShape& a, const LawShape& b) {
  return a.convex.has_value() && b.convex.has_value();
}

// Whether the force has not begun yet at a gap within the range.
bool isBeyond(const PairLaw& law, double gap) {
  return law.reach < law.range && gap >= law.reach;
}

}  // namespace

bool searchesTriangles(ContactLawKind kind, const LawShape& a, const LawShape& b) {
  if (kind == ContactLawKind::HaloSpring) return true;
  const bool bySurfaces = kind == ContactLawKind::HaloArea && a.surface && b.surface;
  return !areConvex(a, b) && !bySurfaces;
}

ContactPointFinder::ContactPointFinder(ContactLawKind kind, const BodyPairOptions& search,
                                       const RefinementOptions& refinement)
    : sets_(search), kind_(kind), refinement_(refinement), merged_(optionsOf(kind, search)), lists_(search) {}

HaloAction& ContactPointFinder::find(const ContactingBody& a, const ContactingBody& b, const PairLaw& law,
                                     const Known& known) {
  counts_ = nullptr;
  const bool convex = areConvex(*a.shape, *b.shape);
  FeaturePair start;
  if (known.start != nullptr)
    start = *known.start;
  else if (convex && kind_ != ContactLawKind::HaloSpring)
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
  if (searchesTriangles(kind_, *a.shape, *b.shape)) {
    findMerged(a, b, law, known);
    pressMerged(law);
  } else {
    findManifold(a, b, law, start);
  }
  if (counts_ == &sets_.counts()) addCoarse(law, known.refinement->sets);
  return action_;
}

double ContactPointFinder::distance(const ContactingBody& a, const ContactingBody& b, FeaturePair& features) {
  if (!areConvex(*a.shape, *b.shape))
    return lists_
        .nearest({&a.shape->geometry->triangles(), a.pose}, {&b.shape->geometry->triangles(), b.pose})
        .gap;
  const ConvexBody &first = *a.shape->geometry->convex(), &second = *b.shape->geometry->convex();
  const ConvexPair pair(first, a.pose, second, b.pose);
  const ClosestFeatures closest = closestInPair(pair, facingFeatures(first, a.pose, second, b.pose));
  features = closest.features;
  return closest.distance * a.pose.scale;
}

void ContactPointFinder::findManifold(const ContactingBody& a, const ContactingBody& b, const PairLaw& law,
                                      const FeaturePair& start) {
  const ConvexManifold manifold = convexManifold(*a.shape->geometry->convex(), a.pose,
                                                 *b.shape->geometry->convex(), b.pose, law.range, start);
  action_.features = manifold.closest.features;
  action_.distance = manifold.closest.distance;
  action_.normal = manifold.closest.normal;
  for (const ManifoldPoint& found : manifold.points) {
    if (isBeyond(law, law.range - found.depth)) continue;
    ContactPoint& point = action_.points.emplace_back();
    point.name = nameOf(found.features);
    point.point = found.position;
    point.normal = manifold.closest.normal;
    point.depth = found.depth - (law.range - law.reach);
    point.area = found.area;
  }
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
  if (manifold.points.empty() || !FineContact::isFine(bodies, manifold)) {
    share_.shareOne(kind_, law, action_.points);
    return;
  }
  const FineContact::Found found = fine_.find(bodies, manifold);
  ContactPoint one = ContactShare::asOne(kind_, law, action_.points, found.depth, found.gain);
  one.name = 1;  // no pair of features has it
  one.point = found.point;
  action_.points.assign(1, one);
}

void ContactPointFinder::findMerged(const ContactingBody& a, const ContactingBody& b, const PairLaw& law,
                                    const Known& known) {
  contacts_.clear();
  const double halo = 0.5 * law.range;
  const ContactBody bodyA{a.shape->geometry, a.pose, halo}, bodyB{b.shape->geometry, b.pose, halo};
  if (known.refinement == nullptr) {
    merged_.find(bodyA, bodyB, contacts_);
    counts_ = &merged_.counts();
  } else if (known.iterating && refinement_.method == RefinementMethod::ActiveSets) {
    findActive(bodyA, bodyB, known.refinement->sets);
  } else {
    findListed(bodyA, bodyB, known.refinement->list);
  }
  for (const Contact& found : contacts_) {
    if (isBeyond(law, found.gap)) continue;
    ContactPoint& point = action_.points.emplace_back();
    point.point = found.point;
    point.normal = found.normal;
    point.depth = std::max(0.0, law.reach - found.gap);
    point.area = found.area;
  }
}

// As published each merged point has a force of its own.
void ContactPointFinder::pressMerged(const PairLaw& law) {
  if (kind_ == ContactLawKind::HaloSpring)
    for (ContactPoint& point : action_.points) applyNormalLaw(kind_, law, point);
  else
    share_.shareByPlace(kind_, law, action_.points);
}

// What surrogates tell, damped. Levels that have not led to fine triangles by the time that it takes to
// unfold both trees one after the other are misleading, and no longer heard.
void ContactPointFinder::addCoarse(const PairLaw& law, const ActiveSets& sets) {
  if (!sets_.coarse() || refinement_.coarseForce == 0) return;
  if (sets.looks > static_cast<int>(2 * sets_.counts().levels.size())) return;
  ContactPoint point;
  point.point = sets_.coarse()->point;
  point.normal = sets_.coarse()->normal;
  point.depth = sets_.coarse()->fraction * law.reach;
  applyNormalLaw(kind_, law, point);
  for (double* part : {&point.force, &point.stiffness, &point.energy}) *part *= refinement_.coarseForce;
  action_.points.push_back(point);
}

void ContactPointFinder::findListed(const ContactBody& a, const ContactBody& b, NearPairs& list) {
  const double reach = a.halo + b.halo;
  near_.clear();
  lists_.findContacts({&a.geometry->triangles(), a.pose}, {&b.geometry->triangles(), b.pose}, reach,
                      refinement_.skin * reach, list, near_);
  counts_ = &lists_.counts();
  if (list.apart) return;
  merged_.findAmong(a, b, near_, contacts_);
  list.apart = list.pairs.empty() && contacts_.empty();
}

void ContactPointFinder::findActive(const ContactBody& a, const ContactBody& b, ActiveSets& sets) {
  near_.clear();
  sets_.look({&a.geometry->triangles(), a.pose}, {&b.geometry->triangles(), b.pose}, a.halo + b.halo,
             refinement_.memorySet, sets, near_);
  counts_ = &sets_.counts();
  merged_.findAmong(a, b, near_, contacts_);
}

}  // namespace talus
