#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "broadphase/body_pairs.h"
#include "contact/reference/active_sets.h"
#include "contact/search/near_pairs.h"
#include "options/refinement_options.h"

namespace talus {

/// What the search knows of two bodies.
struct PairRefinement {
  BodyPair bodies;
  NearPairs list;   ///< of PairLists
  ActiveSets sets;  ///< of ActiveSets, in a step
};

/// What the search knows of the pairs of bodies whose triangles are searched. Lists are no part of snapshots:
/// they are forgotten when a frame begins.
class ContactRefinement {
 public:
  /// A step begins: active sets are the roots again; lists stay.
  void begin();
  /// A frame begins: nothing is known.
  void forget() { pairs_.clear(); }
  /// Keeps what is known of these pairs, in their order, and forgets others.
  /// @param pairs sorted.
  void arrange(std::span<const BodyPair> pairs);
  /// What is known of two bodies; null: they are not among the pairs that were arranged. O(log pairs).
  PairRefinement* find(const BodyPair& bodies);
  /// Whether no active set was changed by the last search.
  bool isSettled() const;

 private:
  std::vector<PairRefinement> pairs_, before_;
};

}  // namespace talus
