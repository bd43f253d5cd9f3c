#pragma once

#include <vector>

#include "dynamics/contact_forces/force_bodies.h"
#include "dynamics/field/force_field.h"
#include "dynamics/law/held_spring.h"

namespace talus {

/// Adds the loads of springs at the bodies' current poses, in their order, and appends them as linearised
/// contacts. O(springs). @return the energy D of all, J.
double addHeldFriction(std::span<const HeldSpring> springs, const ForceBodies& bodies, Loads& loads,
                       std::vector<LinearContact>& contacts);

/// The same for rolling springs.
double addHeldRolling(std::span<const HeldRolling> springs, const ForceBodies& bodies, Loads& loads,
                      std::vector<LinearContact>& contacts);

}  // namespace talus
