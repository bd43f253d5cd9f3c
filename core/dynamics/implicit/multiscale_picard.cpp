#include "dynamics/implicit/multiscale_picard.h"

namespace talus {

namespace {

// However a step ends, the next evaluation by others sees everything.
class Refining {
 public:
  explicit Refining(ForceField& field) : field_(field) { field_.setRefining(true); }
  ~Refining() { field_.setRefining(false); }
  Refining(const Refining&) = delete;
  Refining& operator=(const Refining&) = delete;

 private:
  ForceField& field_;
};

}  // namespace

StepReport MultiscalePicard::advance(BodyState& state, MovingSystem& system, double time, double dt) {
  const Refining refining(system.field);
  return ImplicitEuler::advance(state, system, time, dt);
}

}  // namespace talus
