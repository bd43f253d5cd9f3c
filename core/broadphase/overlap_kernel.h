#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "broadphase/body_pairs.h"
#include "broadphase/box_arrays.h"
#include "broadphase/float_boxes.h"

namespace talus {

/// Input of a search for overlaps. Boxes are compared as floats, many at a time; where floats are equal, as
/// exact coordinates.
struct OverlapSearch {
  const FloatBoxes& queries;
  const FloatBoxes& targets;
  const BoxArrays& exact;
  /// A pair belongs to the cell that contains the larger of its two lows, axis by axis; this is the cell's
  /// low corner, and pairs that belong to earlier cells are omitted. So a pair in several cells is found
  /// once.
  std::array<float, 3> origin{-std::numeric_limits<float>::infinity(),
                              -std::numeric_limits<float>::infinity(),
                              -std::numeric_limits<float>::infinity()};
};

/// One query box and a range of targets.
struct OverlapTask {
  std::uint32_t query = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

/// Appends the overlapping pairs of each task; a body does not overlap itself.
void findOverlaps(const OverlapSearch& search, std::span<const OverlapTask> tasks,
                  std::vector<BodyPair>& found);

/// Appends the overlapping pairs among targets that are sorted by low[2]: each is compared with those that
/// follow it as long as their low[2] does not exceed its high[2]. The queries must be the targets.
void sweepOverlaps(const OverlapSearch& search, std::vector<BodyPair>& found);

}  // namespace talus
