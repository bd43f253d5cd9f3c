#pragma once

#include <memory>
#include <span>

#include "contact/search/near_pairs.h"
#include "dynamics/contact_points/iterated_search.h"
#include "dynamics/contact_points/kept_pairs.h"

namespace talus {

/// Search data of two bodies.
struct PairRefinement {
  BodyPair bodies;
  NearPairs list{};
  std::unique_ptr<IteratedPair>
      iterated{};  ///< in a step whose iterations search; null: before the first one
};

/// Search data of the pairs of bodies whose triangles are searched. Lists are not part of snapshots: they
/// are dropped when a frame begins.
class ContactRefinement {
 public:
  /// Starts a step whose iterations search: their searches start anew; lists are kept.
  void begin();
  /// Starts a frame: drops all data.
  void forget() { pairs_.forget(); }
  /// Keeps the data of these pairs, in their order, and drops others.
  /// @param pairs sorted.
  void arrange(std::span<const BodyPair> pairs) { pairs_.arrange(pairs); }
  /// The data of two bodies; null: they are not among the arranged pairs. O(log pairs).
  PairRefinement* find(const BodyPair& bodies);
  /// Whether the searches of the iterations of this step are complete.
  bool isSettled() const;

 private:
  KeptPairs<PairRefinement> pairs_;
};

}  // namespace talus
