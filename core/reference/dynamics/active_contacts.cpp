#include "reference/dynamics/active_contacts.h"

namespace talus {

std::unique_ptr<TriangleContactSearch> ActiveSearch::triangleContacts(const BodyContactOptions& search,
                                                                      double skin) {
  return std::make_unique<ActiveContacts>(*this, search, skin, options_);
}

void ActiveSearch::begin() {
  pairs_.clear();
  iterating_ = true;
}

bool ActiveSearch::isSettled() {
  std::erase_if(pairs_, [](const auto& pair) { return !pair.second.searched; });
  bool settled = true;
  for (auto& [bodies, known] : pairs_) {
    settled = settled && !known.sets.changed;
    known.searched = false;
  }
  return settled;
}

ActiveSets& ActiveSearch::setsOf(const BodyPair& bodies) {
  const std::lock_guard lock(mutex_);
  Known& known = pairs_[bodies];
  known.searched = true;
  return known.sets;
}

const SearchCounts* ActiveContacts::findOtherwise(const BodyPair& bodies, const PlacedShape& a,
                                                  const PlacedShape& b, double reach,
                                                  std::vector<TriangleContact>& near) {
  if (!shared_.isIterating()) return nullptr;
  ActiveSets& sets = shared_.setsOf(bodies);
  search_.look(a, b, reach, options_.memorySet, sets, near);
  looks_ = sets.looks;
  return &search_.counts();
}

// Surrogates that have not led to fine triangles after as many iterations as unfold both trees one after
// the other are misleading and ignored.
void ActiveContacts::addEstimate(const ContactLaw& force, const PairLaw& law,
                                 std::vector<ContactPoint>& points) const {
  if (counts() != &search_.counts() || !search_.coarse() || options_.coarseForce == 0) return;
  if (looks_ > static_cast<int>(2 * search_.counts().levels.size())) return;
  ContactPoint point;
  point.point = search_.coarse()->point;
  point.normal = search_.coarse()->normal;
  point.depth = search_.coarse()->fraction * law.reach;
  force.press(law, point);
  for (double* part : {&point.force, &point.stiffness, &point.energy}) *part *= options_.coarseForce;
  points.push_back(point);
}

}  // namespace talus
