#include "dynamics/contact_dynamics/frame_forces.h"

#include "base/damaged_snapshot.h"

namespace talus {

namespace {

// Adds items to others, both sorted by pairs: to that of the same pair that `isSame`, or as a new one.
template <class Item, class IsSame, class Add>
void merge(const std::vector<Item>& more, std::vector<Item>& items, std::vector<Item>& merged,
           const IsSame& isSame, const Add& add) {
  merged.clear();
  auto known = items.begin();
  for (auto item = more.begin(); item != more.end();) {
    const BodyPair bodies = item->bodies;
    while (known != items.end() && known->bodies < bodies) merged.push_back(*known++);
    const auto first = static_cast<std::ptrdiff_t>(merged.size());
    while (known != items.end() && known->bodies == bodies) merged.push_back(*known++);
    const std::size_t end = merged.size();
    for (; item != more.end() && item->bodies == bodies; ++item) {
      const auto last = merged.begin() + static_cast<std::ptrdiff_t>(end);
      const auto same =
          std::find_if(merged.begin() + first, last, [&](const Item& other) { return isSame(other, *item); });
      add(*item, same != last ? *same : merged.emplace_back(Item{.bodies = bodies}));
    }
  }
  merged.insert(merged.end(), known, items.end());
  items.swap(merged);
}

}  // namespace

void FrameForces::begin() {
  contacts_.clear();
  moments_.clear();
  length_ = 0;
}

void FrameForces::add(const std::vector<MeanContact>& contacts, const std::vector<MeanMoment>& moments,
                      double length) {
  length_ += length;
  merge(
      contacts, contacts_, mergedContacts_,
      [](const MeanContact& known, const MeanContact& contact) { return known.name == contact.name; },
      [length](const MeanContact& contact, MeanContact& sum) {
        const Vec3 impulse = sum.force + length * (contact.force + contact.bounce);
        sum = contact;
        sum.force = impulse;
      });
  merge(
      moments, moments_, mergedMoments_, [](const MeanMoment&, const MeanMoment&) { return true; },
      [length](const MeanMoment& moment, MeanMoment& sum) { sum.moment += length * moment.moment; });
}

std::vector<LinearContact> FrameForces::contacts(double range) const {
  std::vector<LinearContact> shown;
  shown.reserve(contacts_.size());
  for (const MeanContact& contact : contacts_) {
    LinearContact& mean = shown.emplace_back();
    mean.bodyA = contact.bodies.first;
    mean.bodyB = contact.bodies.second;
    mean.point = contact.point;
    mean.normal = contact.normal;
    mean.force = contact.force / length_;
    mean.depth = range - contact.gap;
    mean.area = contact.area;
    mean.name = contact.name;
  }
  return shown;
}

std::vector<MeanMoment> FrameForces::moments() const {
  std::vector<MeanMoment> means = moments_;
  for (MeanMoment& mean : means) mean.moment /= length_;
  return means;
}

void FrameForces::save(ByteWriter& bytes) const {
  bytes.all(contacts_, moments_, length_);
}

void FrameForces::load(ByteReader& bytes, std::size_t bodies) {
  bytes.all(contacts_, moments_, length_);
  if (!areSound(contacts_, bodies) || !areSound(moments_, bodies) ||
      !(length_ > 0 || (contacts_.empty() && moments_.empty())))
    throw damagedSnapshot();
}

}  // namespace talus
