#pragma once

#include "dynamics/explicit/integrator.h"
#include "dynamics/explicit/verlet_step.h"

namespace talus {

/// Half of the impulse of a step, free motion (rotateFreely), the other half: order 2, symplectic, one
/// evaluation per step. The default: it conserves energy in collisions to 0.4 % at ωΔt = 0.2, and the
/// angular momentum of a free body to the bit.
class VelocityVerlet : public Integrator {
 public:
  IntegratorMethod method() const override { return IntegratorMethod::VelocityVerlet; }
  void forget() override { verlet_.forget(); }
  BodyMemory bodyMemory() const override { return verlet_.bodyMemory(); }
  void setBodyMemory(BodyMemory memory) override { verlet_.setBodyMemory(std::move(memory)); }
  void save(ByteWriter& bytes) const override { verlet_.save(bytes); }
  void load(ByteReader& bytes) override { verlet_.load(bytes); }

 private:
  StepReport advance(BodyState& state, MovingSystem& system, double time, double dt) override {
    verlet_.take(state, system, time, dt);
    return {};
  }

  VerletStep verlet_;
};

}  // namespace talus
