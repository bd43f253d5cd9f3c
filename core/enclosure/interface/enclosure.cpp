#include "enclosure/interface/enclosure.h"

#include <vector>

#include "base/parallel.h"

namespace talus {

Tally Enclosure::classifyAll(std::span<const Vec3> points, std::span<Side> sides, std::span<double> winding,
                             Context& context) const {
  constexpr std::size_t pointsPerChunk = 1024;
  std::vector<Tally> tallies((points.size() + pointsPerChunk - 1) / pointsPerChunk);
  parallelChunks(points.size(), pointsPerChunk, context, [&](std::size_t begin, std::size_t end) {
    const std::size_t count = end - begin;
    tallies[begin / pointsPerChunk] = classify(points.subspan(begin, count), sides.subspan(begin, count),
                                               subspanOrEmpty(winding, begin, count));
  });
  Tally sum;
  for (const Tally& tally : tallies) sum += tally;
  return sum;
}

}  // namespace talus
