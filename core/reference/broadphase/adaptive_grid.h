#pragma once

#include <cstdint>
#include <vector>

#include "broadphase/broad_phase.h"
#include "broadphase/float_boxes.h"
#include "reference/broadphase/hashed_rows.h"

namespace talus {

/// Grids of several cell sizes, each four times the previous one, rebuilt in every step: for boxes of very
/// different sizes.
///
/// A box belongs to the grid with the smallest cells that it fits, and is compared with its neighbours there
/// and in each grid of larger cells. Only boxes that fit no grid, such as infinite ones, are compared with
/// all others. Cost O(n · grids + pairs), memory O(n).
///
/// Williams and O'Connor (section 2.2) adapt a grid by cutting planes with equal numbers of objects on either
/// side, and note the cost of rebalancing; cells by size need none. The slabs and columns of SpatialHeapsort
/// are cut in that way.
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
