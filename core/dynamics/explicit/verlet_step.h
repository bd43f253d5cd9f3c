#pragma once

#include "dynamics/explicit/integrator.h"

namespace talus {

/// Velocity Verlet: half of the impulse of a step, free motion, the other half. Order 2, time-reversible
/// and symplectic if forces depend on positions only. Forces that depend on velocities are evaluated with
/// velocities predicted by the impulse of the old loads, with an error of second order, so that damping is
/// of order 2, too. Fields that can correct their dashpots for the velocities at the end do so.
///
/// Keeps the loads at the end of the step for the next: one evaluation per step.
class VerletStep {
 public:
  /// @param dt may be negative, as compositions need.
  void take(BodyState& state, MovingSystem& system, double time, double dt);

  void forget() { *this = {}; }
  BodyMemory bodyMemory() const;
  void setBodyMemory(BodyMemory memory);
  void save(ByteWriter& bytes) const;
  void load(ByteReader& bytes);

 private:
  bool known_ = false;  ///< whether there are loads
  Loads loads_;         ///< in the state after the last step
  Loads earlier_;       ///< in the state before it: a buffer
  Loads change_;        ///< a buffer
};

}  // namespace talus
