#include "broadphase/packed_boxes.h"

#include "base/parallel.h"

namespace talus {

void packBoxes(const BoxArrays& boxes, const FloatFrame& frame, std::vector<PackedBox>& packed) {
  packed.resize(boxes.size());
  Context quiet;
  parallelChunks(boxes.size(), boxesPerChunk, quiet, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (boxes.empty(i)) {
        packed[i] = PackedBox::empty();
        continue;
      }
      auto& values = packed[i].values;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        values[axis] = frame(axis, boxes.low[axis][i]);
        values[4 + axis] = -frame(axis, boxes.high[axis][i]);
      }
      values[3] = values[7] = PackedBox::unused;
    }
  });
}

}  // namespace talus
