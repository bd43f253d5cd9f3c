#include "contact/scene/body_contacts.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "base/error.h"
#include "contact/overlap/distinct_overlap.h"
#include "contact/scene/contact_area.h"
#include "contact/scene/posed_relation.h"

namespace talus {

namespace {

// The number in the solid of the first triangle that closes an opening.
Index firstClosing(const ContactGeometry& geometry) {
  return static_cast<Index>(geometry.solidTriangles().triangleCount() - geometry.closing()->triangleCount());
}

Index codeOf(const Feature& feature) {
  return 4 * feature.index + static_cast<Index>(feature.kind);
}

// Whether a body's box, in its own frame, contains another body; if not, the body does not contain it either.
// Usually the first point decides.
bool boxHolds(const ContactBody& outer, const ContactBody& inner) {
  const auto& points = inner.geometry->points();
  return std::all_of(points.begin(), points.end(), [&](const Vec3& p) {
    return outer.geometry->bounds().contains(outer.pose.toBody(inner.pose.toWorld(p)));
  });
}

// Whether a closed body holds a point of another one.
bool holdsPoint(const ContactBody& outer, const ContactBody& inner, const Vec3& point) {
  const Vec3 own = outer.pose.toBody(inner.pose.toWorld(point));
  return outer.geometry->bounds().contains(own) && outer.geometry->solid().holds(own);
}

// Whether a closed body contains another body whose surface does not intersect its own: one point decides.
bool holds(const ContactBody& outer, const ContactBody& inner) {
  return !outer.geometry->isOpen() && holdsPoint(outer, inner, inner.geometry->points()[0]);
}

// The shells of a body that lie in another closed body, where no surfaces meet: one point of each decides.
struct InnerShells {
  bool any = false, all = false;
};

InnerShells shellsIn(const ContactBody& outer, const ContactBody& inner) {
  const std::vector<Index>& points = inner.geometry->solid().shellPoints();
  if (points.size() == 1 && !boxHolds(outer, inner)) return {};
  const auto isIn = [&](Index point) {
    return holdsPoint(outer, inner, inner.geometry->solid().mesh().point(point));
  };
  const auto count = std::count_if(points.begin(), points.end(), isIn);
  return {count > 0, count == static_cast<std::ptrdiff_t>(points.size())};
}

// How closed solids lie to each other whose surfaces are apart.
Relation nestingOf(const InnerShells& ofA, const InnerShells& ofB) {
  if (!ofA.any && !ofB.any) return Relation::Apart;
  return (ofA.all && !ofB.any) || (ofB.all && !ofA.any) ? Relation::Contained : Relation::Interfering;
}

Vec3 between(const ContactBody& a, const ContactBody& b) {
  return b.pose.toWorld(b.geometry->bounds().center()) - a.pose.toWorld(a.geometry->bounds().center());
}

// The deepest region that has a direction; null if none has.
const OverlapRegion* deepestOf(const std::vector<OverlapRegion>& regions) {
  const OverlapRegion* deepest = nullptr;
  for (const OverlapRegion& region : regions)
    if (region.area > 0 && (deepest == nullptr || region.depth > deepest->depth)) deepest = &region;
  return deepest;
}

// Whether edges lie in faces, or pass by each other, within rounding.
bool hasFlushFaces(const ContactBody& a, const ContactBody& b, const std::vector<Piercing>& piercings) {
  const SurfacePair pair(a.geometry->solid(), a.pose, b.geometry->solid(), b.pose);
  const double length = roundingLength(pair);
  return !std::all_of(piercings.begin(), piercings.end(),
                      [&](const Piercing& p) { return isClear(pair, p, length); });
}

// The direction in which a region is thinnest, and its extent along it.
Translation thicknessOf(const OverlapRegion& region, const std::vector<Piercing>& piercings) {
  std::vector<Vec3> points(region.deepest.begin(), region.deepest.end());
  for (const auto& curve : region.curves)
    for (const Index i : curve) points.push_back(piercings[static_cast<std::size_t>(i)].point);
  Eigen::Matrix3d spread = Eigen::Matrix3d::Zero();
  for (const Vec3& p : points) spread += (p - region.point) * (p - region.point).transpose();
  Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> axes;
  axes.computeDirect(spread);
  const Vec3 direction = axes.eigenvectors().col(0);
  const auto [low, high] =
      std::minmax_element(points.begin(), points.end(),
                          [&](const Vec3& p, const Vec3& q) { return direction.dot(p) < direction.dot(q); });
  return {direction, direction.dot(*high - *low)};
}

// To the deepest contact of a pair, and to those that seem to be as deep.
void giveWayOut(std::span<Contact> contacts, const Translation& out, double reach) {
  constexpr double clearlyLess = 1 - 1e-9;  // so that none is as deep along another normal
  const auto deepest = std::min_element(contacts.begin(), contacts.end(),
                                        [](const Contact& p, const Contact& q) { return p.gap < q.gap; });
  for (Contact& contact : contacts) {
    if (&contact != &*deepest && -contact.gap < clearlyLess * out.distance) continue;
    contact.normal = out.direction;
    contact.gap = -out.distance;
    contact.depth = reach - contact.gap;
  }
}

Contact overlapAt(const Vec3& point, const Translation& out, double reach) {
  Contact contact;
  contact.kind = ContactKind::Overlap;
  contact.point = point;
  contact.normal = out.direction;
  contact.gap = -out.distance;
  contact.depth = reach - contact.gap;
  return contact;
}

// A corner of a body, moved a little: the line through the corner itself would pass along edges.
Vec3 beside(const Vec3& corner, const Vec3& middle) {
  return corner + 1e-3 * (middle - corner);
}

// Points of a region where it is deep.
std::array<Vec3, 3> deepPoints(const OverlapRegion& region) {
  return {region.point, beside(region.deepest[0], region.point), beside(region.deepest[1], region.point)};
}

// Gaps that are 0 to within rounding get the sign that was decided exactly.
void giveSign(std::span<Contact> contacts, Relation relation, double rounding, double reach) {
  constexpr double least = std::numeric_limits<double>::denorm_min();
  for (Contact& contact : contacts) {
    if (relation == Relation::Touching && std::abs(contact.gap) <= rounding) contact.gap = 0;
    if (relation == Relation::Touching) contact.gap = std::max(contact.gap, 0.0);
    if (relation == Relation::Apart) contact.gap = std::max(contact.gap, least);
    contact.depth = reach - contact.gap;
  }
  if (!isOverlap(relation) || contacts.empty()) return;
  const auto deepest = std::min_element(contacts.begin(), contacts.end(),
                                        [](const Contact& p, const Contact& q) { return p.gap < q.gap; });
  deepest->gap = std::min(deepest->gap, -least);
  deepest->depth = reach - deepest->gap;
}

// Whether the faces of a manifold lie on each other: at three points that are not on a line, so everywhere.
bool isFlush(std::span<const Contact> manifold, double rounding) {
  constexpr double wide = 1e-6;
  std::vector<Vec3> ways;  // from the first point
  const Contact* first = nullptr;
  for (const Contact& contact : manifold) {
    if (std::abs(contact.gap) > rounding) continue;
    if (first == nullptr) first = &contact;
    ways.push_back(contact.point - first->point);
  }
  return std::any_of(ways.begin(), ways.end(), [&](const Vec3& u) {
    return std::any_of(ways.begin(), ways.end(),
                       [&](const Vec3& v) { return u.cross(v).norm() > wide * u.norm() * v.norm(); });
  });
}

// Whether the volume of a region is only rounding error: closing the openings of a flat sheet encloses
// nothing.
bool isHollow(const OverlapRegion& region, double radius) {
  return !(region.volume > 1e-9 * radius * radius * radius);
}

}  // namespace

void requireHalo(double halo) {
  if (halo >= 0 && std::isfinite(halo)) return;
  throw Error("The halo must be a length of at least 0", "halo " + std::to_string(halo),
              "Give the distance from the surface at which contact forces begin");
}

BodyContactFinder::BodyContactFinder(const BodyContactOptions& options)
    : options_(options), search_(options.search), separation_(options.search) {}

FeaturePair BodyContactFinder::firstFeatures(const ContactBody& a, const ContactBody& b) const {
  if (takesTriangles(*a.geometry, *b.geometry)) return {};
  return facingFeatures(*a.geometry->convex(), a.pose, *b.geometry->convex(), b.pose);
}

BodyContactSummary BodyContactFinder::find(const ContactBody& a, const ContactBody& b,
                                           std::vector<Contact>& contacts) {
  FeaturePair features = firstFeatures(a, b);
  return find(a, b, contacts, features);
}

BodyContactSummary BodyContactFinder::find(const ContactBody& a, const ContactBody& b,
                                           std::vector<Contact>& contacts, FeaturePair& features) {
  requireHalo(a.halo);
  requireHalo(b.halo);
  if (!takesTriangles(*a.geometry, *b.geometry)) return findManifold(a, b, contacts, features);
  near_.clear();
  search_.findContacts(placed(a), placed(b), reachOf(a, b), near_);
  return addNear(a, b, contacts);
}

BodyContactSummary BodyContactFinder::findAmong(const ContactBody& a, const ContactBody& b,
                                                const std::vector<TriangleContact>& near,
                                                std::vector<Contact>& contacts) {
  near_ = near;
  return addNear(a, b, contacts);
}

BodyContactSummary BodyContactFinder::addNear(const ContactBody& a, const ContactBody& b,
                                              std::vector<Contact>& contacts) {
  const bool intersecting =
      std::any_of(near_.begin(), near_.end(), [](const TriangleContact& pair) { return pair.intersecting; });
  const std::size_t first = contacts.size();
  const bool open = a.geometry->isOpen() || b.geometry->isOpen();
  const bool exact = options_.exactDepth && !open;
  const bool meet = intersecting || std::any_of(near_.begin(), near_.end(), [&](const TriangleContact& pair) {
                      return pair.gap <= roundingGap(a, b);
                    });
  BodyContactSummary summary;
  if (exact) {
    summary = meet ? addSolid(a, b, contacts) : addNested(a, b, contacts);
  } else if (intersecting) {
    const bool found = addRegions(a, b, intersection(a, b), contacts) > 0;
    summary = {.undecided = open && !found, .byWinding = open && found};
  } else {
    summary = addContained(a, b, contacts);
  }
  if (!near_.empty()) addMerged(a, b, meet, contacts);
  const std::span<Contact> found = std::span(contacts).subspan(first);
  if (exact && meet) {
    if (isOverlap(summary.relation)) deepenByRounding(a, b, found);
    giveSign(found, summary.relation, roundingGap(a, b), reachOf(a, b));
  }
  nameFeatures(a, b, found);
  return summary;
}

// For closed surfaces that meet, or nearly so.
BodyContactSummary BodyContactFinder::addSolid(const ContactBody& a, const ContactBody& b,
                                               std::vector<Contact>& contacts) {
  const std::size_t first = contacts.size();
  const SurfaceIntersection hit = intersection(a, b);
  const SurfacePair pair(a.geometry->solid(), a.pose, b.geometry->solid(), b.pose);
  const auto any = [&](const auto& test) {
    return std::any_of(hit.piercings.begin(), hit.piercings.end(), test);
  };
  const bool clear =
      any([&, length = roundingLength(pair)](const Piercing& p) { return isClear(pair, p, length); });
  const Relation relation = clear || any([&](const Piercing& p) { return isStrict(a, b, p); })
                                ? Relation::Interfering
                                : posedRelation(a, b);
  const BodyContactSummary summary{.relation = relation, .depthIsLeast = !isOverlap(relation)};
  if (!isOverlap(relation)) return summary;
  if (!clear && !overlapDistinctly(a.geometry->solid(), a.pose, b.geometry->solid(), b.pose, touching_))
    return summary;  // near triangles tell how they touch
  if (addRegions(a, b, hit, contacts) == 0) {
    const Vec3 point = 0.5 * (near_.front().pointA + near_.front().pointB);
    contacts.push_back(overlapAt(point, wayOut(a, b, hit), reachOf(a, b)));
    near_.clear();
  }
  if (relation == Relation::Contained || relation == Relation::Duplicate)
    for (Contact& contact : std::span(contacts).subspan(first)) contact.kind = ContactKind::Contained;
  return summary;
}

// Where only rounding makes bodies overlap, those that do not fit all around come free by a few units in the
// last place.
void BodyContactFinder::deepenByRounding(const ContactBody& a, const ContactBody& b,
                                         std::span<Contact> contacts) {
  const auto least = std::min_element(contacts.begin(), contacts.end(),
                                      [](const Contact& p, const Contact& q) { return p.gap < q.gap; });
  if (least == contacts.end() || least->gap < 0) return;
  least->gap = -separation_.settled(a, b, {least->normal, 0}).distance;
}

// Translates features of triangles to the corner order of the input meshes.
void BodyContactFinder::nameFeatures(const ContactBody& a, const ContactBody& b,
                                     std::span<Contact> contacts) {
  const auto named = [](const ContactBody& body, Index triangle, Index feature) {
    if (triangle < 0) return feature;
    return static_cast<Index>(body.geometry->givenFeature(triangle, static_cast<TriangleFeature>(feature)));
  };
  for (Contact& contact : contacts) {
    contact.featureA = named(a, contact.triangleA, contact.featureA);
    contact.featureB = named(b, contact.triangleB, contact.featureB);
  }
}

BodyContactSummary BodyContactFinder::findManifold(const ContactBody& a, const ContactBody& b,
                                                   std::vector<Contact>& contacts,
                                                   FeaturePair& features) const {
  const std::size_t first = contacts.size();
  const ConvexManifold manifold =
      convexManifold(*a.geometry->convex(), a.pose, *b.geometry->convex(), b.pose, reachOf(a, b), features);
  features = manifold.closest.features;
  for (const ManifoldPoint& point : manifold.points) {
    Contact& contact = contacts.emplace_back();
    contact.kind = ContactKind::Manifold;
    contact.point = point.position;
    contact.normal = manifold.closest.normal;
    contact.gap = point.gap;
    contact.depth = point.depth;
    contact.area = point.area;
    contact.featureA = codeOf(point.features.a);
    contact.featureB = codeOf(point.features.b);
  }
  if (!options_.exactDepth) return {};
  const std::span<Contact> found = std::span(contacts).subspan(first);
  const double rounding = roundingGap(a, b);
  const auto gapIsBelow = [&](double limit) {
    return std::any_of(found.begin(), found.end(), [&](const Contact& c) { return c.gap < limit; });
  };
  BodyContactSummary summary{.relation = Relation::Apart, .depthIsLeast = true};
  if (gapIsBelow(-rounding) && !boxHolds(a, b) && !boxHolds(b, a))
    summary.relation = Relation::Interfering;
  else if (gapIsBelow(rounding))
    summary.relation = posedRelation(a, b);
  if (summary.relation == Relation::Contained || summary.relation == Relation::Duplicate)
    for (Contact& contact : found) contact.kind = ContactKind::Contained;
  if (summary.relation == Relation::Touching && !isFlush(found, rounding))
    for (Contact& contact : found)
      if (contact.gap <= rounding) contact.area = 0;
  giveSign(found, summary.relation, rounding, reachOf(a, b));
  return summary;
}

SurfaceIntersection BodyContactFinder::intersection(const ContactBody& a, const ContactBody& b) {
  findTouching(a, b);
  // Only overlaps of open surfaces are asked for their volumes (isHollow).
  const bool open = a.geometry->isOpen() || b.geometry->isOpen();
  return intersectSurfaces(a.geometry->solid(), a.pose, b.geometry->solid(), b.pose, touching_,
                           open ? RegionVolumes::Wanted : RegionVolumes::Unwanted);
}

// Near triangles of the surfaces are known: a thousandth of a reach that is not tiny itself is far above
// rounding errors. Only triangles that close openings are searched.
void BodyContactFinder::findTouching(const ContactBody& a, const ContactBody& b) {
  const double reach = reachOf(a, b);
  if (reach < roundingGap(a, b)) {
    touching_ = separation_.near(a, b, 0);
    return;
  }
  touching_.clear();
  for (const TriangleContact& pair : near_) {
    if (pair.gap > 1e-3 * reach) continue;
    const TrianglePair ofSolids(a.geometry->inSolid(pair.triangleA), b.geometry->inSolid(pair.triangleB));
    if (ofSolids.first >= 0 && ofSolids.second >= 0) touching_.push_back(ofSolids);
  }
  addTouchingClosing(a, b);
}

// Adds the pairs with a triangle that closes an opening of A or of B, some twice.
void BodyContactFinder::addTouchingClosing(const ContactBody& a, const ContactBody& b) {
  const double gap = roundingGap(a, b);
  const auto search = [&](const PlacedShape& first, const PlacedShape& second) {
    const std::size_t before = touching_.size();
    solidSearch_.findCandidates(first, second, gap, touching_);
    return std::span(touching_).subspan(before);
  };
  if (const ContactShape* closing = a.geometry->closing())
    for (TrianglePair& pair : search({closing, a.pose}, placedSolid(b)))
      pair.first += firstClosing(*a.geometry);
  if (const ContactShape* closing = b.geometry->closing())
    for (TrianglePair& pair : search(placedSolid(a), {closing, b.pose}))
      pair.second += firstClosing(*b.geometry);
}

// Adds one contact for each region and returns their number. Removes the near triangles at a region, as its
// contact covers them. With exactDepth the deepest one, and those that are deeper than that, get the way out.
std::size_t BodyContactFinder::addRegions(const ContactBody& a, const ContactBody& b,
                                          const SurfaceIntersection& hit, std::vector<Contact>& contacts) {
  const std::size_t before = contacts.size();
  const double reach = reachOf(a, b);
  const bool open = a.geometry->isOpen() || b.geometry->isOpen();
  for (const OverlapRegion& region : hit.regions) {
    if (!(region.area > 0)) continue;  // no direction
    const double radius = std::sqrt(hit.squaredRadius(region));
    if (open && isHollow(region, radius)) continue;
    contacts.push_back(overlapAt(region.point, {region.normal, region.depth}, reach));
    contacts.back().area = region.area;
    std::erase_if(near_, [&](const TriangleContact& pair) {
      return (0.5 * (pair.pointA + pair.pointB) - region.point).norm() <= radius + reach;
    });
  }
  const std::span<Contact> found = std::span(contacts).subspan(before);
  if (options_.exactDepth && !found.empty()) giveWayOut(found, wayOut(a, b, hit), reach);
  return found.size();
}

// A translation of B that frees it: along the normal of the deepest region, unless that is much longer than
// the region is deep, since the bodies touch elsewhere on the way, or than the region is thick, or flush
// faces turn the normal. Then the least that is found.
Translation BodyContactFinder::wayOut(const ContactBody& a, const ContactBody& b,
                                      const SurfaceIntersection& hit) {
  constexpr std::size_t maximumRegions = 8;  // whose normals are tried
  constexpr double maximumWayOverDepth = 1.5, thinFraction = 0.2;
  const OverlapRegion* deepest = deepestOf(hit.regions);
  if (deepest == nullptr) {
    const Vec3 line = between(a, b);
    return separation_.settled(
        a, b,
        separation_.least(a, b, {&line, 1}, {}, {Vec3::Zero(), std::numeric_limits<double>::infinity()}));
  }
  const std::array<Vec3, 3> deep = deepPoints(*deepest);
  Translation out{deepest->normal, separation_.along(a, b, deepest->normal, deepest->depth, deep)};
  const Translation thickness = thicknessOf(*deepest, hit.piercings);
  if (out.distance > maximumWayOverDepth * deepest->depth ||
      thickness.distance < thinFraction * out.distance || hasFlushFaces(a, b, hit.piercings)) {
    std::vector<Vec3> others{thickness.direction, -thickness.direction, between(a, b)};
    for (const OverlapRegion& region : hit.regions)
      if (region.area > 0 && others.size() < maximumRegions) others.push_back(region.normal);
    out = separation_.least(a, b, others, deep, out);
  }
  return separation_.settled(a, b, out);
}

// @param meet whether the surfaces touch: then only faces that lie on each other count as area.
void BodyContactFinder::addMerged(const ContactBody& a, const ContactBody& b, bool meet,
                                  std::vector<Contact>& contacts) {
  weights_.clear();
  const auto areaOf = [](const ContactBody& body, Index triangle) {
    return body.geometry->area(triangle) * body.pose.scale * body.pose.scale;
  };
  for (const TriangleContact& pair : near_)
    weights_.push_back(std::min(areaOf(a, pair.triangleA), areaOf(b, pair.triangleB)));
  const double reach = reachOf(a, b);
  if (options_.exactDepth) findAreas(a, b, meet ? roundingGap(a, b) : reach);
  const MergeOptions options{.rule = options_.merge, .distance = 0.5 * reach, .reach = reach};
  const std::vector<Contact> merged =
      mergeContacts(near_, weights_, options_.exactDepth ? areas_ : weights_, options);
  contacts.insert(contacts.end(), merged.begin(), merged.end());
}

// Of each pair of near triangles, the area in which they face each other within a distance. Triangles that
// repeat others have none.
void BodyContactFinder::findAreas(const ContactBody& a, const ContactBody& b, double distance) {
  areas_.assign(near_.size(), 0);
  for (std::size_t i = 0; i < near_.size(); ++i) {
    const Index s = a.geometry->inSolid(near_[i].triangleA), t = b.geometry->inSolid(near_[i].triangleB);
    if (near_[i].gap <= distance && s >= 0 && t >= 0)
      areas_[i] = facingArea(placedTriangle(a.geometry->solid().mesh(), a.pose, s),
                             placedTriangle(b.geometry->solid().mesh(), b.pose, t), distance);
  }
}

// For closed surfaces that are apart: adds one contact if the bodies have something in common. Then removes
// the near triangles, whose contacts would push the inner body back.
BodyContactSummary BodyContactFinder::addNested(const ContactBody& a, const ContactBody& b,
                                                std::vector<Contact>& contacts) {
  const InnerShells ofB = shellsIn(a, b), ofA = shellsIn(b, a);
  const Relation relation = nestingOf(ofA, ofB);
  if (isOverlap(relation)) {
    near_.clear();
    Contact& contact = contacts.emplace_back(innerContact(a, b, ofB.any));
    const Translation known{contact.normal, -contact.gap};
    const Vec3 line = between(a, b);
    const Translation out = separation_.settled(a, b, separation_.least(a, b, {&line, 1}, {}, known));
    contact.normal = out.direction;
    contact.gap = -out.distance;
    contact.depth = reachOf(a, b) - contact.gap;
    if (relation != Relation::Contained) contact.kind = ContactKind::Overlap;
  }
  return {.relation = relation, .depthIsLeast = !isOverlap(relation)};
}

// The same where a surface is open, or without exactDepth.
BodyContactSummary BodyContactFinder::addContained(const ContactBody& a, const ContactBody& b,
                                                   std::vector<Contact>& contacts) {
  const bool aMayHold = boxHolds(a, b);
  const bool bMayHold = !aMayHold && boxHolds(b, a);
  const bool aHolds = aMayHold && holds(a, b);
  const bool bHolds = bMayHold && !aHolds && holds(b, a);
  if (!aHolds && !bHolds) {
    const bool undecided = (aMayHold && a.geometry->isOpen()) || (bMayHold && b.geometry->isOpen());
    return {.relation = undecided ? Relation::Undecided : Relation::Apart, .undecided = undecided};
  }
  near_.clear();
  contacts.push_back(innerContact(a, b, aHolds));
  return {.relation = Relation::Contained};
}

// At the nearest points of two surfaces of which one, that of B or of A, is in the other body.
Contact BodyContactFinder::innerContact(const ContactBody& a, const ContactBody& b, bool aHolds) {
  const TriangleContact nearest = search_.nearest(placed(a), placed(b));
  const ContactBody& inner = aHolds ? b : a;
  // From the inner body's surface to the outer one's.
  Vec3 out = aHolds ? Vec3(nearest.pointA - nearest.pointB) : Vec3(nearest.pointB - nearest.pointA);
  out = out.norm() > 0 ? Vec3(out.normalized()) : Vec3((aHolds ? -1 : 1) * nearest.normal);
  const double surface = out.dot(aHolds ? nearest.pointA : nearest.pointB);
  const Vec3 last = farthestPoint(inner, -out);
  Contact contact;
  contact.kind = ContactKind::Contained;
  contact.point = 0.5 * (nearest.pointA + nearest.pointB);
  contact.normal = aHolds ? out : Vec3(-out);
  const double depth = surface - std::min(surface, out.dot(last));
  contact.gap = -(options_.exactDepth ? separation_.along(a, b, contact.normal, depth,
                                                          std::array{beside(last, contact.point)})
                                      : depth);
  contact.depth = reachOf(a, b) - contact.gap;
  contact.triangleA = nearest.triangleA;
  contact.triangleB = nearest.triangleB;
  contact.featureA = static_cast<Index>(nearest.featureA);
  contact.featureB = static_cast<Index>(nearest.featureB);
  return contact;
}

}  // namespace talus
