#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "dynamics/contact_dynamics/impulse_problem.h"
#include "dynamics/contact_dynamics/mean_contact.h"
#include "dynamics/contact_forces/force_bodies.h"

namespace talus {

/// The bodies that rest: that press, on walls at rest or on others, and move more slowly than solvers can
/// tell from rest, as all do that they press on. What is left of the errors of impulses would else move them
/// a little in each step. None of those that a wall in motion carries.
///
/// A body that has rested for some steps, with all that it presses on, keeps still: nothing near it has
/// changed, and what a solver then finds for it are for the most part errors that many contacts share and
/// sweeps take away slowly. It moves again where it is unbalanced by several per cent of its weight, where
/// one that it presses on moves, or where one is removed.
class Rest {
 public:
  /// @param bodies must outlive this.
  explicit Rest(const ForceBodies& bodies) : bodies_(bodies) {}

  /// After a solve. @param last the contacts of the step before. @param time of the start of the step, s.
  /// @param speed m/s; slower bodies rest.
  void find(const ImpulseProblem& problem, std::span<const MeanContact> last, double time, double speed);
  /// In the last find().
  bool has(std::size_t body) const { return rests_[body] != 0; }
  /// Whether a body and all that it is connected with by bodies that press keep still.
  bool isIslandStill(std::size_t body) const { return still_[body] != 0; }

  void forget() { steps_.clear(); }
  void save(ByteWriter& bytes) const;
  /// @throws Error bytes that end early or contradict the bodies.
  void load(ByteReader& bytes);

 private:
  void wakeNeighbours(std::span<const MeanContact> last, double time);
  void findStillIslands(const ImpulseProblem& problem);

  const ForceBodies& bodies_;
  std::vector<char> rests_, still_;
  std::vector<std::uint8_t>
      steps_;  // for which each body has rested, at most those after which it keeps still
};

}  // namespace talus
