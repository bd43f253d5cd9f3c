#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/context.h"
#include "dynamics/ranks/body_share.h"
#include "dynamics/run/frame_sums.h"
#include "dynamics/run/simulated_system.h"
#include "dynamics/run/snapshot_parts.h"
#include "dynamics/run/step_facts.h"

namespace talus {

/// What touches a wall, of all ranks.
struct TouchedWall {
  Index number = -1;  ///< of the wall
  std::int64_t points = 0, bodies = 0;
};

/// The ranks of a simulation, as its steps see them. This class: one rank. See GhostRanks, where each rank
/// knows some bodies, and SharedWork, where all ranks know all of them. All ranks make the same calls.
class World {
 public:
  /// Who knows the bodies.
  enum class Knowledge { OneRank, AllRanks, EachRankSome };
  /// @param system must outlive this.
  explicit World(SimulatedSystem& system, Knowledge knowledge = Knowledge::OneRank)
      : system_(system), knowledge_(knowledge) {}
  virtual ~World() = default;
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  /// The row of the whole scene.
  virtual Index numberOf(std::size_t row) const { return static_cast<Index>(row); }
  /// The row of a body; −1: it is not known here.
  virtual Index rowOf(Index number) const { return number; }
  /// Whether this rank is the one that shows a body, or the contacts of two bodies.
  virtual bool shows(std::size_t /*row*/) const { return true; }
  virtual bool shows(const BodyPair& /*rows*/) const { return true; }
  /// Whether ranks know some bodies only. Then they check states together, see accepts().
  bool isDistributed() const { return knowledge_ == Knowledge::EachRankSome; }
  /// Whether a call that fails leaves all as it was before.
  bool canGoBack() const { return knowledge_ == Knowledge::OneRank; }

  virtual void beginFrame() {}
  /// Goes on with the context's stage. @throws Cancelled on all ranks at once.
  virtual void advance(Context& context, std::int64_t ticks) { context.advance(ticks); }

  /// Makes facts and counts those of all ranks.
  virtual void share(StepFacts& /*facts*/) {}
  virtual void sum(std::vector<std::int64_t>& /*counts*/) {}
  /// The same at the end of a frame. @throws Error ranks that should be equal are not.
  virtual void sum(FrameSums& /*sums*/) {}

  /// Before a step of about that length.
  virtual void prepareStep(const StepFacts& /*facts*/, double /*dt*/) {}
  /// Whether all ranks accept a state. Its facts are those of this rank; they become those of all.
  virtual bool accepts(const BodyState& /*after*/, StepFacts& /*next*/) { return true; }
  /// After an attempt: whether it must be repeated once again, now that bodies are known that it may have
  /// missed.
  virtual bool repeats(int /*again*/) { return false; }

  /// Completes the loads of the current state on walls.
  virtual void completeLoads() {}
  /// Those walls for which contacts known here are not all; of the last completeLoads().
  virtual std::span<const TouchedWall> touchedWalls() const { return {}; }

  /// The bodies that this rank owns, as they are now, and where they lie in the whole scene.
  virtual BodyShare ownBodies() const;
  /// Takes over loaded states of ownBodies(), and the memory of contacts by rows of the whole scene.
  virtual void takeOver(BodyShare bodies, AcceptedContacts::Saved contacts);
  /// What all ranks have saved, if this one has saved that. @param own must outlive the result.
  virtual SnapshotParts partsOf(const SnapshotParts::Bytes& own) const { return own; }

 protected:
  SimulatedSystem& system_;

 private:
  Knowledge knowledge_;
};

/// Whether each of several ranks knows all bodies: with an implicit or a multi-value method, Barrier or a
/// certificate.
bool knowsAllBodies(const SimulationOptions& options);

/// The loads and contacts in the current state, of all ranks.
inline void evaluate(SimulatedSystem& system, World& world) {
  system.evaluate();
  world.completeLoads();
}

}  // namespace talus
