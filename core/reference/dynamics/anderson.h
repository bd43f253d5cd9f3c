#pragma once

#include <deque>

#include "dynamics/implicit/load_iteration.h"

namespace talus {

/// Anderson mixing of the last guesses of all bodies: the combination with the smallest residual if g were
/// linear. Needs only evaluations and converges in cases where the Picard iteration does not. Residuals are
/// weighted by 1/mass and 1/moment of inertia.
/// Source: D. G. Anderson, J. ACM 12 (1965) 547, as type II with least squares.
class Anderson : public LoadIteration {
 public:
  /// @param depth how many differences of guesses are mixed, ≥ 1.
  explicit Anderson(int depth) : depth_(static_cast<std::size_t>(depth)) {}
  void restart() override;
  void improve(LoadGuess& guess, const MovingSystem& system) override;

 private:
  /// Six rows per body, weighted to be comparable.
  struct Vectors {
    Eigen::VectorXd residual, found;
  };
  void remember(const Vectors& now);
  Eigen::VectorXd mixed(const Vectors& now) const;

  std::size_t depth_;
  Vectors last_;
  std::deque<Vectors> changes_;  ///< from guess to guess, the newest last
};

}  // namespace talus
