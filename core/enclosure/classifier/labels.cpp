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
  return {partOf(side, begin, count),           partOf(winding, begin, count),
          partOf(body, begin, count),           partOf(depth, begin, count),
          partOf(distance, begin, count),       partOf(closestBody, begin, count),
          partOf(closestTriangle, begin, count)};
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
