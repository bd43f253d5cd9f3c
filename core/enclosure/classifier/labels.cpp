#include "enclosure/classifier/labels.h"

#include <algorithm>
#include <limits>

namespace talus {

LabelCounts& LabelCounts::operator+=(const LabelCounts& other) {
  tally += other.tally;
  nonFinitePoints += other.nonFinitePoints;
  ambiguousPoints += other.ambiguousPoints;
  overlappingPoints += other.overlappingPoints;
  return *this;
}

LabelSpans LabelSpans::part(std::size_t begin, std::size_t count) const {
  return {subspanOrEmpty(side, begin, count),           subspanOrEmpty(winding, begin, count),
          subspanOrEmpty(body, begin, count),           subspanOrEmpty(depth, begin, count),
          subspanOrEmpty(distance, begin, count),       subspanOrEmpty(closestBody, begin, count),
          subspanOrEmpty(closestTriangle, begin, count)};
}

void LabelSpans::clear() const {
  std::fill(side.begin(), side.end(), Side::Outside);
  std::fill(winding.begin(), winding.end(), 0.0);
  std::fill(depth.begin(), depth.end(), 0);
  std::fill(distance.begin(), distance.end(), std::numeric_limits<double>::quiet_NaN());
  for (const std::span<Index> numbers : {body, closestBody, closestTriangle})
    std::fill(numbers.begin(), numbers.end(), -1);
}

}  // namespace talus
