#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/types.h"

namespace talus {

/// The occupied cells around a surface: a cube is halved along all axes, again and again, where more than a
/// few items (boxes of triangles) are left. Cells become as fine as the surface there, so that the number of
/// cells on a part of it is about that of its triangles, whatever lies elsewhere. Immutable: any number of
/// threads may ask.
///
/// Build O(n log n); about 20 bytes an item, 100 at most.
class CellTree {
 public:
  CellTree() = default;
  /// @param boxes of the items. One is entered in all cells that its box touches (closed; no rounding can
  /// lose one).
  explicit CellTree(std::span<const Box> boxes);

  /// Asks enter(cell) about the occupied cells that meet a box (closed), from the largest down; where it
  /// returns false, the cell's contents are skipped. Calls visit(numbers) with the items of the smallest
  /// cells that were entered; it returns false to stop. An item may be visited several times. @return false
  /// if stopped.
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
    double copies = 1;  // of an item by the splits so far, on average
  };
  struct Node {
    std::uint32_t first = 0;    // of the children, or of a leaf's items
    std::uint32_t count = 0;    // of a leaf's items
    std::uint8_t occupied = 0;  // a bit for each eighth; the children follow each other in this order
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

  // Bits of a byte: std::popcount is a call where the processor is not known to have it.
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

/// A bit for each eighth about a cell's middle that a box reaches (closed), if it reaches the cell. Bit k of
/// an eighth's number gives its half along axis k.
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
