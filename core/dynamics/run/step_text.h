#pragma once

#include <cstdint>
#include <string>

#include "dynamics/field/step_choice.h"
#include "options/time_stepping_options.h"

namespace talus {

/// What sets the length of a step, as a part of a sentence: "the stiffness of contacts of body 3 sets it".
std::string reasonText(const StepChoice& choice);

/// What makes such steps longer, as a sentence without full stop.
std::string remedyText(StepLimit limit);

/// Both of them.
std::string slowText(const StepChoice& choice);

/// The same where a body is so close to another one that the law Barrier is far stiffer than usual.
std::string hardText(std::int64_t body);

/// Which options that differ from their defaults mean nothing to ContactDynamics, as a sentence without full
/// stop; empty: there are none.
std::string unusedText(const SimulationOptions& options);

}  // namespace talus
