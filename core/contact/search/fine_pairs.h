#pragma once

#include <cstdint>
#include <vector>

#include "contact/search/near_pairs.h"
#include "contact/trees/group_visit.h"
#include "contact/trees/pair_sieve.h"

namespace talus {

/// Receives the pairs of fine triangles that a search finds. Passes them to the sieve, which appends
/// contacts, or, between beginList() and endList(), to a list. Keeps its buffers.
class FinePairs {
 public:
  /// @param maximum number of contacts, of listed pairs and of waiting pairs. The frame and the contacts must
  /// outlive the search.
  void begin(PairFrame& frame, Wanted wanted, const SieveRule& rule, std::size_t maximum,
             std::vector<TriangleContact>& contacts);
  void beginList(std::vector<SlotPair>& list) { list_ = &list; }
  void endList() { list_ = nullptr; }
  /// See PairSieve.
  void noteDistances(std::vector<float>* distances) { sieve_.noteDistances(distances); }

  void push(const SlotPair& pair) { sieve_.push(pair.a, pair.b); }
  /// The pairs of two leaf groups whose bits are set in `pairs`, see visitGroups().
  void push(const GroupPair& visit, std::uint64_t pairs);
  /// Whether no more pairs are needed.
  bool done() const { return sieve_.done(); }
  /// Decides the waiting pairs. Throws as requireRoom().
  void finish();
  /// @param waiting pairs of groups that are still to be compared.
  /// @throws Error there are more pairs than the maximum.
  void requireRoom(std::size_t waiting = 0) const;

  const PairSieve& sieve() const { return sieve_; }

 private:
  PairSieve sieve_;  // aligned: first
  const PairFrame* frame_ = nullptr;
  std::size_t maximum_ = 0;
  const std::vector<TriangleContact>* contacts_ = nullptr;
  std::size_t before_ = 0;  // contacts of earlier searches
  std::vector<SlotPair>* list_ = nullptr;
};

}  // namespace talus
