#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "arrangement/cut/plane_cut.h"

namespace talus {

/// What cuts one plane: at most one item between the same points. Of several planes through a segment the
/// first one will do. Where many triangles lie in one plane, most items repeat others. O(1) an item.
class PlaneItemSet {
 public:
  void add(const PlaneItem& item);
  /// To be called after the last add().
  void sort();
  std::span<const PlaneItem> items() const { return items_; }

 private:
  static constexpr std::size_t few = 8;  // items that are compared one by one; a power of two

  PlaneItem* find(const PlaneItem& item);
  std::size_t slotOf(const PlaneItem& item) const;
  void enter(std::size_t number);

  std::vector<PlaneItem> items_;
  std::vector<std::uint32_t> slots_;  // 1 + number of an item, by hash; 0: none
};

}  // namespace talus
