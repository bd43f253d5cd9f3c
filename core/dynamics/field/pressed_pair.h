#pragma once

#include "broadphase/body_pairs.h"
#include "dynamics/body/moving_body.h"

namespace talus {

/// Two bodies that exert forces on each other.
struct PressedPair {
  BodyPair bodies;
  PairLoads loads;
  DampingLoads damping;    ///< part of these
  double energy = 0;       ///< stored, J
  double energyAhead = 0;  ///< in long steps: the same if springs were as in the last accepted state, J
};

}  // namespace talus
