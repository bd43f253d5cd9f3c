#pragma once

#include "dynamics/field/moving_system.h"

namespace talus {

/// An iterate of an implicit step, which solves g(u) = u: loads u lead to a state with the loads g(u).
struct LoadGuess {
  Loads used;       ///< u
  Loads found;      ///< g(u)
  BodyState state;  ///< to which u leads
  double dt = 0;
};

/// A solver of implicit steps: finds the next guess.
class LoadIteration {
 public:
  virtual ~LoadIteration() = default;
  /// A new step begins.
  virtual void restart() {}
  /// Replaces guess.used by better loads. system.field was evaluated in guess.state last.
  virtual void improve(LoadGuess& guess, const MovingSystem& system) = 0;
};

}  // namespace talus
