#pragma once

#include "dynamics/explicit/integrator.h"
#include "dynamics/explicit/verlet_step.h"

namespace talus {

/// Five velocity Verlet steps of p, p, 1 − 4p, p, p times dt, p = 1/(4 − 4^⅓), the middle one backwards:
/// order 4 while forces depend smoothly on places alone (else 2), symplectic.
/// Source: M. Suzuki, Physics Letters A 146 (1990) 319.
class Suzuki4 : public Integrator {
 public:
  IntegratorMethod method() const override { return IntegratorMethod::Suzuki4; }
  void forget() override { verlet_.forget(); }
  void save(ByteWriter& bytes) const override { verlet_.save(bytes); }
  void load(ByteReader& bytes) override { verlet_.load(bytes); }

 private:
  StepReport advance(BodyState& state, MovingSystem& system, double time, double dt) override;

  VerletStep verlet_;
};

}  // namespace talus
