#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "dynamics/run/simulation.h"

/// How runs of scenes go in which bodies would pass through each other, for tests.
namespace talus::passing {

inline double energyOf(const FrameStatistics& now) {
  return now.kineticEnergy + now.potentialEnergy + now.elasticEnergy - now.wallWork;
}

/// What a run has come to in the worst of its frames.
struct Course {
  std::int64_t meeting = 0, unproven = 0, held = 0, steps = 0, iterations = 0;
  double leastGap = 1;
  double growth = 0;  ///< of kinetic + potential + elastic energy less the work of walls between frames, J
  double energy;      ///< that sum in the last frame, J
  double scale = 0;   ///< the greatest kinetic and stored energy and work of walls, J

  explicit Course(const FrameStatistics& start) : energy(energyOf(start)) { note(start); }

  void add(const FrameStatistics& now) {
    meeting += now.meetingPairs;
    unproven += now.unprovenPairs;
    held += now.held;
    steps += now.steps;
    iterations += now.iterations;
    leastGap = std::min(leastGap, now.leastGap);
    growth = std::max(growth, energyOf(now) - energy);
    energy = energyOf(now);
    note(now);
  }

 private:
  void note(const FrameStatistics& now) {
    scale = std::max(scale, now.kineticEnergy + now.elasticEnergy + std::abs(now.wallWork));
  }
};

inline Course follow(Simulation& run, int frames, double interval) {
  Course course(run.statistics());
  for (int frame = 1; frame <= frames; ++frame) {
    Context context;
    course.add(run.advanceTo(frame * interval, context));
  }
  return course;
}

}  // namespace talus::passing
