#include "assembly/pair_overlap.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "assembly/part_context.h"
#include "contact/scene/body_contacts.h"
#include "geometry/distance/hausdorff_distance.h"

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

}  // namespace

PairArrangement::PairArrangement(const PreparedPart& a, const PreparedPart& b, Context& context)
    : PairArrangement({a.mesh(), b.mesh()}, {a.name(), b.name()}, context) {}

PairArrangement::PairArrangement(const std::array<TriangleMesh, 2>& meshes,
                                 const std::array<std::string, 2>& names, Context& context)
    : arrangement_(arrange(meshes, names, context)) {
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

ArrangementBody bodyOf(const PreparedPart& part, Context& context) {
  PartContext own(context, stepsOf(part.mesh()));
  const std::array<std::string, 1> names{part.name()};
  return SurfaceArrangement(std::span(&part.mesh(), 1), names, own)
      .body(BooleanOperation::Union, byParity, own);
}

// Each point of the common body's surface lies on one part's surface, in the other part or on its surface.
void findPenetration(const PreparedPart& a, const PreparedPart& b, PairOverlap& overlap) {
  for (const PreparedPart* part : {&a, &b}) {
    const HausdorffDistance found = hausdorffDistance(overlap.body.mesh, part->distance());
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
