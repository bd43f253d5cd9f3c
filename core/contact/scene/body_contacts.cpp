#include "contact/scene/body_contacts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "base/error.h"
#include "contact/overlap/exact_overlap.h"
#include "contact/overlap/separating_translation.h"
#include "geometry/mesh/placed_mesh.h"

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

SurfaceCells posedSolid(const ContactBody& body) {
  return SurfaceCells(placed(body.geometry->solid().mesh(), body.pose));
}

// Exact, for the solids with their points rounded in the world.
Relation posedRelation(const ContactBody& a, const ContactBody& b) {
  return relationOf(posedSolid(a), posedSolid(b));
}

// Whether a piercing is one of the solids with their points rounded in the world, and strict.
bool isStrict(const ContactBody& a, const ContactBody& b, const Piercing& piercing) {
  const ContactBody& own = piercing.first ? a : b;
  const ContactBody& other = piercing.first ? b : a;
  const SurfaceCells::Edge& edge = own.geometry->solid().edges()[static_cast<std::size_t>(piercing.edge)];
  const auto place = [](const ContactBody& body, Index point) {
    return body.pose.toWorld(body.geometry->solid().mesh().point(point));
  };
  const auto [i, j, k] = other.geometry->solid().mesh().triangle(static_cast<std::size_t>(piercing.triangle));
  return piercesStrictly({place(own, edge.from), place(own, edge.to)},
                         {place(other, i), place(other, j), place(other, k)});
}

bool isOverlap(Relation relation) {
  return relation == Relation::Interfering || relation == Relation::Contained ||
         relation == Relation::Duplicate;
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

double diameterOf(const ContactBody& body) {
  return body.pose.scale * body.geometry->bounds().diagonal().norm();
}

Vec3 normalOf(const ContactBody& body, Index triangle) {
  const auto [a, b, c] = body.geometry->solid().mesh().corners(static_cast<std::size_t>(triangle));
  return body.pose.rotation * (b - a).cross(c - a).stableNormalized();
}

// Directions along which B may come free of A: the most frequent normals of faces that meet, then others.
std::vector<Vec3> escapeDirections(const ContactBody& a, const ContactBody& b,
                                   std::span<const TrianglePair> touching, const Vec3& between) {
  constexpr std::size_t maximumNormals = 8;
  std::vector<std::pair<std::size_t, Vec3>> normals;
  const auto count = [&](const Vec3& normal) {
    const auto known = std::find_if(normals.begin(), normals.end(),
                                    [&](const auto& other) { return other.second.dot(normal) > 0.9999; });
    if (known != normals.end())
      ++known->first;
    else if (normal.norm() > 0)
      normals.emplace_back(1, normal);
  };
  for (const auto& [ofA, ofB] : touching) {
    count(normalOf(a, ofA));
    count(-normalOf(b, ofB));
  }
  std::stable_sort(normals.begin(), normals.end(),
                   [](const auto& p, const auto& q) { return p.first > q.first; });
  std::vector<Vec3> directions;
  for (std::size_t i = 0; i < std::min(normals.size(), maximumNormals); ++i)
    directions.push_back(normals[i].second);
  for (int axis = 0; axis < 3; ++axis)
    for (const double sign : {1.0, -1.0}) directions.push_back(sign * Vec3::Unit(axis));
  if (between.norm() > 0) directions.push_back(between.normalized());
  return directions;
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
  const bool meet = intersecting || std::any_of(near_.begin(), near_.end(), [&](const TriangleContact& pair) {
                      return pair.gap <= roundingGap(a, b);
                    });
  BodyContactSummary summary;
  if (options_.exactDepth && meet && !open) {
    summary = addSolid(a, b, contacts);
  } else if (intersecting) {
    const bool found = addRegions(a, b, intersection(a, b), contacts) > 0;
    summary = {.undecided = open && !found, .byWinding = open && found};
  } else {
    summary = addContained(a, b, contacts);
  }
  if (!near_.empty()) addMerged(a, b, contacts);
  const std::span<Contact> found = std::span(contacts).subspan(first);
  if (options_.exactDepth && meet && !open)
    giveSign(found, summary.relation, roundingGap(a, b), reachOf(a, b));
  nameFeatures(a, b, found);
  return summary;
}

// For closed surfaces that meet, or nearly so.
BodyContactSummary BodyContactFinder::addSolid(const ContactBody& a, const ContactBody& b,
                                               std::vector<Contact>& contacts) {
  const std::size_t first = contacts.size();
  const SurfaceIntersection hit = intersection(a, b);
  const auto strict = [&](const Piercing& piercing) { return isStrict(a, b, piercing); };
  const Relation relation = std::any_of(hit.piercings.begin(), hit.piercings.end(), strict)
                                ? Relation::Interfering
                                : posedRelation(a, b);
  if (isOverlap(relation) && addRegions(a, b, hit, contacts) == 0) {
    const Vec3 between =
        b.pose.toWorld(b.geometry->bounds().center()) - a.pose.toWorld(a.geometry->bounds().center());
    const Translation out = leastTranslation(a, b, between);
    Contact& contact = contacts.emplace_back();
    contact.kind = ContactKind::Overlap;
    contact.point = 0.5 * (near_.front().pointA + near_.front().pointB);
    contact.normal = out.direction;
    contact.gap = -out.distance;
    near_.clear();
  }
  if (relation == Relation::Contained || relation == Relation::Duplicate)
    for (Contact& contact : std::span(contacts).subspan(first)) contact.kind = ContactKind::Contained;
  return {.relation = relation};
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
  BodyContactSummary summary{.relation = Relation::Apart};
  if (gapIsBelow(-rounding) && !boxHolds(a, b) && !boxHolds(b, a))
    summary.relation = Relation::Interfering;
  else if (gapIsBelow(rounding))
    summary.relation = posedRelation(a, b);
  if (summary.relation == Relation::Contained || summary.relation == Relation::Duplicate)
    for (Contact& contact : found) contact.kind = ContactKind::Contained;
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
                                          const SurfaceIntersection& hit, std::vector<Contact>& contacts) {
  const std::size_t before = contacts.size();
  const double reach = reachOf(a, b);
  const bool single = hit.regions.size() == 1;
  const bool open = a.geometry->isOpen() || b.geometry->isOpen();
  // Shallow regions come free along their normals; where one is deep another direction may be shorter.
  const double deep = 0.005 * std::min(diameterOf(a), diameterOf(b));
  std::optional<Translation> least;
  for (const OverlapRegion& region : hit.regions) {
    if (!(region.area > 0)) continue;  // no direction
    const double radius = radiusOf(region, hit.piercings);
    if (open && isHollow(region, radius)) continue;
    Translation out{region.normal, region.depth};
    if (single) out.distance = depthAlong(a, b, region.normal, region.depth, deepPoints(region));
    if (options_.exactDepth && out.distance > deep) {
      if (!least) least = leastTranslation(a, b, region.normal);
      if (least->distance < out.distance) out = *least;
    }
    Contact& contact = contacts.emplace_back();
    contact.kind = ContactKind::Overlap;
    contact.point = region.point;
    contact.normal = out.direction;
    contact.gap = -out.distance;
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

// The least of the translations along the normals of faces that meet, the axes, and a direction between the
// bodies. Each frees B; there may be a shorter one along another direction.
BodyContactFinder::Translation BodyContactFinder::leastTranslation(const ContactBody& a, const ContactBody& b,
                                                                   const Vec3& between) {
  constexpr std::size_t maximumPairs = 5000;  // of triangles that meet: beyond, boxes tell how far it is
  searchSolids(a, b, 0);
  const bool few = touching_.size() <= maximumPairs;
  Translation least{between, std::numeric_limits<double>::infinity()};
  for (const Vec3& direction : escapeDirections(a, b, touching_, between)) {
    const double extent =
        direction.dot(farthestPoint(a, direction)) - direction.dot(farthestPoint(b, -direction));
    const double distance =
        few ? depthAlong(a, b, direction, std::max(extent, 0.0), {}) : std::max(extent, 0.0);
    if (distance < least.distance) least = {direction, distance};
  }
  return least;
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
  if (!aHolds && !bHolds) {
    const bool undecided = (aMayHold && a.geometry->isOpen()) || (bMayHold && b.geometry->isOpen());
    return {.relation = undecided ? Relation::Undecided : Relation::Apart, .undecided = undecided};
  }
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
  return {.relation = Relation::Contained};
}

}  // namespace talus
