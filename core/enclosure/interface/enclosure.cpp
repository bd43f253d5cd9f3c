#include "enclosure/interface/enclosure.h"

#include <vector>

#include "base/parallel.h"

namespace talus {

Tally Enclosure::classifyAll(std::span<const Vec3> points, std::span<Side> sides, std::span<double> winding,
                             Context& context) const {
  constexpr std::size_t grain = 1024;
  std::vector<Tally> tallies((points.size() + grain - 1) / grain);
  parallelChunks(points.size(), grain, context, [&](std::size_t begin, std::size_t end) {
    const std::size_t count = end - begin;
    tallies[begin / grain] = classify(points.subspan(begin, count), sides.subspan(begin, count),
                                      subspanOrEmpty(winding, begin, count));
  });
  Tally sum;
  for (const Tally& tally : tallies) sum += tally;
  return sum;
}

}  // namespace talus
