#pragma once

#include <memory>
#include <optional>

#include "dynamics/implicit/implicit_euler.h"

namespace talus {

/// The integrator of a method.
/// @param implicit options of ImplicitEuler and MultiscalePicard; without them, each takes its own defaults.
/// @throws Error no such method; an option out of its range.
std::unique_ptr<Integrator> makeIntegrator(IntegratorMethod method,
                                           const std::optional<ImplicitOptions>& implicit = {});

}  // namespace talus
