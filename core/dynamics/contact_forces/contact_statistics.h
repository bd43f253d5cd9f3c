#pragma once

#include <cstdint>
#include <vector>

#include "base/exact_sum.h"
#include "contact/search/body_pair.h"

namespace talus {

/// Contact statistics of one evaluation.
struct ContactStatistics {
  std::int64_t pairs = 0;       ///< of bodies whose boxes overlap
  std::int64_t touching = 0;    ///< of these, in contact
  std::int64_t points = 0;      ///< of contact
  std::int64_t recovering = 0;  ///< pairs with a deep overlap that is being resolved
  std::int64_t stalled = 0;     ///< of these, still overlapping as deeply as before
  ExactSum elasticEnergy;       ///< stored in contacts, J

  ContactStatistics& operator+=(const ContactStatistics& other);
  void save(ByteWriter& bytes) const {  ///< for messages
    bytes.all(pairs, touching, points, recovering, stalled, elasticEnergy);
  }
  void load(ByteReader& bytes) { bytes.all(pairs, touching, points, recovering, stalled, elasticEnergy); }
};

/// Comparisons of searches among triangles.
struct SearchTotals {
  /// Pairs of triangles, surrogates or fine ones, by level of the surrogate trees from the roots on. (A
  /// flat search has one level. A certified search compares fewer, since spheres decide some pairs first.)
  std::vector<std::int64_t> comparisons;
  /// Fine ones that were iterated (Iterative, Hybrid), or compared because iterations did not end (Hybrid).
  std::int64_t iterated = 0, fallbacks = 0;

  void add(const SearchCounts& counts);
  SearchTotals& operator+=(const SearchTotals& other);
  void clear();
  void save(ByteWriter& bytes) const { bytes.all(comparisons, iterated, fallbacks); }  ///< for messages
  void load(ByteReader& bytes) { bytes.all(comparisons, iterated, fallbacks); }
};

}  // namespace talus
