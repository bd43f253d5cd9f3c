#pragma once

#include "dynamics/field/moving_system.h"

namespace talus {

/// An implicit step seeks loads u that the state which they lead to brings forth itself: g(u) = u. This is
/// one guess.
struct LoadGuess {
  Loads used;       ///< u
  Loads found;      ///< g(u)
  BodyState state;  ///< where u leads
  double dt = 0;
};

/// How to find the next guess: a solver of implicit steps.
class LoadIteration {
 public:
  virtual ~LoadIteration() = default;
  /// A new step begins.
  virtual void restart() {}
  /// Replaces guess.used by a better one. system.field was evaluated in guess.state last.
  virtual void improve(LoadGuess& guess, const MovingSystem& system) = 0;
};

}  // namespace talus
