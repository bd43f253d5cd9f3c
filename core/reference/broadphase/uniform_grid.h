#pragma once

#include "broadphase/broad_phase.h"
#include "broadphase/float_boxes.h"

namespace talus {

/// Equal cubic cells, rebuilt in every step; a box is compared with those in its cell and the neighbours
/// (Williams and O'Connor, section 2.2, grid subdivision).
///
/// Cells are as large as typical boxes; the few larger boxes are compared with all others. Cost O(n + pairs)
/// for boxes of similar size, O(n · large boxes) with others; memory O(n).
class UniformGrid : public BroadPhase {
 public:
  explicit UniformGrid(PairFilter wanted) : BroadPhase(std::move(wanted)) {}

 protected:
  void search(const BoxArrays& boxes) override;
  std::size_t methodBytes() const override { return floats_.memoryBytes() + gridBytes_; }

 private:
  FloatBoxes floats_;
  std::size_t gridBytes_ = 0;
};

}  // namespace talus
