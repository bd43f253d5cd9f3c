#include "reference/broadphase/spatial_heapsort.h"

namespace talus {

void SpatialHeapsort::search(const BoxArrays& boxes) {
  floats_.assign(boxes, FloatFrame(boxes));
  PairParts parts;
  columns_.find(floats_, boxes, parts);
  replacePairs(parts, boxes.size());
}

}  // namespace talus
