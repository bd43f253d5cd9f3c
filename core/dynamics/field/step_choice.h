#pragma once

#include <cstdint>
#include <limits>

#include "base/types.h"

namespace talus {

/// What keeps a step from being longer. The numbers are stored in files: append, never renumber.
enum class StepLimit : std::int32_t {
  None = 0,       ///< there was no step
  Frame = 1,      ///< the frame ends
  User = 2,       ///< the given time step
  Stiffness = 3,  ///< of a body's contacts, or of those that it may have
  Motion = 4,     ///< no surface may move farther: SimulationOptions::moveLimit
  Halo = 5,       ///< the same where no such limit is set: contacts must not be missed
  Retry = 6,      ///< a step moved too far or did not converge, and is repeated
};

/// How long a step may be, and why.
struct StepChoice {
  double length = std::numeric_limits<double>::infinity();  ///< s
  StepLimit limit = StepLimit::None;
  Index body = -1;  ///< row of the body that sets the limit; −1: none does
};

}  // namespace talus
