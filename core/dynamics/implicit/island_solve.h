#pragma once

#include "dynamics/implicit/contact_islands.h"

namespace talus {

/// The change of the loads on an island's bodies that makes, to first order, loads used and loads found
/// agree after a step dt: M δw, where δw, a change of accelerations, solves (M + dt² K + dt C) δw =
/// residual, with the masses M of the island and the stiffness K and damping C of its contacts.
///
/// Dense Cholesky up to 24 bodies, O(n³); sparse beyond.
/// @param state at which the contacts were linearised. @param residual loads found − loads used.
/// @param change rows of the island's bodies are set.
void solveIsland(const ContactIsland& island, const BodyInertia& inertia, const BodyState& state, double dt,
                 const Loads& residual, Loads& change);

}  // namespace talus
