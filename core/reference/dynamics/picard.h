#pragma once

#include "dynamics/implicit/load_iteration.h"

namespace talus {

/// u ← u + θ (g(u) − u). Converges for L = dt² Σk/m < 1 if undamped (θ = 1), for L < 2/θ − 1 if damped.
/// Noble and Weinzierl (2021), Algorithm 3 and remark 5.
class Picard : public LoadIteration {
 public:
  /// @param damping θ: 0 < θ ≤ 1.
  explicit Picard(double damping) : damping_(damping) {}
  void improve(LoadGuess& guess, const MovingSystem& system) override;

 private:
  double damping_;
};

}  // namespace talus
