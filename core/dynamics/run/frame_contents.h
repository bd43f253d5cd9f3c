#pragma once

#include <cstdint>
#include <vector>

#include "dynamics/run/simulation.h"

namespace talus {

/// Rows of bodies that are not removed; on several ranks, each body on one rank only.
std::vector<std::size_t> presentRows(const Simulation& simulation);
/// These bodies in their current state.
Bodies presentBodies(const Simulation& simulation);
/// The halo of each body, m.
double haloOf(const Simulation& simulation);
/// The row of a body in the whole scene.
Index numberOf(const Simulation& simulation, std::size_t row);

/// The contacts in the current state; on several ranks, each contact on one of them only. Valid until the
/// simulation advances.
std::vector<const LinearContact*> contactsHere(const Simulation& simulation);
/// Contact points of each body.
std::vector<std::int64_t> contactCounts(const Simulation& simulation);
/// Other bodies, walls included, with which each body has at least one contact point.
std::vector<std::int64_t> coordinationNumbers(const Simulation& simulation);

}  // namespace talus
