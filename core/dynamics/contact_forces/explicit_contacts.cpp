#include "dynamics/contact_forces/explicit_contacts.h"

#include <algorithm>

#include "dynamics/contact_forces/contact_methods.h"
#include "dynamics/contact_forces/damping_change.h"

namespace talus {

ExplicitContacts::ExplicitContacts(const ForceBodies& bodies, const LawTable& laws, ContactLawKind law,
                                   PairLoop& pairs)
    : bodies_(bodies), laws_(laws), law_(law), pairs_(pairs), bound_(bodies, laws, contactLaw(law)) {}

void ExplicitContacts::reset() {
  bound_ = StiffnessBound(bodies_, laws_, contactLaw(law_));
  peak_.reset();
}

bool ExplicitContacts::correctDamping(const BodyState& state, Loads& change) {
  if (!correctsDamping()) return false;
  const std::vector<VelocityChange> changes = bodies_.placed().velocityChanges(bodies_.inertia(), state);
  change.clear(state.size());
  for (PairBlock& block : pairs_.blocks()) changeDamping(bodies_.placed().all(), changes, block, change);
  damping_.change(change, pairs_.blocks(), state.position);
  return true;
}

// Barrier needs contacts itself.
void ExplicitContacts::setRecords(const ContactRecords& records) {
  records_ = records;
  records_.contacts = records.contacts || correctsDamping();
  records_.dashpots = bound_.needsDashpots();
}

void ExplicitContacts::begin() {
  peak_.reset();
  damping_.begin(bodies_.size());
}

std::vector<DampingPower>& ExplicitContacts::powers(const BodyState& state) {
  damping_.measure(state, pairs_.blocks(), bodies_, powers_);
  return powers_;
}

FrequencyPeak ExplicitContacts::frequencyPeak() const {
  if (!peak_) peak_ = bound_.peak(bodies_, pairs_.blocks());
  return *peak_;
}

double ExplicitContacts::dampingPower(std::size_t body) const {
  const std::optional<std::size_t> place = damping_.placeOf(body);
  return place ? pairs_.accepted().power(*place) : 0;
}

double ExplicitContacts::stableStep(double fastestPoint) const {
  return std::min(safeStepPart * bodies_.halo() / fastestPoint, stiffnessStep(frequencyPeak().squared));
}

}  // namespace talus
