#pragma once

#include "dynamics/field/moving_system.h"

namespace talus {

/// An implicit step solves g(u) = u: loads u lead to a state, and g(u) are the loads of that state. This is
/// one iterate.
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
