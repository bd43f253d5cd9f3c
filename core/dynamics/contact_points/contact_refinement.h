#pragma once

#include <span>

#include "broadphase/body_pairs.h"
#include "contact/search/near_pairs.h"
#include "dynamics/contact_points/kept_pairs.h"

namespace talus {

/// Search data of two bodies.
struct PairRefinement {
  BodyPair bodies;
  NearPairs list{};
};

/// Search data of the pairs of bodies whose triangles are searched. Lists are not part of snapshots: they
/// are dropped when a frame begins.
class ContactRefinement {
 public:
  /// Starts a frame: drops all data.
  void forget() { pairs_.forget(); }
  /// Keeps the data of these pairs, in their order, and drops others.
  /// @param pairs sorted.
  void arrange(std::span<const BodyPair> pairs) { pairs_.arrange(pairs); }
  /// The data of two bodies; null: they are not among the arranged pairs. O(log pairs).
  PairRefinement* find(const BodyPair& bodies);

 private:
  KeptPairs<PairRefinement> pairs_;
};

}  // namespace talus
