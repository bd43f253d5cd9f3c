#pragma once

#include <cstdint>
#include <vector>

#include "broadphase/broad_phase.h"
#include "broadphase/float_boxes.h"
#include "broadphase/hashed_rows.h"

namespace talus {

/// Grids of several cell sizes, each four times the one before, filled anew every time: for boxes of very
/// different sizes.
///
/// A box is in the grid with the smallest cells that it fits, and is compared with its neighbours there and
/// in each grid of larger cells. Only infinite boxes are compared with everything. Cost O(n · grids + pairs),
/// memory O(n).
///
/// Williams and O'Connor (section 2.2) adapt a grid by cutting planes with equally many objects on either
/// side, and note what keeping it even costs; cells by size need no upkeep. SpatialHeapsort's slabs and
/// columns are cut their way.
class AdaptiveGrid : public BroadPhase {
 public:
  explicit AdaptiveGrid(PairFilter wanted) : BroadPhase(std::move(wanted)) {}

 protected:
  void search(const BoxArrays& boxes) override;
  std::size_t methodBytes() const override;

 private:
  void fillGrids();

  FloatBoxes floats_;
  std::vector<HashedRows> grids_;         // those with boxes, small cells first
  std::vector<std::uint32_t> boundless_;  // boxes that fit none
};

}  // namespace talus
