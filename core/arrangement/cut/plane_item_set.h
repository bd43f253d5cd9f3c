#pragma once

#include <cstdint>
#include <vector>

#include "arrangement/cut/plane_cut.h"

namespace talus {

/// Items of which each cluster has at most one between the same points. Of several planes through a segment
/// the first one will do. Where many triangles lie in one plane, most items repeat others. O(1) an item.
class PlaneItemSet {
 public:
  void add(const PlaneItem& item);
  /// All in their order; leaves the set empty.
  std::vector<PlaneItem> takeSorted();

 private:
  std::size_t slotOf(const PlaneItem& item) const;
  void grow();

  std::vector<PlaneItem> items_;
  std::vector<std::uint32_t> slots_;  // 1 + number of an item, by hash; 0: none
};

}  // namespace talus
