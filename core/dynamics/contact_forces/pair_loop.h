#pragma once

#include <tbb/enumerable_thread_specific.h>

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "broadphase/broad_phase.h"
#include "distributed/divided_work.h"
#include "dynamics/contact_forces/accepted_contacts.h"
#include "dynamics/contact_forces/pair_forces.h"
#include "dynamics/contact_forces/pair_partition.h"
#include "dynamics/contact_forces/refined_pairs.h"
#include "dynamics/contact_points/iteration_search.h"
#include "dynamics/contact_points/kept_pairs.h"

namespace talus {

/// The loop over the pairs of bodies that may touch: finds them, and computes them block by block in
/// parallel, from the memory of the last accepted state. The same for all steps; what explicit and long steps
/// ask for besides is in PairForces::Trial.
class PairLoop {
 public:
  /// @param bodies, laws must outlive this.
  PairLoop(const ForceBodies& bodies, const LawTable& laws, const ContactForceOptions& options);

  /// Finds the pairs of the bodies at their current poses. The first time, the memory of the start is made.
  /// @param byBodies see PairPartition. @return whether it is the first time.
  bool findPairs(double time, bool byBodies);
  /// The pairs of bodies whose boxes, with their halos, overlapped then.
  std::span<const BodyPair> pairs() const { return broadPhase_->pairs(); }

  /// Whether the pairs of a block have the loads that they had.
  using IsKept = std::function<bool(std::span<const BodyPair> pairs, const PairBlock& block)>;
  /// Computes all blocks of pairs, but for those that are kept. @param trial without refinement.
  void compute(PairForces::Trial trial, const IsKept& isKept);
  /// The loads of each pair, in the order of pairs.
  std::vector<PairBlock>& blocks() { return blocks_; }
  std::span<const PairBlock> blocks() const { return blocks_; }

  /// The memory of the last accepted state.
  AcceptedContacts& accepted() { return accepted_; }
  const AcceptedContacts& accepted() const { return accepted_; }
  RefinedPairs& refined() { return refined_; }
  /// The search that is part of the iterations of MultiscalePicard; null: there is none.
  IterationSearch* iterations() const { return iterations_.get(); }
  /// Comparisons since the start. Not part of a snapshot.
  const SearchTotals& searches() const { return searches_; }
  const PairForces& forces() const { return pairForces_; }

  /// Divides blocks among ranks that all evaluate the same states. @param ranks must outlive this.
  void divideAmong(DividedWork& ranks) { ranks_ = &ranks; }
  /// Clears data of searches that only save time.
  void forgetSearches();
  /// The bodies have been replaced: drops all of them.
  void reset();
  /// Gives the memory of pairs back: reset() comes next.
  void release();

 private:
  void rememberStart(double time);
  std::size_t pairsOfABlock() const;
  void computeBlock(std::size_t n, const PairForces::Trial& trial, const IsKept& isKept);
  void divideBlocks(const PairForces::Trial& trial, const IsKept& isKept);

  const ForceBodies& bodies_;
  ContactForceOptions options_;
  PairForces pairForces_;
  std::unique_ptr<BroadPhase> broadPhase_;
  std::shared_ptr<IterationSearch> iterations_;  // before those that use it
  tbb::enumerable_thread_specific<std::unique_ptr<ContactPointFinder>> finders_;
  RefinedPairs refined_;
  KeptPairs<KeptSearch> searchesKept_;  // of all pairs
  PairPartition partition_;
  std::vector<PairBlock> blocks_;  // of the trial
  AcceptedContacts accepted_;
  SearchTotals searches_;
  DividedWork* ranks_ = nullptr;  // null: all pairs are computed here
};

}  // namespace talus
