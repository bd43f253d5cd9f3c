#pragma once

#include "broadphase/broad_phase.h"
#include "broadphase/sorted_columns.h"

namespace talus {

/// Lists of the boxes sorted along each axis by heapsort, in every step (Williams and O'Connor, section 2.3),
/// and searched in slabs and columns (SortedColumns).
///
/// Cost O(n log n + pairs), memory O(n), both independent of the distribution of the boxes.
class SpatialHeapsort : public BroadPhase {
 public:
  explicit SpatialHeapsort(PairFilter wanted) : BroadPhase(std::move(wanted)) {}

 protected:
  void search(const BoxArrays& boxes) override;
  std::size_t methodBytes() const override { return floats_.memoryBytes() + columns_.memoryBytes(); }

 private:
  FloatBoxes floats_;
  SortedColumns columns_{heapsortOrder};
};

}  // namespace talus
