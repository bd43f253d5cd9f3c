#include "reference/dynamics/multiscale_picard.h"

namespace talus {

namespace {

// Ends the iterations however a step ends: later evaluations search completely.
class Iterations {
 public:
  explicit Iterations(ActiveSearch* search) : search_(search) {
    if (search_ != nullptr) search_->begin();
  }
  ~Iterations() {
    if (search_ != nullptr) search_->end();
  }
  Iterations(const Iterations&) = delete;
  Iterations& operator=(const Iterations&) = delete;

 private:
  ActiveSearch* search_;
};

}  // namespace

StepReport MultiscalePicard::advance(BodyState& state, MovingSystem& system, double time, double dt) {
  const Iterations iterations(search_);
  return ImplicitEuler::advance(state, system, time, dt);
}

}  // namespace talus
