#pragma once

#include <vector>

#include "dynamics/implicit/load_iteration.h"

namespace talus {

/// The Picard iteration, damped and accelerated by the history of forces, as Noble and Weinzierl require
/// (section 6.1): u ← u + θ (g − u) with the loads u and g = g(u) of LoadGuess. θ grows while residuals
/// keep their direction and shrinks when they reverse. The paper gives no formula; here it is Aitken's
/// secant, θ ← −θ r·Δr / |Δr|² with the previous residual r and its change Δr, which solves a problem that
/// is linear in one direction in three evaluations.
///
/// Bodies connected by contacts share one θ, so that forces remain equal and opposite. Residuals are
/// weighted by 1/mass and 1/moment of inertia.
class Aitken : public LoadIteration {
 public:
  /// @param first initial θ: 0 < θ ≤ 1.
  explicit Aitken(double first) : first_(first) {}
  void restart() override;
  void improve(LoadGuess& guess, const MovingSystem& system) override;

 private:
  double factorOf(const std::vector<std::size_t>& bodies, const BodyInertia& inertia) const;

  double first_;
  std::vector<double> factor_;  ///< last θ of each body
  Loads residual_, before_;
};

}  // namespace talus
