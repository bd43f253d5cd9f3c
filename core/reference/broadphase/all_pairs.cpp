#include "reference/broadphase/all_pairs.h"

#include "broadphase/box_search.h"

namespace talus {

void AllPairs::search(const BoxArrays& boxes) {
  floats_.assign(boxes, FloatFrame(boxes));
  PairParts parts;
  searchAllPairs(floats_, boxes, parts);
  replacePairs(parts, boxes.size());
}

}  // namespace talus
