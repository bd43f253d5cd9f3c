#include "assembly/pair_overlap.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "assembly/part_context.h"
#include "contact/scene/body_contacts.h"
#include "geometry/distance/hausdorff_distance.h"
#include "geometry/mesh/mesh_part.h"

namespace talus {

namespace {

constexpr InsideRule byParity = InsideRule::Parity;

std::int64_t stepsOf(const TriangleMesh& mesh) {
  return SurfaceArrangement::stepsPerTriangle * static_cast<std::int64_t>(mesh.triangleCount());
}

SurfaceArrangement arrange(const std::array<TriangleMesh, 2>& meshes, const std::array<std::string, 2>& names,
                           Context& context) {
  PartContext own(context, stepsOf(meshes[0]) + stepsOf(meshes[1]));
  return {meshes, names, own};
}

// By the triangles near the overlap, if these are few.
SurfaceArrangement arrange(const PreparedPart& a, const PreparedPart& b, Context& context) {
  const std::array<std::string, 2> names{a.name(), b.name()};
  const std::array<const TriangleMesh*, 2> wholes{&a.mesh(), &b.mesh()};
  const ZoneTriangles near(wholes, a.bounds().intersection(b.bounds()));
  const bool areFew = 2 * near.inZone < a.mesh().triangleCount() + b.mesh().triangleCount();
  if (!areFew || !a.isSimple() || !b.isSimple()) return arrange({a.mesh(), b.mesh()}, names, context);
  PartContext own(context, stepsOf(near.surfaces[0]) + stepsOf(near.surfaces[1]));
  return {near, names, own};
}

}  // namespace

PairArrangement::PairArrangement(const PreparedPart& a, const PreparedPart& b, Context& context)
    : PairArrangement(arrange(a, b, context)) {}

PairArrangement::PairArrangement(const std::array<TriangleMesh, 2>& meshes,
                                 const std::array<std::string, 2>& names, Context& context)
    : PairArrangement(arrange(meshes, names, context)) {}

PairArrangement::PairArrangement(SurfaceArrangement arrangement) : arrangement_(std::move(arrangement)) {
  const std::vector<std::vector<Index>> sets = arrangement_.regionSets(byParity);
  const auto has = [&](const std::vector<Index>& set) {
    return std::find(sets.begin(), sets.end(), set) != sets.end();
  };
  const bool onlyFirst = has({0}), onlySecond = has({1});
  if (!has({0, 1}))
    verdict_ = {Relation::Touching};
  else if (onlyFirst && onlySecond)
    verdict_ = {Relation::Interfering};
  else if (onlyFirst || onlySecond)
    verdict_ = {Relation::Contained, onlyFirst};
  else
    verdict_ = {Relation::Duplicate};
}

ArrangementBody PairArrangement::common(Context& context) const {
  return arrangement_.body(BooleanOperation::Intersection, byParity, context);
}

SolidMoments PairArrangement::commonMoments() const {
  return arrangement_.moments(BooleanOperation::Intersection, byParity);
}

ArrangementBody bodyOf(const PreparedPart& part, Index number, Context& context) {
  PartContext own(context, stepsOf(part.mesh()));
  const std::array<std::string, 1> names{part.name()};
  ArrangementBody body =
      SurfaceArrangement(std::span(&part.mesh(), 1), names, own).body(BooleanOperation::Union, byParity, own);
  body.surface.assign(body.surface.size(), number);
  return body;
}

// Each triangle of the common body's surface is a piece of one part's, in the other part or on its surface.
void findPenetration(const PreparedPart& a, const PreparedPart& b, PairOverlap& overlap) {
  std::array<std::vector<Index>, 2> pieces;
  for (std::size_t t = 0; t < overlap.body.surface.size(); ++t)
    pieces[static_cast<std::size_t>(overlap.body.surface[t])].push_back(static_cast<Index>(t));
  for (const auto& [part, ofOther] : {std::pair(&a, &pieces[1]), std::pair(&b, &pieces[0])}) {
    if (ofOther->empty()) continue;
    const HausdorffDistance found = hausdorffDistance(partOf(overlap.body.mesh, *ofOther), part->distance());
    if (!(found.distance > overlap.penetration)) continue;
    overlap.penetration = found.distance;
    overlap.deepest = found.point;
  }
}

void findDepth(const ContactBody& a, const ContactBody& b, PairOverlap& overlap) {
  BodyContactFinder finder;
  std::vector<Contact> contacts;
  const BodyContactSummary summary = finder.find(a, b, contacts);
  if (contacts.empty()) return;
  const Contact& deepest = *std::min_element(
      contacts.begin(), contacts.end(), [](const Contact& p, const Contact& q) { return p.gap < q.gap; });
  if (!(std::abs(deepest.normal.norm() - 1) < 1e-9)) return;  // sizes so extreme that squares underflow
  overlap.depth = std::max(0.0, -deepest.gap);
  overlap.direction = deepest.normal;
  overlap.depthIsLeast = summary.depthIsLeast;
}

}  // namespace talus
