#pragma once

#include "dynamics/explicit/integrator.h"

namespace talus {

/// Positions from the old velocities, velocities from the old forces: order 1. Multiplies the energy by
/// about exp(π ω dt) in a collision of frequency ω: for comparison, never for results.
/// Noble and Weinzierl (2021), Algorithm 1.
class ExplicitEuler : public Integrator {
 public:
  IntegratorMethod method() const override { return IntegratorMethod::ExplicitEuler; }

 private:
  StepReport advance(BodyState& state, MovingSystem& system, double time, double dt) override;

  Loads loads_;
};

}  // namespace talus
