#pragma once

#include <string>

#include "passing_course.h"
#include "walled_scenes.h"

namespace talus::passing {

/// When a run is given up.
struct RunLimits {
  int frames = 32;              ///< of a run; each is checked
  std::int64_t work = 400'000;  ///< steps times bodies: after the frame that exceeds it, a run is cut short
  double seconds = 5;           ///< of a frame, thread time: beyond, the run crawls
};

/// How a run went.
struct RunResult {
  explicit RunResult(const FrameStatistics& start) : course(start) {}

  Course course;
  int frames = 0;
  double part = 0;    ///< of the duration, simulated
  double growth = 0;  ///< of the energy between frames, over the greatest energies and works
  double seconds = 0;
  bool touched = false;  ///< bodies came into contact
  bool passed = false;   ///< a body came to the other side of a wall
  bool cut = false, crawled = false;
  bool blocked = false;  ///< moving walls left bodies no room: reported, as it should be
  std::string error;     ///< any other one

  /// Whether the run disproves what is promised. @param greatestGrowth allowed, as `growth`.
  bool isWrong(double greatestGrowth) const {
    return course.meeting > 0 || course.unproven > 0 || passed || !error.empty() || growth > greatestGrowth;
  }
};

/// Simulates a scene and checks each frame.
RunResult prove(const WalledScene& walled, const SimulationOptions& options, const RunLimits& limits);

}  // namespace talus::passing
