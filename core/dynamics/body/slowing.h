#pragma once

#include <span>

#include "dynamics/body/body_inertia.h"

namespace talus {

/// The kinetic energy of a body that is no wall, J.
double kineticEnergyOf(std::size_t i, const BodyState& state, const BodyInertia& inertia);

/// What a group of bodies keeps when it is slowed.
enum class Kept {
  Nothing,       ///< it leans on others, such as walls
  MeanVelocity,  ///< its momentum
  Motion,        ///< momentum and angular momentum: its motion as one rigid body
};

/// Takes kinetic energy out of a group of bodies, none of them a wall: scales velocities and angular momenta
/// by one factor, relative to what the group keeps. O(bodies).
/// @param energy ≥ 0, J. @return what was taken, J: less if the bodies have less.
double slow(std::span<const std::size_t> bodies, Kept kept, double energy, BodyState& state,
            const BodyInertia& inertia);

}  // namespace talus
