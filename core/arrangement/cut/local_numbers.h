#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/types.h"

namespace talus {

/// Numbers for a few of many points, each set once. A hash table with open addressing that grows.
class LocalNumbers {
 public:
  static constexpr Index none = -1;

  /// The number of a point; `none` if it is new.
  Index& operator[](Index point) {
    if (2 * (count_ + 1) > slots_.size()) grow();
    Slot& slot = slots_[slotOf(point)];
    if (slot.point == none) slot.point = point, ++count_;
    return slot.number;
  }

 private:
  struct Slot {
    Index point = none, number = none;
  };

  // That of the point, or a free one.
  std::size_t slotOf(Index point) const {
    const std::size_t mask = slots_.size() - 1;
    const std::uint64_t hash = static_cast<std::uint32_t>(point) * std::uint64_t{0x9e3779b97f4a7c15u};
    std::size_t slot = static_cast<std::size_t>(hash >> 40) & mask;
    while (slots_[slot].point != none && slots_[slot].point != point) slot = (slot + 1) & mask;
    return slot;
  }

  void grow() {
    const std::vector<Slot> old =
        std::exchange(slots_, std::vector<Slot>(slots_.empty() ? 16 : 4 * slots_.size()));
    for (const Slot& slot : old)
      if (slot.point != none) slots_[slotOf(slot.point)] = slot;
  }

  std::vector<Slot> slots_;
  std::size_t count_ = 0;
};

}  // namespace talus
