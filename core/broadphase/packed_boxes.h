#pragma once

#include <array>
#include <limits>
#include <vector>

#include "broadphase/float_boxes.h"

namespace talus {

/// One box as floats in half a cache line: its lows and, negated, its highs. Two boxes overlap if no value of
/// one exceeds the negated value of the other in the other half: two vector comparisons. For tests of
/// scattered pairs.
struct alignas(32) PackedBox {
  static constexpr float unused = -1;  // passes each of those comparisons

  std::array<float, 8> values;  // low x y z, unused, -high x y z, unused

  static PackedBox empty() {
    PackedBox box;
    box.values.fill(std::numeric_limits<float>::quiet_NaN());
    return box;
  }
};

/// Packs all boxes, each at its own index. Overlaps of packed boxes are those of FloatBoxes: where they only
/// touch, exact coordinates must decide. An empty box overlaps nothing.
void packBoxes(const BoxArrays& boxes, const FloatFrame& frame, std::vector<PackedBox>& packed);

}  // namespace talus
