#pragma once

#include <vector>

#include "dynamics/certificate/motion_guard.h"
#include "dynamics/implicit/long_stage.h"

namespace talus {

/// Bodies that share a line search: those connected by contacts.
struct IslandSearch {
  std::vector<std::size_t> bodies;
  double slope = 0;   ///< of −E/dt² along the motion at its start, > 0
  double length = 1;  ///< fraction of the motion
  double last = 0;    ///< the slope at the last trial, if the motion was cut after it
  bool small = true;  ///< the residual
  bool led = false;   ///< walls move that touch it: it gives way, whatever its potential
  bool ended = true;
  bool cut = false;  ///< the motion was shortened, since E would grow
};

/// The line searches of all islands: by the slope of E, and by its value as long as walls rest. Every trial
/// is confined by MotionGuard.
class LineSearch {
 public:
  /// @param guard must outlive this. @param range the gap at which forces begin, m.
  LineSearch(MotionGuard& guard, double range) : guard_(guard), range_(range) {}

  std::vector<IslandSearch>& islands() { return islands_; }
  const std::vector<IslandSearch>& islands() const { return islands_; }
  /// The part of its motion that a body may carry out, after truncate().
  double partOf(std::size_t body) const { return parts_[body]; }

  /// Shortens the motion of each body to what the guard allows. Walls move as far as they may.
  void truncate(LongStage& stage, MovingSystem& system);
  /// The motions with which searches begin.
  void begin(LongStage& stage, const BodyInertia& inertia);
  /// Moves to where E is lower.
  void search(LongStage& stage, MovingSystem& system);
  /// Bodies that a search does not move settle.
  void settle(LongStage& stage, const BodyInertia& inertia) const;

 private:
  bool waitWithWalls(LongStage& stage, MovingSystem& system, const std::vector<double>& whole);
  void confine(LongStage& stage, MovingSystem& system);
  static bool shorten(IslandSearch& island, const LongStage& stage);
  void shortenAll();

  MotionGuard& guard_;
  double range_;
  std::vector<IslandSearch> islands_;
  std::vector<double> parts_;  // of the motion that each body may carry out
};

}  // namespace talus
