#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "broadphase/body_pairs.h"
#include "contact/reference/active_sets.h"
#include "contact/search/near_pairs.h"

namespace talus {

/// How the search for near triangles goes on from one iteration of an implicit step to the next. The numbers
/// are used in files: append, never renumber.
enum class RefinementMethod : std::int32_t {
  /// The default: lists of pairs of fine triangles, kept from iteration to iteration and from step to step.
  /// All integrators have them. The surrogate trees are descended again, all the way, when two bodies have
  /// moved by more than a skin.
  /// No force comes from surrogates, and no iteration is spent on them.
  PairLists = 0,
  /// Algorithm 6 of Noble and Weinzierl, as published: from the roots in each step, a level an iteration,
  /// products of active sets, forces from surrogates. For reproduction: it needs more iterations and
  /// misleads.
  ActiveSets = 1,
};

struct RefinementOptions {
  RefinementMethod method = RefinementMethod::PairLists;
  double skin =
      0.25;  ///< of PairLists, in parts of the halos' reach: ≥ 0; 0: no lists but within refined steps
  /// Of ActiveSets: the part of their force that contacts between surrogates exert, 0 to 1. The paper damps
  /// it and does not say by how much. 0: coarse levels only search.
  double coarseForce = 0.1;
  bool memorySet = true;  ///< of ActiveSets; without, steps hardly ever end
};

/// @throws Error an option out of its range.
void requireOptions(const RefinementOptions& options);

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
