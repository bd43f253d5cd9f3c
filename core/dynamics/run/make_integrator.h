#pragma once

#include <memory>
#include <optional>

#include "dynamics/field/refined_search.h"
#include "dynamics/implicit/implicit_euler.h"

namespace talus {

/// The integrator of a method.
/// @param implicit options of ImplicitEuler and MultiscalePicard; without them, each takes its own defaults.
/// @param search that is part of the iterations of MultiscalePicard; null: none.
/// @throws Error no such method; an option out of its range.
std::unique_ptr<Integrator> makeIntegrator(IntegratorMethod method,
                                           const std::optional<ImplicitOptions>& implicit = {},
                                           RefinedSearch* search = nullptr);

}  // namespace talus
