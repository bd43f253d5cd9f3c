#include "dynamics/implicit/multiscale_picard.h"

namespace talus {

namespace {

// Ends refining however a step ends: later evaluations search completely.
class Refining {
 public:
  explicit Refining(RefinedSearch* search) : search_(search) { set(true); }
  ~Refining() { set(false); }
  Refining(const Refining&) = delete;
  Refining& operator=(const Refining&) = delete;

 private:
  void set(bool refining) {
    if (search_ != nullptr) search_->setRefining(refining);
  }

  RefinedSearch* search_;
};

}  // namespace

StepReport MultiscalePicard::advance(BodyState& state, MovingSystem& system, double time, double dt) {
  const Refining refining(search_);
  return ImplicitEuler::advance(state, system, time, dt);
}

}  // namespace talus
