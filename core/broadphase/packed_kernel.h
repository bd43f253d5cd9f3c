#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "broadphase/body_pairs.h"
#include "broadphase/packed_boxes.h"

namespace talus {

/// One axis of sweep and prune: endpoints of all boxes in the order of the step before, and what the
/// insertion sort that brings them into the order of this step needs to know and finds out.
///
/// A tag is twice a body's number, plus 1 for the high end. Equal values are in the order lows before highs,
/// then bodies.
struct EndpointSort {
  std::span<double> values;
  std::span<std::uint32_t> tags;
  const double* ends = nullptr;  ///< the new value of each tag
  const PackedBox* before = nullptr;
  const PackedBox* now = nullptr;
  std::int64_t mostSwaps = 0;  ///< then it gives up

  std::int64_t swaps = 0;       ///< neighbours swapped
  bool finished = false;        ///< else the list is not in order
  std::vector<BodyPair> begun;  ///< pairs that began to overlap on this axis, and overlap or touch on all
  std::vector<BodyPair>
      ended;  ///< pairs that ceased to overlap on this axis, and did overlap or touch on all
};

/// Insertion sort (Schinner, section 4.1 and appendix B): O(endpoints + swaps).
void sortEndpoints(EndpointSort& sort);

/// Which of some pairs overlap, in their order.
/// @param exact decides where floats are equal.
/// @param found room for as many pairs.
/// @return how many were written.
std::size_t filterPairs(std::span<const BodyPair> pairs, const std::vector<PackedBox>& packed,
                        const BoxArrays& exact, BodyPair* found);

}  // namespace talus
