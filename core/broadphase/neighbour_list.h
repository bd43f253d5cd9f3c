#pragma once

#include <vector>

#include "broadphase/box_search.h"
#include "broadphase/broad_phase.h"
#include "broadphase/packed_boxes.h"

namespace talus {

/// Pairs of boxes enlarged by a skin, kept for several steps and filtered by the actual boxes in each
/// (Williams and O'Connor, sections 2.1 and 2.2, body based cells).
///
/// A list remains valid as long as every box lies inside its enlarged one. The paper's criterion is that no
/// object farther away than d = n · Δt · v_max can touch within n steps, which requires a check of v_max;
/// here each box itself is checked, and its skin is n times its recent motion per step, or the motion of the
/// others if they move more. The number of steps n minimises the estimated time of searches and filtering.
///
/// Cost O(n + stored pairs) per step, a search of O(n + pairs) every few steps, a comparison of the boxes if
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
