#include "contact/search/search_counts.h"

#include <numeric>

namespace talus {

std::int64_t SearchCounts::comparisons() const {
  return std::accumulate(levels.begin(), levels.end(), std::int64_t{0},
                         [](std::int64_t sum, const LevelCounts& level) { return sum + level.comparisons; });
}

}  // namespace talus
