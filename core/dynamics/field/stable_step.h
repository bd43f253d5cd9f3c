#pragma once

#include <span>

#include "dynamics/body/moving_body.h"
#include "dynamics/field/force_field.h"

namespace talus {

/// What a contact adds to the squared frequencies of its bodies, s⁻², and to the rates of their dashpots.
struct ContactFrequency {
  Index bodyA = -1, bodyB = -1;
  double squaredA = 0, squaredB = 0;
  double dampingA = 0, dampingB = 0;  ///< the rate of its dashpot, 1/s, summed in the same way
  double gapRate = 0;                 ///< the relative rate of change of its gap, 1/s; under Barrier only
};

/// A bound of ω², s⁻², of each body from the contacts that act on it.
///
/// ω² = Σ k (g + √(g g')) over its contacts, with k the contact's stiffness, 1/g the effective mass of
/// the body and 1/g' that of the other: Gershgorin's bound of the eigenvalues of M^-½ K M^-½, row by row.
/// Tangential springs are softer and act in other directions: they are omitted.
/// @return the terms of one contact, without gapRate.
ContactFrequency frequencyOf(const LinearContact& contact, const MovingBody& a, const MovingBody& b);

/// Adds the terms of contacts, in their order.
void addSquaredFrequencies(std::span<const ContactFrequency> contacts, std::span<double> squaredFrequencies);

}  // namespace talus
