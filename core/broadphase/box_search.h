#pragma once

#include <span>

#include "broadphase/body_pairs.h"
#include "broadphase/float_boxes.h"
#include "broadphase/overlap_kernel.h"
#include "broadphase/sorted_columns.h"

namespace talus {

/// The initial search of the methods that keep lists: sorted columns by radix sort, O(n + pairs).
class BoxSearch {
 public:
  /// Overwrites `pairs` with all overlapping pairs, sorted.
  void find(const BoxArrays& boxes, std::vector<BodyPair>& pairs);
  std::size_t memoryBytes() const { return floats_.memoryBytes() + columns_.memoryBytes(); }

 private:
  FloatBoxes floats_;
  SortedColumns columns_{radixOrder};
};

/// Overwrites `parts` with all overlapping pairs, by comparing all with all. O(n²).
void searchAllPairs(const FloatBoxes& boxes, const BoxArrays& exact, PairParts& parts);

/// Appends the overlapping pairs of some boxes with all boxes; pairs among the former are found twice. O(n)
/// per box.
/// @param which positions in `boxes`.
void searchAmongAll(const FloatBoxes& boxes, std::span<const std::uint32_t> which, const BoxArrays& exact,
                    PairParts& parts);

}  // namespace talus
