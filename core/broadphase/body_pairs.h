#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/types.h"

namespace talus {

/// Two bodies, the smaller number first. Ordered lexicographically.
struct BodyPair {
  Index first = 0;
  Index second = 0;

  friend bool operator==(const BodyPair&, const BodyPair&) = default;
  // The default compares with 0, not with a null pointer; clang-tidy 14 reports it wrongly.
  friend auto operator<=>(const BodyPair&, const BodyPair&) = default;  // NOLINT(modernize-use-nullptr)
};

inline BodyPair makePair(Index a, Index b) {
  return a < b ? BodyPair{a, b} : BodyPair{b, a};
}

/// Pairs as they are found, one list per task.
using PairParts = std::vector<std::vector<BodyPair>>;

/// Joins the parts, sorted and without duplicates: a counting sort by the first body, then a sort of each
/// body's few pairs by the second. O(pairs + bodies).
/// @param bodies upper bound of all indices.
void sortPairs(const PairParts& parts, std::size_t bodies, std::vector<BodyPair>& sorted);

/// The elements that only the later of two sorted lists has, and those that only the earlier one has.
void comparePairs(std::span<const BodyPair> before, std::span<const BodyPair> now,
                  std::vector<BodyPair>& begun, std::vector<BodyPair>& ended);

/// Merges sorted changes into a sorted list. `begun` must not be in the list, `ended` must be.
/// @param scratch memory for reuse.
void changePairs(std::vector<BodyPair>& pairs, std::span<const BodyPair> begun,
                 std::span<const BodyPair> ended, std::vector<BodyPair>& scratch);

}  // namespace talus
