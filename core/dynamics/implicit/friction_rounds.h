#pragma once

#include "dynamics/field/potential_contacts.h"
#include "dynamics/implicit/minimiser.h"

namespace talus {

/// Lagged friction: the limits are those at the start of the stage, then those of rough minima, until the
/// forces agree. Each time bodies start anew: what slid with less friction would stay where it came to, such
/// as a card that fell. Here the friction loop of long steps ends.
class FrictionRounds {
 public:
  /// @param contacts must outlive this.
  explicit FrictionRounds(PotentialContacts& contacts) : contacts_(contacts) {}

  /// Minimises until friction agrees. @return whether the minimisations converged.
  bool run(LongStage& stage, Minimiser& minimiser, MovingSystem& system, StepReport& report);

 private:
  PotentialContacts& contacts_;
  Loads before_;  // in the same state with other friction
};

}  // namespace talus
