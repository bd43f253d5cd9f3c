#include "contact/scene/body_contacts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "base/error.h"
#include "contact/overlap/separating_translation.h"

namespace talus {

namespace {

double reachOf(const ContactBody& a, const ContactBody& b) {
  return a.halo + b.halo;
}

// The greatest coordinate in a body's own frame, on which rounding errors depend.
double sizeOf(const ContactBody& body) {
  const Box& box = body.geometry->bounds();
  return body.pose.scale * std::max(box.min().cwiseAbs().maxCoeff(), box.max().cwiseAbs().maxCoeff());
}

// Above the distance, by rounding, of triangles that intersect.
double roundingGap(const ContactBody& a, const ContactBody& b) {
  return 1e-9 * std::max(sizeOf(a), sizeOf(b));
}

PlacedShape placed(const ContactBody& body) {
  return {&body.geometry->triangles(), body.pose};
}

PlacedShape placedSolid(const ContactBody& body) {
  return {&body.geometry->solidTriangles(), body.pose};
}

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

// Whether a closed body contains another body whose surface does not intersect its own: one point decides.
bool holds(const ContactBody& outer, const ContactBody& inner) {
  return !outer.geometry->isOpen() &&
         outer.geometry->solid().holds(outer.pose.toBody(inner.pose.toWorld(inner.geometry->points()[0])));
}

// Maximum distance of a region's curves from its point.
double radiusOf(const OverlapRegion& region, const std::vector<Piercing>& piercings) {
  double radius = 0;
  for (const auto& curve : region.curves)
    for (const Index i : curve)
      radius = std::max(radius, (piercings[static_cast<std::size_t>(i)].point - region.point).norm());
  return radius;
}

// A corner of a body, moved a little: the line through the corner itself would pass along edges.
Vec3 beside(const Vec3& corner, const Vec3& middle) {
  return corner + 1e-3 * (middle - corner);
}

// Points of a region where it is deep.
std::array<Vec3, 3> deepPoints(const OverlapRegion& region) {
  return {region.point, beside(region.deepest[0], region.point), beside(region.deepest[1], region.point)};
}

// The point of a body farthest in a direction.
Vec3 farthestPoint(const ContactBody& body, const Vec3& direction) {
  Vec3 farthest = body.pose.toWorld(body.geometry->points()[0]);
  for (const Vec3& p : body.geometry->points())
    if (const Vec3 point = body.pose.toWorld(p); direction.dot(point) > direction.dot(farthest))
      farthest = point;
  return farthest;
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
    : options_(options), search_(options.search) {}

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
  if (!takesTriangles(*a.geometry, *b.geometry)) {
    findManifold(a, b, contacts, features);
    return {};
  }
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
  BodyContactSummary summary;
  if (intersecting) {
    const bool open = a.geometry->isOpen() || b.geometry->isOpen();
    const bool found = addRegions(a, b, contacts) > 0;
    summary = {.undecided = open && !found, .byWinding = open && found};
  } else {
    summary = addContained(a, b, contacts);
  }
  if (!near_.empty()) addMerged(a, b, contacts);
  nameFeatures(a, b, std::span(contacts).subspan(first));
  return summary;
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

void BodyContactFinder::findManifold(const ContactBody& a, const ContactBody& b,
                                     std::vector<Contact>& contacts, FeaturePair& features) {
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
  if (reach < roundingGap(a, b)) return searchSolids(a, b, 0);
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

// Finds the triangles of the solids that touch or are within that distance.
void BodyContactFinder::searchSolids(const ContactBody& a, const ContactBody& b, double distance) {
  touching_.clear();
  solidSearch_.findCandidates(placedSolid(a), placedSolid(b), distance + roundingGap(a, b), touching_);
}

// Adds one contact for each region and returns their number. Removes the near triangles at a region, as its
// contact covers them.
std::size_t BodyContactFinder::addRegions(const ContactBody& a, const ContactBody& b,
                                          std::vector<Contact>& contacts) {
  const std::size_t before = contacts.size();
  const double reach = reachOf(a, b);
  const SurfaceIntersection hit = intersection(a, b);
  const bool single = hit.regions.size() == 1;
  const bool open = a.geometry->isOpen() || b.geometry->isOpen();
  for (const OverlapRegion& region : hit.regions) {
    if (!(region.area > 0)) continue;  // no direction: near triangles give the contact instead
    const double radius = radiusOf(region, hit.piercings);
    if (open && isHollow(region, radius)) continue;
    Contact& contact = contacts.emplace_back();
    contact.kind = ContactKind::Overlap;
    contact.point = region.point;
    contact.normal = region.normal;
    contact.gap =
        -(single ? depthAlong(a, b, region.normal, region.depth, deepPoints(region)) : region.depth);
    contact.depth = reach - contact.gap;
    contact.area = region.area;
    std::erase_if(near_, [&](const TriangleContact& pair) {
      return (0.5 * (pair.pointA + pair.pointB) - region.point).norm() <= radius + reach;
    });
  }
  return contacts.size() - before;
}

// The distance by which B must move along the normal to be free, or the estimate without exactDepth.
double BodyContactFinder::depthAlong(const ContactBody& a, const ContactBody& b, const Vec3& normal,
                                     double estimate, std::span<const Vec3> deep) {
  if (!options_.exactDepth) return estimate;
  ContactBody moved = b;
  return separatingTranslation(a.geometry->solid(), a.pose, b.geometry->solid(), b.pose, normal, estimate,
                               deep, [&](const Pose& pose, double distance) {
                                 moved.pose = pose;
                                 searchSolids(a, moved, distance);
                                 return std::span(std::as_const(touching_));
                               });
}

void BodyContactFinder::addMerged(const ContactBody& a, const ContactBody& b,
                                  std::vector<Contact>& contacts) {
  areas_.clear();
  const auto areaOf = [](const ContactBody& body, Index triangle) {
    return body.geometry->area(triangle) * body.pose.scale * body.pose.scale;
  };
  for (const TriangleContact& pair : near_)
    areas_.push_back(std::min(areaOf(a, pair.triangleA), areaOf(b, pair.triangleB)));
  const double reach = reachOf(a, b);
  const MergeOptions options{.rule = options_.merge, .distance = 0.5 * reach, .reach = reach};
  const std::vector<Contact> merged = mergeContacts(near_, areas_, options);
  contacts.insert(contacts.end(), merged.begin(), merged.end());
}

// For surfaces that do not intersect: adds one contact if a body lies inside the other. Then removes the near
// triangles, whose contacts would push the inner body back.
BodyContactSummary BodyContactFinder::addContained(const ContactBody& a, const ContactBody& b,
                                                   std::vector<Contact>& contacts) {
  const bool aMayHold = boxHolds(a, b);
  const bool bMayHold = !aMayHold && boxHolds(b, a);
  const bool aHolds = aMayHold && holds(a, b);
  const bool bHolds = bMayHold && !aHolds && holds(b, a);
  if (!aHolds && !bHolds)
    return {.undecided = (aMayHold && a.geometry->isOpen()) || (bMayHold && b.geometry->isOpen())};
  near_.clear();
  const TriangleContact nearest = search_.nearest(placed(a), placed(b));
  const ContactBody& inner = aHolds ? b : a;
  // From the inner body's surface to the outer one's.
  Vec3 out = aHolds ? Vec3(nearest.pointA - nearest.pointB) : Vec3(nearest.pointB - nearest.pointA);
  out = out.norm() > 0 ? Vec3(out.normalized()) : Vec3((aHolds ? -1 : 1) * nearest.normal);
  const double surface = out.dot(aHolds ? nearest.pointA : nearest.pointB);
  const Vec3 last = farthestPoint(inner, -out);
  Contact& contact = contacts.emplace_back();
  contact.kind = ContactKind::Contained;
  contact.point = 0.5 * (nearest.pointA + nearest.pointB);
  contact.normal = aHolds ? out : Vec3(-out);
  const double depth = surface - std::min(surface, out.dot(last));
  contact.gap = -depthAlong(a, b, contact.normal, depth, std::array{beside(last, contact.point)});
  contact.depth = reachOf(a, b) - contact.gap;
  contact.triangleA = nearest.triangleA;
  contact.triangleB = nearest.triangleB;
  contact.featureA = static_cast<Index>(nearest.featureA);
  contact.featureB = static_cast<Index>(nearest.featureB);
  return {};
}

}  // namespace talus
