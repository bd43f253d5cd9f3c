#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "broadphase/box_search.h"
#include "broadphase/broad_phase.h"
#include "broadphase/packed_kernel.h"

namespace talus {

/// Sorted lists of the endpoints along the three axes, kept between steps (Schinner, sections 4.1.1 and
/// 4.1.2).
///
/// Insertion sort restores the order of a list; a pair can begin or cease to overlap only where a low and a
/// high end swap, so only such pairs are tested. Cost O(n + c) per step with c swaps, and only a comparison
/// of the boxes if none has moved; memory O(n). The thesis keeps the overlaps in a matrix; here they are a
/// sorted list, into which the few changes are merged.
///
/// Added bodies are merged into the lists and compared with all; removed bodies are deleted. If more swaps
/// than maximumSwapsPerBox are needed, a new search replaces the lists, which are then not updated for some
/// steps.
class SweepAndPrune : public BroadPhase {
 public:
  explicit SweepAndPrune(PairFilter wanted) : BroadPhase(std::move(wanted)) {}

  /// The number of swaps per box that takes about as long as a new search (measured, see the README).
  static constexpr std::int64_t maximumSwapsPerBox = 60;

 protected:
  void search(const BoxArrays& boxes) override;
  std::size_t methodBytes() const override;

 private:
  struct EndpointList {
    std::vector<double> values;
    std::vector<std::uint32_t> tags;  // see EndpointSort
  };

  bool takeBoxes(const BoxArrays& boxes);
  void takePopulation(const BoxArrays& boxes);
  void searchAnew(const BoxArrays& boxes);
  void buildLists();
  void removeBodies(std::vector<BodyPair>& ended);
  bool sortLists(const BoxArrays& boxes, std::vector<BodyPair>& begun, std::vector<BodyPair>& ended);
  void addBodies(const BoxArrays& boxes, std::vector<BodyPair>& begun);
  void mergeEndpoints(std::size_t axis);

  FloatFrame frame_;
  std::array<std::vector<double>, 3> ends_;  // new value of each tag
  std::vector<PackedBox> before_;
  std::vector<PackedBox> now_;
  std::array<EndpointList, 3> lists_;
  std::vector<std::uint8_t> present_;  // whether a body's ends are in the lists
  std::vector<Index> added_;
  std::vector<Index> removed_;
  bool listsValid_ = false;
  int pause_ = 0;    // steps before lists are tried again
  int backOff_ = 0;  // last pause
  BoxSearch search_;
};

}  // namespace talus
