#pragma once

#include <functional>
#include <span>

#include "dynamics/ranks/body_share.h"
#include "dynamics/run/simulated_system.h"

namespace talus {

/// What the integrator remembers of each body, one row for each.
BodyMemory memoryOfBodies(const SimulatedSystem& system);

/// Some of the bodies of a rank, as they are now.
/// @param numbers of all rows, in the whole scene; empty: the rows.
BodyShare shareOf(const SimulatedSystem& system, std::span<const Index> numbers,
                  const std::function<bool(std::size_t row)>& keep);

}  // namespace talus
