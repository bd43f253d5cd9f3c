#include "dynamics/contact_forces/contact_statistics.h"

#include <algorithm>

namespace talus {

ContactStatistics& ContactStatistics::operator+=(const ContactStatistics& other) {
  pairs += other.pairs;
  touching += other.touching;
  points += other.points;
  recovering += other.recovering;
  stalled += other.stalled;
  elasticEnergy.add(other.elasticEnergy);
  return *this;
}

void SearchTotals::add(const SearchCounts& counts) {
  comparisons.resize(std::max(comparisons.size(), counts.levels.size()));
  for (std::size_t l = 0; l < counts.levels.size(); ++l) comparisons[l] += counts.levels[l].comparisons;
  iterated += counts.iterations;
  fallbacks += counts.fallbacks;
}

SearchTotals& SearchTotals::operator+=(const SearchTotals& other) {
  comparisons.resize(std::max(comparisons.size(), other.comparisons.size()));
  for (std::size_t l = 0; l < other.comparisons.size(); ++l) comparisons[l] += other.comparisons[l];
  iterated += other.iterated;
  fallbacks += other.fallbacks;
  return *this;
}

void SearchTotals::clear() {
  comparisons.clear();
  iterated = fallbacks = 0;
}

}  // namespace talus
