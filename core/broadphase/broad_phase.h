#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "base/context.h"
#include "broadphase/body_pairs.h"
#include "broadphase/box_arrays.h"

namespace talus {

/// How overlapping boxes are found. The numbers are stored in users' files: append, never renumber.
enum class BroadPhaseMethod : int {
  Auto = 0,             ///< SweepAndPrune for up to some thousand boxes, NeighbourList for more
  SweepAndPrune = 1,    ///< sorted lists that are kept from step to step
  SpatialHeapsort = 2,  ///< lists sorted anew by heapsort
  Octree = 3,
  UniformGrid = 4,
  AdaptiveGrid = 5,   ///< grids of several cell sizes
  NeighbourList = 6,  ///< pairs of grown boxes, kept for several steps
  AllPairs = 7        ///< every box with every other: the reference
};

/// Name of a method as it is written in files and on the command line.
const char* name(BroadPhaseMethod method);

/// Which pairs are wanted at all, by body numbers i < j (two fixed bodies never touch anew). Must answer the
/// same for the same pair as long as the broad phase lives; called from one thread.
using PairFilter = std::function<bool(Index i, Index j)>;

/// What makeBroadPhase builds.
struct BroadPhaseOptions {
  BroadPhaseMethod method = BroadPhaseMethod::Auto;
  PairFilter wanted;  ///< none: all pairs
  /// NeighbourList: how far each box is grown on every side, in the boxes' unit; finite and >= 0, or negative
  /// to let the measured speed of the bodies decide.
  double skin = -1;
  std::size_t expectedBoxes = 0;  ///< what Auto goes by; 0: many
};

/// What Auto takes for so many boxes: SweepAndPrune up to 5 000, NeighbourList beyond (measured, see the
/// README).
BroadPhaseMethod chooseBroadPhase(std::size_t expectedBoxes);

/// What the last update did, for those who tune.
struct BroadPhaseWork {
  std::int64_t swaps = 0;       ///< SweepAndPrune: neighbours swapped in its three lists (Schinner's c)
  std::int64_t candidates = 0;  ///< NeighbourList: pairs stored
  bool searchedAnew = true;     ///< nothing of the step before was used
};

/// Which of many axis-aligned boxes overlap, step after step: the interface of every method.
///
/// Boxes are closed, so touching is overlapping; comparisons are exact, without a tolerance. Every method
/// gives the same pairs in the same order, for every number of threads.
class BroadPhase {
 public:
  virtual ~BroadPhase() = default;
  BroadPhase(const BroadPhase&) = delete;
  BroadPhase& operator=(const BroadPhase&) = delete;

  /// Finds the pairs of these boxes.
  ///
  /// A body is known by its place in the arrays. They may grow (bodies are added) and shrink from one update
  /// to the next; a body that is removed from the middle gets an empty box.
  /// @param context the caller has begun the stage, with one step for each box. Cancelling takes effect
  /// before the search.
  /// @throws Error for NaN, or arrays that differ in length; the pairs stay as they were.
  void update(const BoxArrays& boxes, Context& context);
  void update(const BoxArrays& boxes);

  /// All pairs (i < j) that overlap and are wanted, sorted lexicographically. Valid until the next update.
  std::span<const BodyPair> pairs() const { return pairs_; }
  /// Pairs that the last update added, sorted.
  std::span<const BodyPair> begun() const { return begun_; }
  /// Pairs that the last update took away, sorted.
  std::span<const BodyPair> ended() const { return ended_; }

  const BroadPhaseWork& work() const { return work_; }
  /// Bytes kept between updates, the pairs among them.
  std::size_t memoryBytes() const;

 protected:
  explicit BroadPhase(PairFilter wanted) : wanted_(std::move(wanted)) {}

  /// Finds the pairs and hands them to replacePairs or changePairs.
  virtual void search(const BoxArrays& boxes) = 0;
  /// Bytes that a method keeps besides the pairs.
  virtual std::size_t methodBytes() const = 0;

  /// Takes what was found, sorted or not, as the new pairs, and tells what has changed.
  void replacePairs(const PairParts& found, std::size_t bodies);
  void replaceSortedPairs(std::vector<BodyPair>& found);
  /// Takes changes in any order, repeated or not: `begun` are not yet pairs, `ended` were overlapping.
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

/// @throws Error if the skin is not a finite number.
std::unique_ptr<BroadPhase> makeBroadPhase(const BroadPhaseOptions& options);

/// Bytes that a vector has allocated.
template <class T>
std::size_t allocatedBytes(const std::vector<T>& values) {
  return values.capacity() * sizeof(T);
}

}  // namespace talus
