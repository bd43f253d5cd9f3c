#pragma once

#include <cstdint>
#include <vector>

namespace talus {

/// Numbers of comparisons on one level of a search (Noble and Weinzierl, Table 4). Pairs of fine triangles
/// are in the last entry of a flat search, and in the levels of pairs of leaves of a search with surrogates.
struct LevelCounts {
  std::int64_t visits = 0;       ///< pairs of groups of siblings
  std::int64_t spheres = 0;      ///< pairs of bounding spheres (Certified)
  std::int64_t comparisons = 0;  ///< pairs of triangles, fine ones or surrogates
};

/// Numbers of comparisons in a whole search.
struct SearchCounts {
  std::vector<LevelCounts> levels;
  std::int64_t iterations = 0;  ///< fine pairs that were iterated (Iterative, Hybrid)
  std::int64_t fallbacks = 0;   ///< of these, compared because the iteration had not terminated (Hybrid)

  std::int64_t comparisons() const;
};

}  // namespace talus
