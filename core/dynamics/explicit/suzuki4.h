#pragma once

#include "dynamics/explicit/integrator.h"
#include "dynamics/explicit/verlet_step.h"

namespace talus {

/// Five velocity Verlet steps of the lengths p, p, 1 − 4p, p, p times dt with p = 1/(4 − 4^⅓); the middle
/// one goes back in time. Symplectic; order 4 if forces depend smoothly on positions only, otherwise 2.
/// Source: M. Suzuki, Physics Letters A 146 (1990) 319.
class Suzuki4 : public Integrator {
 public:
  IntegratorMethod method() const override { return IntegratorMethod::Suzuki4; }
  void forget() override { verlet_.forget(); }
  BodyMemory bodyMemory() const override { return verlet_.bodyMemory(); }
  void setBodyMemory(BodyMemory memory) override { verlet_.setBodyMemory(std::move(memory)); }
  void save(ByteWriter& bytes) const override { verlet_.save(bytes); }
  void load(ByteReader& bytes) override { verlet_.load(bytes); }

 private:
  StepReport advance(BodyState& state, MovingSystem& system, double time, double dt) override;

  VerletStep verlet_;
};

}  // namespace talus
