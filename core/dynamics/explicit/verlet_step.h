#pragma once

#include "dynamics/field/moving_system.h"

namespace talus {

/// Velocity Verlet: half a kick, free motion, half a kick. Order 2, time-reversible and symplectic while
/// forces depend on places alone. Forces that depend on velocities are evaluated with velocities that are
/// right to second order (one kick ahead), so that damping is of order 2 too.
///
/// Keeps the loads at the end of the step for the next: one evaluation a step.
class VerletStep {
 public:
  /// @param dt may be negative, as compositions need.
  void take(BodyState& state, MovingSystem& system, double time, double dt);

  void forget() { loads_.clear(0); }
  void save(ByteWriter& bytes) const;
  void load(ByteReader& bytes);

 private:
  Loads loads_;    ///< in the state that the last step led to; of no bodies: unknown
  Loads earlier_;  ///< in the one before: a buffer
};

}  // namespace talus
