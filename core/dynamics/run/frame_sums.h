#pragma once

#include <cstdint>
#include <limits>

#include "distributed/reduction.h"
#include "dynamics/body/body_inertia.h"
#include "dynamics/contact_forces/contact_statistics.h"
#include "dynamics/run/frame_statistics.h"

namespace talus {

/// Two bodies that passed half-way into each other, or through.
struct Passage {
  double time = std::numeric_limits<double>::infinity();  ///< of the end of the step, s
  std::int64_t first = -1, second = -1;                   ///< ids

  auto operator<=>(const Passage&) const = default;
};

/// What statistics sum over all bodies and contacts: exactly, so that they do not depend on which rank counts
/// which of them.
struct FrameSums {
  MotionSums motion;
  ExactSum potentialEnergy, dissipatedEnergy, wallWork;  ///< J
  ContactStatistics contacts;
  double greatestSpeed = 0;  ///< m/s
  std::int64_t passed = 0;   ///< pairs, since the last frame
  Passage firstPassage;      ///< of these

  /// Makes them those of all ranks. One reduction.
  void over(Communicator& ranks);
  void store(FrameStatistics& statistics) const;
};

}  // namespace talus
