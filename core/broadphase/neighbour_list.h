#pragma once

#include <vector>

#include "broadphase/box_search.h"
#include "broadphase/broad_phase.h"
#include "broadphase/packed_boxes.h"

namespace talus {

/// Pairs of boxes grown by a skin, kept for several steps and filtered by the real boxes in each (Williams
/// and O'Connor, sections 2.1 and 2.2, body based cells).
///
/// A list stays right as long as every box lies within its grown one. The paper's criterion is that no object
/// farther away than d = n · Δt · v_max can touch within n steps, and asks that v_max be watched; here each
/// box is watched itself, and its skin is n times what it moved in a step lately, or the others if they move
/// more. The number of steps n is the one with the least estimated time for new searches and for filtering.
///
/// Cost O(n + stored pairs) a step, a search of O(n + pairs) every few steps, a comparison of the boxes if
/// none has moved; memory O(n + stored pairs).
class NeighbourList : public BroadPhase {
 public:
  /// @param skin on every side; negative: as described above.
  NeighbourList(PairFilter wanted, double skin) : BroadPhase(std::move(wanted)), skin_(skin) {}

 protected:
  void search(const BoxArrays& boxes) override;
  std::size_t methodBytes() const override;

 private:
  bool holds(const BoxArrays& boxes) const;
  void rebuild(const BoxArrays& boxes);
  void chooseSkins(const BoxArrays& boxes);
  void grow(const BoxArrays& boxes);
  void filter(const BoxArrays& boxes);

  double skin_;
  int steps_ = 0;              // since the list was made
  BoxArrays grown_;            // when the list was made
  BoxArrays last_;             // of the last update
  std::vector<double> skins_;  // of each box
  std::vector<BodyPair> candidates_;
  std::vector<BodyPair> found_;
  std::vector<PackedBox> packed_;
  FloatFrame frame_;
  BoxSearch search_;
};

}  // namespace talus
