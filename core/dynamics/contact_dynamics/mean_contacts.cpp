#include "dynamics/contact_dynamics/mean_contacts.h"

#include <utility>

#include "base/damaged_snapshot.h"

namespace talus {

void MeanContacts::evaluate(const BodyState& state, double /*time*/, Loads& loads) {
  show();
  for (const LinearContact& contact : means_) {
    const auto a = static_cast<std::size_t>(contact.bodyA), b = static_cast<std::size_t>(contact.bodyB);
    loads.add(a, -contact.force, contact.point, state.position[a]);
    loads.add(b, contact.force, contact.point, state.position[b]);
  }
  for (const MeanMoment& moment : frame_.moments()) {
    loads.torque[static_cast<std::size_t>(moment.bodies.first)] -= moment.moment;
    loads.torque[static_cast<std::size_t>(moment.bodies.second)] += moment.moment;
  }
}

void MeanContacts::take(std::vector<MeanContact>& contacts, std::vector<MeanMoment>& moments,
                        const StepWorks& works, double length) {
  contacts_.swap(contacts);
  moments_.swap(moments);
  for (const double energy : {works.impacts, works.friction, works.rolling, -works.restored})
    dissipated_.add(energy);
  wallWork_.add(works.walls);
  frame_.add(contacts_, moments_, length);
}

void MeanContacts::show() {
  means_ = frame_.contacts(range_);
  shown_.clear();
  for (const LinearContact& contact : means_) shown_.push_back(&contact);
}

std::int64_t MeanContacts::touching() const {
  const auto pairOf = [](const LinearContact& contact) { return std::pair(contact.bodyA, contact.bodyB); };
  std::int64_t count = 0;
  for (std::size_t n = 0; n < means_.size(); ++n)
    if (n == 0 || pairOf(means_[n - 1]) != pairOf(means_[n])) ++count;
  return count;
}

void MeanContacts::save(ByteWriter& bytes) const {
  bytes.all(contacts_, moments_, frame_, dissipated_, wallWork_);
}

void MeanContacts::load(ByteReader& bytes) {
  bytes.all(contacts_, moments_);
  frame_.load(bytes, inertia_->size());
  bytes.all(dissipated_, wallWork_);
  if (!areSound(contacts_, inertia_->size()) || !areSound(moments_, inertia_->size()))
    throw damagedSnapshot();
  show();
}

}  // namespace talus
