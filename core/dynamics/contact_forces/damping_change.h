#pragma once

#include <span>

#include "dynamics/body/loads.h"
#include "dynamics/contact_forces/pair_forces.h"

namespace talus {

/// Changes the forces of the normal dashpots of a block's pairs to those at changed velocities, to first
/// order.
/// @param bodies at the evaluation. @param change the change of the loads is added to it.
void changeDamping(std::span<const MovingBody> bodies, std::span<const VelocityChange> changes,
                   PairBlock& block, Loads& change);

}  // namespace talus
