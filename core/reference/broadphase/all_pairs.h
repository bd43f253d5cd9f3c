#pragma once

#include "broadphase/broad_phase.h"
#include "broadphase/float_boxes.h"

namespace talus {

/// Compares every box with every other, many at a time: the reference, and the fastest method for up to some
/// hundred boxes. Cost O(n²), memory O(n).
class AllPairs : public BroadPhase {
 public:
  explicit AllPairs(PairFilter wanted) : BroadPhase(std::move(wanted)) {}

 protected:
  void search(const BoxArrays& boxes) override;
  std::size_t methodBytes() const override { return floats_.memoryBytes(); }

 private:
  FloatBoxes floats_;
};

}  // namespace talus
