#pragma once

#include <span>
#include <vector>

#include "dynamics/run/world.h"

namespace talus {

/// What bodies of all ranks do to the walls. Walls touch bodies of all ranks: what they get from them is
/// summed anew, in the order in which one rank would do it.
class WallTouches {
 public:
  /// Sets the loads on walls in the current state, and counts. @param ghosts the ranks.
  void complete(SimulatedSystem& system, const World& ghosts, Communicator& ranks);
  std::span<const TouchedWall> touched() const { return touched_; }

 private:
  std::vector<TouchedWall> touched_;  // of the last complete()
};

}  // namespace talus
