#pragma once

#include <span>

#include "dynamics/body/moving_body.h"
#include "dynamics/field/force_field.h"

namespace talus {

/// Adds to ω² of each body, s⁻², a bound from the contacts that act on it.
///
/// ω² = Σ k (g + √(g g')) over its contacts, with k the contact's stiffness, 1/g the effective mass of
/// the body and 1/g' that of the other: Gershgorin's bound of the eigenvalues of M^-½ K M^-½, row by row.
/// Tangential springs are softer and act in other directions: they are omitted.
void addSquaredFrequencies(std::span<const LinearContact> contacts, std::span<const MovingBody> bodies,
                           std::span<double> squaredFrequencies);

}  // namespace talus
