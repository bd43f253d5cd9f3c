#pragma once

#include <vector>

#include "dynamics/implicit/load_iteration.h"

namespace talus {

/// Picard's iteration damped and accelerated by the history of forces, as Noble and Weinzierl ask for
/// (section 6.1): u ← u + θ (g − u) with θ larger while residuals keep pulling one way, smaller when they
/// turn round. The paper gives no formula; here it is Aitken's secant, θ ← −θ r·Δr / |Δr|², which solves what
/// is linear in one direction in three evaluations.
///
/// Bodies that hang together by contacts have one θ, so that forces remain equal and opposite. Residuals are
/// weighed by 1/mass and 1/moment of inertia.
class Aitken : public LoadIteration {
 public:
  /// @param first θ to begin with: 0 < θ ≤ 1.
  explicit Aitken(double first) : first_(first) {}
  void restart() override;
  void improve(LoadGuess& guess, const MovingSystem& system) override;

 private:
  double factorOf(const std::vector<std::size_t>& bodies, const BodyInertia& inertia) const;

  double first_;
  std::vector<double> factor_;  ///< of each body, last
  Loads residual_, before_;
};

}  // namespace talus
