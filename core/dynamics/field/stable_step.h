#pragma once

#include <span>

#include "dynamics/body/moving_body.h"
#include "dynamics/field/force_field.h"

namespace talus {

/// Bounds the frequencies of bodies from the contacts that act on them: for each body ω², s⁻².
///
/// ω² = Σ k (g + √(g g')) over its contacts, with k the contact's stiffness, 1/g the mass that it feels of
/// the body and 1/g' that of the other: Gershgorin's bound of the eigenvalues of M^-½ K M^-½, row by row.
/// Tangential springs are softer and act across: they are left out.
void contactRates(std::span<const LinearContact> contacts, std::span<const MovingBody> bodies,
                  std::span<double> rates);

}  // namespace talus
