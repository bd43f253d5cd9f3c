#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "arrangement/points/exact_point.h"

namespace talus {

/// Numbers for origins of points in the order in which they are first asked for. A hash table with open
/// addressing that grows.
class OriginNumbers {
 public:
  Index numberOf(const PointOrigin& origin) {
    if (2 * (origins_.size() + 1) > slots_.size()) grow();
    Index& slot = slots_[slotOf(origin)];
    if (slot == none) {
      slot = static_cast<Index>(origins_.size());
      origins_.push_back(origin);
    }
    return slot;
  }

  std::span<const PointOrigin> origins() const { return origins_; }

 private:
  static constexpr Index none = -1;

  // That of the origin, or a free one.
  std::size_t slotOf(const PointOrigin& origin) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = hashOf(origin) & mask;
    while (slots_[slot] != none && origins_[static_cast<std::size_t>(slots_[slot])] != origin)
      slot = (slot + 1) & mask;
    return slot;
  }

  static std::size_t hashOf(const PointOrigin& origin) {
    std::uint64_t hash = static_cast<std::uint64_t>(origin.kind);
    for (const Index feature : origin.features)
      hash = (hash ^ static_cast<std::uint32_t>(feature)) * 0x9e3779b97f4a7c15u;
    return static_cast<std::size_t>(hash ^ hash >> 32);
  }

  void grow() {
    slots_.assign(slots_.empty() ? 64 : 4 * slots_.size(), none);
    for (std::size_t i = 0; i < origins_.size(); ++i) slots_[slotOf(origins_[i])] = static_cast<Index>(i);
  }

  std::vector<Index> slots_;
  std::vector<PointOrigin> origins_;
};

}  // namespace talus
