#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "base/added_methods.h"
#include "base/context.h"
#include "broadphase/body_pairs.h"
#include "broadphase/box_arrays.h"
#include "options/broad_phase_options.h"

namespace talus {

/// Selects the pairs of interest, by body indices i < j (pairs of two fixed bodies are not needed). Must
/// return the same for the same pair during the lifetime of the broad phase; called from one thread.
using PairFilter = std::function<bool(Index i, Index j)>;

/// Options of makeBroadPhase.
struct BroadPhaseOptions {
  BroadPhaseMethod method = BroadPhaseMethod::Auto;
  PairFilter wanted;  ///< none: all pairs
  /// NeighbourList: the distance by which each box is enlarged on every side, in the boxes' unit; finite and
  /// >= 0, or negative to use the measured speed of the bodies.
  double skin = -1;
  std::size_t expectedBoxes = 0;  ///< for Auto; 0: many
};

/// Auto's choice for this number of boxes: SweepAndPrune up to 5 000, NeighbourList above (measured, see the
/// README).
BroadPhaseMethod chooseBroadPhase(std::size_t expectedBoxes);

/// Statistics of the last update, for tuning.
struct BroadPhaseWork {
  std::int64_t swaps = 0;       ///< SweepAndPrune: neighbours swapped in its three lists (Schinner's c)
  std::int64_t candidates = 0;  ///< NeighbourList: pairs stored
  bool searchedAnew = true;     ///< no data of the previous step were used
};

/// Which of many axis-aligned boxes overlap, step after step: the interface of every method.
///
/// Boxes are closed, so touching boxes overlap; comparisons are exact, without a tolerance. Every method
/// gives the same pairs in the same order, for every number of threads.
class BroadPhase {
 public:
  virtual ~BroadPhase() = default;
  BroadPhase(const BroadPhase&) = delete;
  BroadPhase& operator=(const BroadPhase&) = delete;

  /// Finds the pairs of these boxes.
  ///
  /// A body is identified by its index in the arrays. They may grow (bodies are added) and shrink from one
  /// update to the next; a body that is removed from the middle gets an empty box.
  /// @param context the caller has begun the stage, with one step for each box. Cancellation takes effect
  /// before the search.
  /// @throws Error for NaN, or arrays that differ in length; the pairs do not change.
  void update(const BoxArrays& boxes, Context& context);
  void update(const BoxArrays& boxes);

  /// All selected pairs (i < j) that overlap, sorted lexicographically. Valid until the next update.
  std::span<const BodyPair> pairs() const { return pairs_; }
  /// Pairs that the last update added, sorted.
  std::span<const BodyPair> begun() const { return begun_; }
  /// Pairs that the last update removed, sorted.
  std::span<const BodyPair> ended() const { return ended_; }

  const BroadPhaseWork& work() const { return work_; }
  /// Memory kept between updates in bytes, including the pairs.
  std::size_t memoryBytes() const;

 protected:
  explicit BroadPhase(PairFilter wanted) : wanted_(std::move(wanted)) {}

  /// Finds the pairs and passes them to replacePairs or changePairs.
  virtual void search(const BoxArrays& boxes) = 0;
  /// Memory of the method in bytes, without the pairs.
  virtual std::size_t methodBytes() const = 0;

  /// Sets the new pairs, sorted or not, and determines the changes.
  void replacePairs(const PairParts& found, std::size_t bodies);
  void replaceSortedPairs(std::vector<BodyPair>& found);
  /// Applies changes in any order, with or without duplicates: `begun` are not yet pairs, `ended` were
  /// overlapping.
  void changePairs(std::vector<BodyPair>& begun, std::vector<BodyPair>& ended);

  BroadPhaseWork work_;

 private:
  void keepWanted(std::vector<BodyPair>& pairs) const;

  PairFilter wanted_;
  std::vector<BodyPair> pairs_;
  std::vector<BodyPair> begun_;
  std::vector<BodyPair> ended_;
  std::vector<BodyPair> scratch_;
};

/// @throws Error if the skin is not a finite number, or no linked library has the method.
std::unique_ptr<BroadPhase> makeBroadPhase(const BroadPhaseOptions& options);

/// The methods that Auto never chooses, which another library adds. They are made for some pairs.
AddedMethods<BroadPhaseMethod, std::unique_ptr<BroadPhase> (*)(PairFilter wanted)>& addedBroadPhases();

/// Memory that a vector has allocated, in bytes.
template <class T>
std::size_t allocatedBytes(const std::vector<T>& values) {
  return values.capacity() * sizeof(T);
}

}  // namespace talus
