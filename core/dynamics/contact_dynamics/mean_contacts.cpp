#include "dynamics/contact_dynamics/mean_contacts.h"

#include <algorithm>

#include "base/damaged_snapshot.h"

namespace talus {

namespace {

bool areSound(const BodyPair& bodies, std::size_t count) {
  const auto last = static_cast<Index>(count);
  return 0 <= bodies.first && bodies.first < bodies.second && bodies.second < last;
}

}  // namespace

void MeanContacts::evaluate(const BodyState& state, double /*time*/, Loads& loads) {
  for (const LinearContact& contact : linear_) {
    const auto a = static_cast<std::size_t>(contact.bodyA), b = static_cast<std::size_t>(contact.bodyB);
    loads.add(a, -contact.force, contact.point, state.position[a]);
    loads.add(b, contact.force, contact.point, state.position[b]);
  }
  for (const MeanMoment& moment : moments_) {
    loads.torque[static_cast<std::size_t>(moment.bodies.first)] -= moment.moment;
    loads.torque[static_cast<std::size_t>(moment.bodies.second)] += moment.moment;
  }
}

void MeanContacts::take(std::vector<MeanContact>& contacts, std::vector<MeanMoment>& moments,
                        const StepWorks& works) {
  contacts_.swap(contacts);
  moments_.swap(moments);
  for (const double energy : {works.impacts, works.friction, works.rolling, -works.restored})
    dissipated_.add(energy);
  wallWork_.add(works.walls);
  show();
}

void MeanContacts::show() {
  linear_.clear();
  for (const MeanContact& contact : contacts_) {
    LinearContact& shown = linear_.emplace_back();
    shown.bodyA = contact.bodies.first;
    shown.bodyB = contact.bodies.second;
    shown.point = contact.point;
    shown.normal = contact.normal;
    shown.force = contact.force + contact.bounce;
    shown.depth = range_ - contact.gap;
    shown.area = contact.area;
    shown.name = contact.name;
  }
  shown_.clear();
  for (const LinearContact& contact : linear_) shown_.push_back(&contact);
}

std::int64_t MeanContacts::touching() const {
  std::int64_t count = 0;
  for (std::size_t n = 0; n < contacts_.size(); ++n)
    if (n == 0 || contacts_[n - 1].bodies != contacts_[n].bodies) ++count;
  return count;
}

void MeanContacts::save(ByteWriter& bytes) const {
  bytes.array(contacts_);
  bytes.array(moments_);
  dissipated_.save(bytes);
  wallWork_.save(bytes);
}

void MeanContacts::load(ByteReader& bytes) {
  contacts_ = bytes.array<MeanContact>();
  moments_ = bytes.array<MeanMoment>();
  dissipated_.load(bytes);
  wallWork_.load(bytes);
  const auto sound = [this](const auto& item) { return areSound(item.bodies, inertia_->size()); };
  if (!std::ranges::all_of(contacts_, sound) || !std::ranges::all_of(moments_, sound) ||
      !std::ranges::is_sorted(contacts_, {}, &MeanContact::bodies) ||
      !std::ranges::is_sorted(moments_, {}, &MeanMoment::bodies))
    throw damagedSnapshot();
  show();
}

}  // namespace talus
