#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/types.h"

namespace talus {

/// Values of numbers ≥ 0: a hash table without an allocation for each.
class IndexTable {
 public:
  /// The value of a key; a new key gets the value `fresh`. O(1).
  Index& at(Index key, Index fresh) {
    if (2 * (size_ + 1) > slots_.size()) grow();
    Slot& slot = slots_[placeOf(key)];
    if (slot.key < 0) {
      slot = {key, fresh};
      ++size_;
    }
    return slot.value;
  }

 private:
  struct Slot {
    Index key = -1;
    Index value = 0;
  };

  std::size_t placeOf(Index key) const {
    const std::size_t mask = slots_.size() - 1;  // their number is a power of 2
    std::size_t place = (std::uint64_t{0x9e3779b97f4a7c15U} * static_cast<std::uint64_t>(key) >> 32) & mask;
    while (slots_[place].key >= 0 && slots_[place].key != key) place = (place + 1) & mask;
    return place;
  }

  void grow() {
    const std::vector<Slot> before = std::exchange(slots_, std::vector<Slot>(4 * slots_.size()));
    for (const Slot& slot : before)
      if (slot.key >= 0) slots_[placeOf(slot.key)] = slot;
  }

  std::vector<Slot> slots_ = std::vector<Slot>(64);
  std::size_t size_ = 0;
};

}  // namespace talus
