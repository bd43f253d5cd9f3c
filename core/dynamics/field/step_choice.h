#pragma once

#include <cstdint>
#include <limits>

#include "options/listed_statistics.h"

namespace talus {

/// The maximum length of a step, and its reason.
struct StepChoice {
  double length = std::numeric_limits<double>::infinity();  ///< s
  StepLimit limit = StepLimit::None;
  std::int64_t body = -1;  ///< id of the body that sets the limit; −1: none does
};

}  // namespace talus
