#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "broadphase/body_pairs.h"
#include "broadphase/packed_boxes.h"

namespace talus {

/// One axis of sweep and prune: endpoints of all boxes in the order of the previous step, and the input and
/// output of the insertion sort that restores the order.
///
/// A tag is twice a body's index, plus 1 for the high end. Equal values are in the order lows before highs,
/// then bodies.
struct EndpointSort {
  std::span<double> values;
  std::span<std::uint32_t> tags;
  const double* ends = nullptr;  ///< the new value of each tag
  const PackedBox* before = nullptr;
  const PackedBox* now = nullptr;
  std::int64_t maximumSwaps = 0;  ///< the sort stops after so many

  std::int64_t swaps = 0;       ///< neighbours swapped
  bool finished = false;        ///< if not, the list is not in order
  std::vector<BodyPair> begun;  ///< pairs that began to overlap on this axis, and overlap or touch on all
  std::vector<BodyPair>
      ended;  ///< pairs that ceased to overlap on this axis, and did overlap or touch on all
};

/// Insertion sort (Schinner, section 4.1 and appendix B): O(endpoints + swaps).
void sortEndpoints(EndpointSort& sort);

/// Selects the pairs that overlap, in their order.
/// @param exact decides where floats are equal.
/// @param found space for as many pairs. @return the number of pairs written.
std::size_t filterPairs(std::span<const BodyPair> pairs, const std::vector<PackedBox>& packed,
                        const BoxArrays& exact, BodyPair* found);

}  // namespace talus
