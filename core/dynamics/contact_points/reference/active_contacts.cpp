#include "dynamics/contact_points/reference/active_contacts.h"

namespace talus {

namespace {

class ActivePair final : public IteratedPair {
 public:
  bool isSettled() const override { return !sets.changed; }

  ActiveSets sets;
};

}  // namespace

void ActiveContacts::find(const PlacedShape& a, const PlacedShape& b, double reach,
                          std::unique_ptr<IteratedPair>& known, std::vector<TriangleContact>& near) {
  if (known == nullptr) known = std::make_unique<ActivePair>();
  ActiveSets& sets = static_cast<ActivePair&>(*known).sets;
  search_.look(a, b, reach, options_.memorySet, sets, near);
  looks_ = sets.looks;
}

// Surrogates that have not led to fine triangles after as many iterations as unfold both trees one after
// the other are misleading and ignored.
void ActiveContacts::addEstimate(const ContactLaw& force, const PairLaw& law,
                                 std::vector<ContactPoint>& points) const {
  if (!search_.coarse() || options_.coarseForce == 0) return;
  if (looks_ > static_cast<int>(2 * counts().levels.size())) return;
  ContactPoint point;
  point.point = search_.coarse()->point;
  point.normal = search_.coarse()->normal;
  point.depth = search_.coarse()->fraction * law.reach;
  force.press(law, point);
  for (double* part : {&point.force, &point.stiffness, &point.energy}) *part *= options_.coarseForce;
  points.push_back(point);
}

}  // namespace talus
