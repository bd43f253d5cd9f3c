#pragma once

#include "dynamics/run/ghost_bodies.h"
#include "dynamics/run/wall_touches.h"
#include "dynamics/run/world.h"

namespace talus {

/// Several ranks that each know their own bodies, ghosts of others, and all walls.
class GhostRanks final : public World {
 public:
  /// @param system with this rank's share, see divide(); must outlive this, as the ranks.
  GhostRanks(SimulatedSystem& system, Communicator& ranks, std::vector<Index> numbers,
             std::vector<PrescribedMotion> motions);

  const Distribution& distribution() const { return bodies_.distribution(); }

  Index numberOf(std::size_t row) const override { return bodies_.numbers()[row]; }
  Index rowOf(Index number) const override { return bodies_.rowOf(number); }
  bool shows(std::size_t row) const override;
  bool shows(const BodyPair& rows) const override { return system_.fields.contacts.bodies().counts(rows); }
  void beginFrame() override;
  void advance(Context& context, std::int64_t ticks) override;
  void share(StepFacts& facts) override;
  void sum(std::vector<std::int64_t>& counts) override;
  void sum(FrameSums& sums) override { sums.over(distribution().ranks()); }
  void prepareStep(const StepFacts& facts, double dt) override;
  bool accepts(const BodyState& after, StepFacts& next) override;
  bool repeats(int again) override;
  void completeLoads() override { walls_.complete(system_, *this, distribution().ranks()); }
  std::span<const TouchedWall> touchedWalls() const override { return walls_.touched(); }
  BodyShare ownBodies() const override;
  void takeOver(BodyShare bodies, AcceptedContacts::Saved contacts) override;
  SnapshotParts partsOf(const SnapshotParts::Bytes& own) const override;

 private:
  void exchange();

  GhostBodies bodies_;
  WallTouches walls_;
  // In the last attempt bodies moved so far that ghosts may have been missing.
  bool ghostsIncomplete_ = false;
  double motion_ = 0;        // of bodies in that attempt, m
  bool rebalances_ = false;  // before the next step
  bool cancelled_ = false;   // on this rank: all ranks end after the next step
  bool ends_ = false;        // a rank was cancelled
};

}  // namespace talus
