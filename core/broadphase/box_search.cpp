#include "broadphase/box_search.h"

#include "base/parallel.h"

namespace talus {

void BoxSearch::find(const BoxArrays& boxes, std::vector<BodyPair>& pairs) {
  floats_.assign(boxes, FloatFrame(boxes));
  PairParts parts;
  constexpr std::size_t boxesForAllPairs = 1000;  // up to here comparing all with all is faster (measured)
  if (floats_.size() <= boxesForAllPairs)
    searchAllPairs(floats_, boxes, parts);
  else
    columns_.find(floats_, boxes, parts);
  sortPairs(parts, boxes.size(), pairs);
}

void searchAllPairs(const FloatBoxes& boxes, const BoxArrays& exact, PairParts& parts) {
  const auto count = static_cast<std::uint32_t>(boxes.size());
  constexpr std::size_t boxesAtATime = 256;
  parts.assign((count + boxesAtATime - 1) / boxesAtATime, {});
  const OverlapSearch search{boxes, boxes, exact};
  Context quiet;
  parallelChunks(count, boxesAtATime, quiet, [&](std::size_t begin, std::size_t end) {
    std::vector<OverlapTask> tasks;
    for (auto i = static_cast<std::uint32_t>(begin); i < end; ++i) tasks.push_back({i, i + 1, count});
    findOverlaps(search, tasks, parts[begin / boxesAtATime]);
  });
}

void searchAmongAll(const FloatBoxes& boxes, std::span<const std::uint32_t> which, const BoxArrays& exact,
                    PairParts& parts) {
  const OverlapSearch search{boxes, boxes, exact};
  const std::size_t first = parts.size();
  parts.resize(first + which.size());
  Context quiet;
  parallelChunks(which.size(), 1, quiet, [&](std::size_t i, std::size_t) {
    const OverlapTask task{which[i], 0, static_cast<std::uint32_t>(boxes.size())};
    findOverlaps(search, {&task, 1}, parts[first + i]);
  });
}

}  // namespace talus
