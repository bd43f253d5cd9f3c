#include "dynamics/contact_points/triangle_contact_search.h"

#include <algorithm>

namespace talus {

void TriangleContactSearch::find(const ContactingBody& a, const ContactingBody& b, const PairLaw& law,
                                 PairRefinement* known, std::vector<ContactPoint>& points) {
  contacts_.clear();
  const double halo = 0.5 * law.range;
  const ContactBody bodyA{a.shape->geometry, a.pose, halo}, bodyB{b.shape->geometry, b.pose, halo};
  if (known == nullptr) {
    merged_.find(bodyA, bodyB, contacts_);
    counts_ = &merged_.counts();
  } else {
    findKnown(bodyA, bodyB, *known);
  }
  for (const Contact& found : contacts_) {
    if (law.isBeyond(found.gap)) continue;
    ContactPoint& point = points.emplace_back();
    point.point = found.point;
    point.normal = found.normal;
    point.depth = std::max(0.0, law.reach - found.gap);
    point.area = found.area;
  }
}

double TriangleContactSearch::gap(const ContactingBody& a, const ContactingBody& b) {
  return lists_.nearest({&a.shape->geometry->triangles(), a.pose}, {&b.shape->geometry->triangles(), b.pose})
      .gap;
}

void TriangleContactSearch::findKnown(const ContactBody& a, const ContactBody& b, PairRefinement& known) {
  const double reach = a.halo + b.halo;
  const PlacedShape placedA{&a.geometry->triangles(), a.pose}, placedB{&b.geometry->triangles(), b.pose};
  near_.clear();
  counts_ = findOtherwise(known.bodies, placedA, placedB, reach, near_);
  if (counts_ != nullptr) {
    merged_.findAmong(a, b, near_, contacts_);
    return;
  }
  NearPairs& list = known.list;
  lists_.findContacts(placedA, placedB, reach, skin_ * reach, list, near_);
  counts_ = &lists_.counts();
  if (list.apart) return;
  merged_.findAmong(a, b, near_, contacts_);
  list.apart = list.pairs.empty() && contacts_.empty();
}

}  // namespace talus
