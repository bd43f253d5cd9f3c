#pragma once

#include <cstdint>
#include <vector>

namespace talus {

/// What one level of a search compared (Noble and Weinzierl, Table 4). The last entry of a flat search, and
/// of one with surrogates the levels of two leaves, hold pairs of fine triangles.
struct LevelCounts {
  std::int64_t visits = 0;       ///< pairs of groups of siblings
  std::int64_t spheres = 0;      ///< pairs of bounding spheres (Certified)
  std::int64_t comparisons = 0;  ///< pairs of triangles, fine ones or surrogates
};

/// What a whole search compared.
struct SearchCounts {
  std::vector<LevelCounts> levels;
  std::int64_t iterations = 0;  ///< fine pairs that were iterated (Iterative, Hybrid)
  std::int64_t fallbacks = 0;   ///< of these, compared because they had not terminated (Hybrid)

  std::int64_t comparisons() const;
};

}  // namespace talus
