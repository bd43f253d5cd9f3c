#pragma once

#include "dynamics/explicit/integrator.h"

namespace talus {

/// The impulse of the forces at the start, then free motion: order 1, symplectic; the energy stays bounded
/// in a collision.
class SymplecticEuler : public Integrator {
 public:
  IntegratorMethod method() const override { return IntegratorMethod::SymplecticEuler; }

 private:
  StepReport advance(BodyState& state, MovingSystem& system, double time, double dt) override;

  Loads loads_;
};

}  // namespace talus
