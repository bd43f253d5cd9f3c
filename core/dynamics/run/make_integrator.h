#pragma once

#include <memory>
#include <optional>

#include "base/added_methods.h"
#include "dynamics/implicit/incremental_potential.h"

namespace talus {

class IterationSearch;

/// Objects that some methods need; they must outlive the integrator. Null: none.
struct StepPartners {
  IterationSearch* search = nullptr;      ///< is part of the iterations of MultiscalePicard
  PotentialContacts* contacts = nullptr;  ///< of IncrementalPotential
  MotionGuard* guard = nullptr;           ///< of IncrementalPotential
};

/// The integrator of a method.
/// @param implicit options of the implicit methods; without them, each takes its own defaults.
/// @throws Error no such method, or no linked library has it; an option out of its range;
/// IncrementalPotential without its partners.
std::unique_ptr<Integrator> makeIntegrator(IntegratorMethod method,
                                           const std::optional<ImplicitOptions>& implicit = {},
                                           const StepPartners& partners = {});

/// The reference methods, which another library adds.
using IntegratorMaker = std::unique_ptr<Integrator> (*)(const std::optional<ImplicitOptions>& implicit,
                                                        const StepPartners& partners);
AddedMethods<IntegratorMethod, IntegratorMaker>& addedIntegrators();

/// Whether a method moves each body by the loads on it alone: it does not ask for contacts, and remembers
/// nothing but BodyMemory.
bool goesBodyByBody(IntegratorMethod method);

}  // namespace talus
