#pragma once

#include <memory>
#include <span>
#include <vector>

#include "broadphase/body_pairs.h"
#include "contact/search/near_pairs.h"
#include "dynamics/contact_points/iterated_search.h"

namespace talus {

/// What the search knows of two bodies.
struct PairRefinement {
  BodyPair bodies;
  NearPairs list;
  std::unique_ptr<IteratedPair> iterated;  ///< in a step whose iterations search; null: they have not begun
};

/// What the search knows of the pairs of bodies whose triangles are searched. Lists are no part of snapshots:
/// they are forgotten when a frame begins.
class ContactRefinement {
 public:
  /// A step begins whose iterations search: they begin anew; lists stay.
  void begin();
  /// A frame begins: nothing is known.
  void forget() { pairs_.clear(); }
  /// Keeps what is known of these pairs, in their order, and forgets others.
  /// @param pairs sorted.
  void arrange(std::span<const BodyPair> pairs);
  /// What is known of two bodies; null: they are not among the pairs that were arranged. O(log pairs).
  PairRefinement* find(const BodyPair& bodies);
  /// Whether the iterations of this step have nothing left to look for.
  bool isSettled() const;

 private:
  std::vector<PairRefinement> pairs_, before_;
};

}  // namespace talus
