#pragma once

#include <cstdint>
#include <limits>

#include "base/types.h"

namespace talus {

/// What limits the length of a step. The numbers are stored in files: append, never renumber.
enum class StepLimit : std::int32_t {
  None = 0,       ///< there was no step
  Frame = 1,      ///< the frame ends
  User = 2,       ///< the given time step
  Stiffness = 3,  ///< of a body's contacts, or of contacts that it may have
  Motion = 4,     ///< no surface may move farther: SimulationOptions::moveLimit
  Halo = 5,       ///< as Motion, if no such limit is set: contacts must not be missed
  Retry = 6,      ///< a step moved too far or did not converge, and is repeated
  Size = 7,       ///< bodies move by a part of their sizes, and turn by a part of a right angle
};

/// The maximum length of a step, and its reason.
struct StepChoice {
  double length = std::numeric_limits<double>::infinity();  ///< s
  StepLimit limit = StepLimit::None;
  std::int64_t body = -1;  ///< id of the body that sets the limit; −1: none does
};

}  // namespace talus
