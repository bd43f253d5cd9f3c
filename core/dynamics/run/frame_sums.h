#pragma once

#include "distributed/reduction.h"
#include "dynamics/body/body_inertia.h"
#include "dynamics/contact_forces/contact_statistics.h"
#include "dynamics/run/frame_statistics.h"

namespace talus {

/// What statistics sum over all bodies and contacts: exactly, so that they do not depend on which rank counts
/// which of them.
struct FrameSums {
  MotionSums motion;
  ExactSum potentialEnergy, dissipatedEnergy, wallWork;  ///< J
  ContactStatistics contacts;
  double greatestSpeed = 0;  ///< m/s

  /// Makes them those of all ranks. One reduction.
  void over(Communicator& ranks);
  void store(FrameStatistics& statistics) const;
};

}  // namespace talus
