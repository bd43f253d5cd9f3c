#pragma once

#include <span>
#include <vector>

#include "dynamics/certificate/gap_proofs.h"
#include "dynamics/certificate/travel.h"

namespace talus {

/// The pairs of bodies that might touch while all bodies move from one state to another, with proven gaps at
/// the start. Gaps of earlier motions are used again where they suffice. The same bits for every number of
/// threads. Cost of find(): 0.2 µs per motion and pair of convex grains with overlapping boxes; of
/// findClosing() a small part of it where bodies move by a small part of their gaps.
class NearBodies : public GuardedBodies {
 public:
  using Pair = SearchedPair;

  using GuardedBodies::GuardedBodies;

  /// Sets where motions start.
  void begin(const BodyState& state);
  /// The same where the motions to the last target led, or at parts of them.
  void proceed(const BodyState& state);
  const BodyState& before() const { return motions_.before; }
  /// Finds the motions to a target, and the pairs. Bodies removed by that time are left out.
  void find(const BodyState& target, double time);
  /// The same, but only the pairs that might use up their gaps are wanted: returns their numbers, in order.
  /// Other elements of pairs() are not up to date, and whatever parts of their motions these bodies carry
  /// out, they stay apart. Valid until the next call.
  std::span<const std::size_t> findClosing(const BodyState& target, double time);
  std::span<Pair> pairs() { return pairs_; }
  std::span<const Pair> pairs() const { return pairs_; }
  const StepMotion& motion(Index i) const { return motions_[i]; }
  /// Clears data that decide between results: for the start of a frame.
  void forget();
  /// From now on finds also the pairs that so many times the motion of a wall would bring together, and
  /// searches the gaps beside walls anew if these are more than once.
  void lookAheadOfWalls(double times) { motions_.ofWalls = times; }

 private:
  void findMotions(const BodyState& target);
  Box sweptBox(std::size_t i, double room) const;
  bool passesBy(const Pair& pair) const;
  double roomOf(std::size_t i) const;
  void list(double time, std::span<const double> rooms);
  void listWithRoom(double time);
  bool listHolds(double time) const;
  void carryOver(std::span<const BodyPair> pairs);
  void open(std::size_t n);

  BodyMotions motions_;
  BoxArrays boxes_;
  std::vector<Pair> pairs_, earlier_;
  std::vector<std::size_t> open_;  // numbers of the pairs whose gaps are wanted
  Travel travel_;                  // since pairs were listed with room
  SamePresence listed_;            // of the bodies in that list
  GapProofs proofs_;
};

}  // namespace talus
