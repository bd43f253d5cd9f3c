#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "base/parallel.h"
#include "dynamics/run/simulation.h"
#include "passing_scenes.h"

/// How runs of scenes go in which bodies would pass through each other, for tests.
namespace talus::passing {

/// What a run has come to in the worst of its frames.
struct Course {
  std::int64_t meeting = 0, unproven = 0, held = 0, steps = 0, iterations = 0;
  double leastGap = 1;
  double growth = 0;  ///< of kinetic + potential + elastic energy less the work of walls between frames, J
};

inline double energyOf(const FrameStatistics& now) {
  return now.kineticEnergy + now.potentialEnergy + now.elasticEnergy - now.wallWork;
}

inline Course follow(Simulation& run, int frames, double interval) {
  Course course;
  double energy = energyOf(run.statistics());
  for (int frame = 1; frame <= frames; ++frame) {
    Context context;
    const FrameStatistics& now = run.advanceTo(frame * interval, context);
    course.meeting += now.meetingPairs;
    course.unproven += now.unprovenPairs;
    course.held += now.held;
    course.steps += now.steps;
    course.iterations += now.iterations;
    course.leastGap = std::min(course.leastGap, now.leastGap);
    course.growth = std::max(course.growth, energyOf(now) - energy);
    energy = energyOf(now);
  }
  return course;
}

inline void expectApart(const Course& course) {
  EXPECT_EQ(course.meeting, 0);
  EXPECT_EQ(course.unproven, 0);
  EXPECT_GT(course.leastGap, 0);
}

/// A random flight has the same bits at its end on one thread, on two, and if it was saved and loaded half
/// way.
/// @param half frames of 1 ms until then. @param check of the frame at the end.
inline void expectSameBits(const SimulationOptions& options, int half,
                           const std::function<void(const FrameStatistics&)>& check) {
  const auto end = [&](int threads, bool resumed) {
    const ThreadLimit limit(threads);
    Context context;
    const Scene scene = randomFlight(5, 27, 30, 1e6);
    const auto advance = [&](Simulation& run, int first, int last) {
      for (int frame = first; frame <= last; ++frame) run.advanceTo(frame * 1e-3, context);
    };
    Simulation run(scene, options, context);
    advance(run, 1, half);
    if (!resumed) {
      advance(run, half + 1, 2 * half);
      check(run.statistics());
      return run.save();
    }
    Simulation other(scene, options, context);
    other.load(run.save());
    advance(other, half + 1, 2 * half);
    return other.save();
  };
  const std::vector<std::byte> one = end(1, false);
  EXPECT_TRUE(end(2, false) == one);
  EXPECT_TRUE(end(2, true) == one);
}

}  // namespace talus::passing
