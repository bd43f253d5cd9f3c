#include "dynamics/contact_points/triangle_contacts.h"

#include <algorithm>

namespace talus {

void TriangleContacts::find(const ContactingBody& a, const ContactingBody& b, const PairLaw& law,
                            PairRefinement* known, bool iterating, std::vector<ContactPoint>& points) {
  contacts_.clear();
  const double halo = 0.5 * law.range;
  const ContactBody bodyA{a.shape->geometry, a.pose, halo}, bodyB{b.shape->geometry, b.pose, halo};
  if (known == nullptr) {
    merged_.find(bodyA, bodyB, contacts_);
    counts_ = &merged_.counts();
  } else if (iterating && refinement_.method == RefinementMethod::ActiveSets) {
    findActive(bodyA, bodyB, known->sets);
  } else {
    findListed(bodyA, bodyB, known->list);
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

// Levels that have not led to fine triangles by the time that it takes to unfold both trees one after the
// other are misleading, and ignored.
void TriangleContacts::addCoarse(const ContactLaw& force, const PairLaw& law, const PairRefinement* known,
                                 std::vector<ContactPoint>& points) const {
  if (counts_ != &sets_.counts() || !sets_.coarse() || refinement_.coarseForce == 0) return;
  if (known->sets.looks > static_cast<int>(2 * sets_.counts().levels.size())) return;
  ContactPoint point;
  point.point = sets_.coarse()->point;
  point.normal = sets_.coarse()->normal;
  point.depth = sets_.coarse()->fraction * law.reach;
  force.press(law, point);
  for (double* part : {&point.force, &point.stiffness, &point.energy}) *part *= refinement_.coarseForce;
  points.push_back(point);
}

double TriangleContacts::gap(const ContactingBody& a, const ContactingBody& b) {
  return lists_.nearest({&a.shape->geometry->triangles(), a.pose}, {&b.shape->geometry->triangles(), b.pose})
      .gap;
}

void TriangleContacts::findListed(const ContactBody& a, const ContactBody& b, NearPairs& list) {
  const double reach = a.halo + b.halo;
  near_.clear();
  lists_.findContacts({&a.geometry->triangles(), a.pose}, {&b.geometry->triangles(), b.pose}, reach,
                      refinement_.skin * reach, list, near_);
  counts_ = &lists_.counts();
  if (list.apart) return;
  merged_.findAmong(a, b, near_, contacts_);
  list.apart = list.pairs.empty() && contacts_.empty();
}

void TriangleContacts::findActive(const ContactBody& a, const ContactBody& b, ActiveSets& sets) {
  near_.clear();
  sets_.look({&a.geometry->triangles(), a.pose}, {&b.geometry->triangles(), b.pose}, a.halo + b.halo,
             refinement_.memorySet, sets, near_);
  counts_ = &sets_.counts();
  merged_.findAmong(a, b, near_, contacts_);
}

}  // namespace talus
