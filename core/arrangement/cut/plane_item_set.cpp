#include "arrangement/cut/plane_item_set.h"

#include <algorithm>
#include <utility>

namespace talus {

namespace {

bool cutTheSame(const PlaneItem& one, const PlaneItem& other) {
  return one.cluster == other.cluster && one.from == other.from && one.to == other.to;
}

std::uint64_t hashOf(const PlaneItem& item) {
  std::uint64_t hash = 0;
  for (const Index part : {item.cluster, item.from, item.to})
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

void PlaneItemSet::grow() {
  slots_.assign(std::max<std::size_t>(1024, 2 * slots_.size()), 0);
  for (std::size_t i = 0; i < items_.size(); ++i)
    slots_[slotOf(items_[i])] = static_cast<std::uint32_t>(i + 1);
}

void PlaneItemSet::add(const PlaneItem& item) {
  if (2 * (items_.size() + 1) > slots_.size()) grow();
  std::uint32_t& number = slots_[slotOf(item)];
  if (number == 0) {
    items_.push_back(item);
    number = static_cast<std::uint32_t>(items_.size());
  } else if (PlaneItem& known = items_[number - 1]; item < known) {
    known = item;
  }
}

std::vector<PlaneItem> PlaneItemSet::takeSorted() {
  std::sort(items_.begin(), items_.end());
  slots_.clear();
  return std::exchange(items_, {});
}

}  // namespace talus
