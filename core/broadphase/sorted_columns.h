#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "broadphase/body_pairs.h"
#include "broadphase/float_boxes.h"
#include "broadphase/sorted_order.h"

namespace talus {

/// All overlapping pairs from lists of the boxes sorted along the three axes.
///
/// The first list is cut into slabs, each slab (which inherits the order of the second list) into columns,
/// and each column (which inherits the order of the third) is swept. A box is in every column that it
/// overlaps; a pair is found in the one that contains the larger lows. Cuts are made only where few boxes
/// cross them, so the total length of the lists is proportional to the number of boxes for any distribution:
/// O(n log n) by a comparison sort, O(n) by radix sort, and the pairs.
///
/// Spatial sorting as in Williams and O'Connor, section 2.3, who describe the lists but not the search in
/// three dimensions; slabs and columns are our own.
class SortedColumns {
 public:
  explicit SortedColumns(SortOrder sort) : sort_(sort) {}

  void find(const FloatBoxes& boxes, const BoxArrays& exact, PairParts& parts);
  std::size_t memoryBytes() const;

 private:
  // Consecutive cells of a row (slabs of all, columns of a slab).
  struct Cells {
    std::uint32_t first;
    std::uint32_t last;
  };

  void chooseAxes(const FloatBoxes& boxes);
  void sortAxes(const FloatBoxes& boxes);
  void cutSlabs(const FloatBoxes& boxes);
  void fillSlabs();
  void cutColumns(const FloatBoxes& boxes);
  void fillColumns();
  void sweep(const FloatBoxes& boxes, const BoxArrays& exact, PairParts& parts) const;

  SortOrder sort_;
  std::array<std::size_t, 3> axes_{0, 1, 2};         // of slabs, columns, sweep
  std::array<std::vector<std::uint32_t>, 3> order_;  // boxes sorted along axes_
  std::vector<float> slabCuts_;                      // where each slab begins
  std::vector<Cells> slabsOf_;                       // of each box
  std::vector<std::size_t> entryOf_;                 // where a box's entries begin in columnsOf_
  std::vector<std::size_t> slabBegins_;              // of slabItems_, and the end
  std::vector<std::uint32_t> slabItems_;             // boxes
  std::vector<Cells> columnsOf_;                     // of each box in each of its slabs
  std::vector<std::array<float, 2>> columnCuts_;     // low corner of each column
  std::vector<std::size_t> columnBegins_;            // of columnItems_, and the end
  std::vector<std::uint32_t> columnItems_;           // boxes
};

}  // namespace talus
