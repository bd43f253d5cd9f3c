#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <vector>

#include "base/parallel.h"
#include "passing_course.h"
#include "passing_scenes.h"

/// What tests expect of runs in which bodies would pass through each other.
namespace talus::passing {

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
