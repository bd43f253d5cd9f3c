#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/types.h"

namespace talus {

/// An octree of the occupied cells around a surface: a cube is halved along all axes, recursively, while it
/// has more than a few items (boxes of triangles). Cells become as small as the triangles in them, so the
/// number of cells on a part of the surface is about its number of triangles, whatever lies elsewhere.
/// Immutable, so any number of threads may query it.
///
/// Build O(n log n); about 20 bytes per item, at most 100.
class CellTree {
 public:
  CellTree() = default;
  /// @param boxes of the items. An item is entered in all cells that its closed box touches; rounding loses
  /// none.
  explicit CellTree(std::span<const Box> boxes);

  /// Calls enter(cell) for the occupied cells that touch a closed box, from the largest down; if it returns
  /// false, the cell's contents are skipped. Calls visit(numbers) with the items of each smallest cell
  /// entered; visit returns false to stop. An item may be visited several times. @return false if stopped.
  template <class Enter, class Visit>
  bool descend(const Box& within, const Enter& enter, const Visit& visit) const {
    return nodes_.empty() || !cube_.intersects(within) ||
           descendFrom(nodes_.front(), cube_, within, enter, visit);
  }

 private:
  using Items = std::vector<std::uint32_t>;
  using Parts = std::array<Items, 8>;
  struct History {
    int depth = 0;
    double copies = 1;  // average number of copies of an item after the splits so far
  };
  struct Node {
    std::uint32_t first = 0;    // index of the first child, or of a leaf's first item
    std::uint32_t count = 0;    // number of a leaf's items
    std::uint8_t occupied = 0;  // a bit for each octant; children are stored in this order
  };

  static unsigned eighthsOf(const Box& box, const Vec3& middle);
  static Box eighth(const Box& cell, const Vec3& middle, unsigned number);
  static Parts partsOf(std::span<const Box> boxes, const Items& items, const Vec3& middle);
  void split(std::size_t node, const Box& cell, std::span<const Box> boxes, Items items,
             const History& history);
  void keep(std::size_t leaf, const Items& items);
  template <class Enter, class Visit>
  bool descendFrom(const Node& node, const Box& cell, const Box& within, const Enter& enter,
                   const Visit& visit) const;

  // Number of set bits of a byte: std::popcount is a function call unless the target processor is known to
  // support it.
  static constexpr std::array<std::uint8_t, 256> childrenIn_ = [] {
    std::array<std::uint8_t, 256> counts{};
    for (std::size_t i = 1; i < counts.size(); ++i)
      counts[i] = static_cast<std::uint8_t>(counts[i / 2] + (i & 1U));
    return counts;
  }();

  Box cube_;
  std::vector<Node> nodes_;
  Items items_;
};

/// A bit for each octant around a cell's middle that a closed box touches, for a box that touches the cell.
/// Bit k of an octant's number gives its half along axis k.
inline unsigned CellTree::eighthsOf(const Box& box, const Vec3& middle) {
  constexpr unsigned lower[] = {0x55, 0x33, 0x0f};
  constexpr unsigned upper[] = {0xaa, 0xcc, 0xf0};
  unsigned bits = 0xff;
  for (int axis = 0; axis < 3; ++axis)
    bits &= (box.min()[axis] <= middle[axis] ? lower[axis] : 0U) |
            (box.max()[axis] >= middle[axis] ? upper[axis] : 0U);
  return bits;
}

inline Box CellTree::eighth(const Box& cell, const Vec3& middle, unsigned number) {
  Box result = cell;
  for (int axis = 0; axis < 3; ++axis)
    (((number >> axis) & 1U) != 0 ? result.min() : result.max())[axis] = middle[axis];
  return result;
}

template <class Enter, class Visit>
bool CellTree::descendFrom(const Node& node, const Box& cell, const Box& within, const Enter& enter,
                           const Visit& visit) const {
  if (!enter(cell)) return true;
  if (node.occupied == 0) return visit(std::span(items_).subspan(node.first, node.count));
  const Vec3 middle = 0.5 * (cell.min() + cell.max());
  for (unsigned left = node.occupied & eighthsOf(within, middle); left != 0; left &= left - 1) {
    const auto number = static_cast<unsigned>(std::countr_zero(left));
    const auto before = static_cast<unsigned>(node.occupied) & ((1U << number) - 1);
    const Node& child = nodes_[node.first + childrenIn_[before]];
    if (!descendFrom(child, eighth(cell, middle, number), within, enter, visit)) return false;
  }
  return true;
}

}  // namespace talus
