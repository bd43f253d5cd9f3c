#include "arrangement/cut/plane_item_set.h"

#include <algorithm>

namespace talus {

namespace {

bool cutTheSame(const PlaneItem& one, const PlaneItem& other) {
  return one.from == other.from && one.to == other.to;
}

std::uint64_t hashOf(const PlaneItem& item) {
  std::uint64_t hash = 0;
  for (const Index part : {item.from, item.to})
    hash = (hash ^ static_cast<std::uint32_t>(part)) * 0x9e3779b97f4a7c15u;
  return hash ^ hash >> 32;
}

}  // namespace

// That of the item that cuts the same, or a free one.
std::size_t PlaneItemSet::slotOf(const PlaneItem& item) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hashOf(item) & mask;
  while (slots_[slot] != 0 && !cutTheSame(items_[slots_[slot] - 1], item)) slot = (slot + 1) & mask;
  return slot;
}

// The item that cuts the same; null: none.
PlaneItem* PlaneItemSet::find(const PlaneItem& item) {
  if (slots_.empty()) {
    const auto at = std::find_if(items_.begin(), items_.end(),
                                 [&](const PlaneItem& known) { return cutTheSame(known, item); });
    return at == items_.end() ? nullptr : &*at;
  }
  const std::uint32_t number = slots_[slotOf(item)];
  return number == 0 ? nullptr : &items_[number - 1];
}

// Enters an item in the slots, which grow with the items.
void PlaneItemSet::enter(std::size_t number) {
  if (items_.size() <= few) return;
  if (2 * items_.size() > slots_.size()) {
    slots_.assign(std::max(8 * few, 4 * slots_.size()), 0);
    for (std::size_t i = 0; i < items_.size(); ++i)
      slots_[slotOf(items_[i])] = static_cast<std::uint32_t>(i + 1);
  } else {
    slots_[slotOf(items_[number])] = static_cast<std::uint32_t>(number + 1);
  }
}

void PlaneItemSet::add(const PlaneItem& item) {
  if (PlaneItem* known = find(item)) {
    if (item < *known) *known = item;
    return;
  }
  items_.push_back(item);
  enter(items_.size() - 1);
}

void PlaneItemSet::sort() {
  std::sort(items_.begin(), items_.end());
  slots_ = {};
}

}  // namespace talus
