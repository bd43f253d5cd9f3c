#pragma once

#include <compare>
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
  // What the default compares with is no null pointer, whatever clang-tidy 14 takes it for.
  friend auto operator<=>(const BodyPair&, const BodyPair&) = default;  // NOLINT(modernize-use-nullptr)
};

inline BodyPair makePair(Index a, Index b) {
  return a < b ? BodyPair{a, b} : BodyPair{b, a};
}

/// Pairs as they are found, a list for each piece of work.
using PairParts = std::vector<std::vector<BodyPair>>;

/// Joins the parts, sorted and without repetitions: a counting sort by the first body, then each body's few
/// by the second. O(pairs + bodies).
/// @param bodies all numbers are below.
void sortPairs(const PairParts& parts, std::size_t bodies, std::vector<BodyPair>& sorted);

/// What of two sorted lists only the later one has, and only the earlier one.
void comparePairs(std::span<const BodyPair> before, std::span<const BodyPair> now,
                  std::vector<BodyPair>& begun, std::vector<BodyPair>& ended);

/// Merges sorted changes into a sorted list. `begun` must not be in the list, `ended` must be.
/// @param scratch whose memory is used again.
void changePairs(std::vector<BodyPair>& pairs, std::span<const BodyPair> begun,
                 std::span<const BodyPair> ended, std::vector<BodyPair>& scratch);

}  // namespace talus
