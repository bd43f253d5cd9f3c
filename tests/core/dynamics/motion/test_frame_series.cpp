// A simulation frame by frame: forwards, back, on from a checkpoint, always the bits of a fresh run.
#include "dynamics/run/frame_series.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/error.h"
#include "dynamics/run/frame_contents.h"
#include "dynamics/run/snapshot_store.h"
#include "dynamics_scenes.h"
#include "message_of.h"

namespace talus::test_frame_series {
namespace {

constexpr std::size_t plenty = std::size_t{1} << 30U;

// Cubes that fall onto a floor, and onto each other.
Scene fallingCubes() {
  Scene scene;
  scene.shapes = {dynamics::cuboid(Vec3::Constant(0.2))};
  scene.materials = {{.name = "stone", .young = 1e6, .contact = {.restitution = 0.4, .friction = 0.5}}};
  scene.bodies.add({.id = 9, .position = {0, 0, -1}, .scale = 10, .motion = Motion::Fixed});
  for (int n = 0; n < 3; ++n)
    scene.bodies.add({.id = n,
                      .position = {0.03 * n, 0.02 * n, 0.12 + 0.25 * n},
                      .orientation = rotationBy(Vec3(0.2, 0.1 * n, 0)),
                      .mass = 2});
  scene.halo = 0.01;
  return scene;
}

FrameSeries seriesOf(const FrameTimes& times, std::size_t memory = plenty,
                     const SimulationOptions& options = {}) {
  Context context;
  return {std::make_unique<Simulation>(fallingCubes(), options, context), times, memory};
}

using Bytes = SnapshotStore::Bytes;

Bytes freshly(const FrameTimes& times, std::int64_t frame) {
  return seriesOf(times).show(frame, {}).save();
}

TEST(FrameSeries, BackAndForthShowsTheBitsOfAFreshRun) {
  const FrameTimes times(0.02, 0.3);
  for (const std::size_t memory : {plenty, std::size_t{0}}) {
    FrameSeries series = seriesOf(times, memory);
    for (const std::int64_t frame : {3, 0, 12, 5, 5, 13, 15, 1}) {
      const Simulation& shown = series.show(frame, {});
      EXPECT_EQ(shown.time(), times(frame));
      EXPECT_EQ(shown.statistics().time, times(frame));
      FrameSeries other = seriesOf(times);
      const Simulation& fresh = other.show(frame, {});
      EXPECT_EQ(shown.save(), fresh.save()) << frame;
      EXPECT_EQ(shown.loads(), fresh.loads()) << frame;
      EXPECT_EQ(contactCounts(shown), contactCounts(fresh)) << frame;
    }
    EXPECT_EQ(series.reached(), 15);
  }
}

TEST(FrameSeries, FramesThatAreNotKeptAreSimulatedAnew) {
  const FrameTimes times(0.02, 0.3);
  FrameSeries series = seriesOf(times);
  series.setKeepsAll(false);
  for (const std::int64_t frame : {3, 9, 9, 5, 6, 10, 0, 15}) {
    EXPECT_EQ(series.show(frame, {}).save(), freshly(times, frame)) << frame;
    EXPECT_EQ(series.snapshot(frame), freshly(times, frame)) << frame;
  }
  EXPECT_THROW(series.snapshot(9), Error);
  EXPECT_EQ(series.reached(), 15);
}

TEST(FrameSeries, ACancelledRunKeepsTheFramesItReached) {
  const FrameTimes times(0.02, 0.3);
  FrameSeries series = seriesOf(times);
  EXPECT_THROW(series.show(10, [](double fraction) { return fraction < 0.55; }), Cancelled);
  EXPECT_EQ(series.reached(), 5);
  EXPECT_EQ(series.snapshot(5), freshly(times, 5));
  EXPECT_EQ(series.show(10, {}).save(), freshly(times, 10));
}

TEST(FrameSeries, ProgressGrowsOverAllFrames) {
  FrameSeries series = seriesOf({0.01, 0.1});
  std::vector<double> seen;
  series.show(10, [&](double fraction) {
    seen.push_back(fraction);
    return true;
  });
  EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end()));
  EXPECT_GT(seen.size(), 10U);
  EXPECT_LE(seen.front(), 0.1);
  EXPECT_EQ(seen.back(), 1);
}

TEST(FrameSeries, OtherTimesKeepTheFramesTheyShare) {
  FrameSeries series = seriesOf({0.02, 0.15});
  series.show(8, {});  // at 0.15, which is no frame of the longer series
  series.setTimes({0.02, 0.3});
  EXPECT_EQ(series.reached(), 7);
  EXPECT_EQ(series.show(9, {}).save(), freshly({0.02, 0.3}, 9));
  series.setTimes({0.02, 0.1});
  EXPECT_EQ(series.reached(), 5);
  EXPECT_EQ(series.show(5, {}).save(), freshly({0.02, 0.1}, 5));
  series.setTimes({0.01, 0.1});
  EXPECT_EQ(series.reached(), 0);
  EXPECT_EQ(series.show(4, {}).save(), freshly({0.01, 0.1}, 4));
}

TEST(FrameSeries, GoesOnFromACheckpoint) {
  const FrameTimes times(0.02, 0.3);
  const Bytes saved = freshly(times, 6);
  FrameSeries series = seriesOf(times);
  series.resume(SnapshotParts(saved));
  EXPECT_EQ(series.reached(), 6);
  EXPECT_EQ(series.show(10, {}).save(), freshly(times, 10));
  EXPECT_EQ(series.show(3, {}).save(), freshly(times, 3)) << "a frame before the checkpoint";
  EXPECT_EQ(series.show(6, {}).save(), saved);
}

TEST(FrameSeries, RefusesACheckpointThatDoesNotFit) {
  const FrameTimes times(0.02, 0.3);
  FrameSeries series = seriesOf(times);
  series.show(2, {});
  const Bytes foreign = [] {
    SimulationOptions options;
    options.timeStep = 1e-4;
    return seriesOf({0.02, 0.3}, plenty, options).show(1, {}).save();
  }();
  EXPECT_NE(messageOf([&] { series.resume(SnapshotParts(foreign)); }), "");
  const std::string between = messageOf([&] { series.resume(SnapshotParts(freshly({0.03, 0.3}, 1))); });
  EXPECT_NE(between.find("0.03 s"), std::string::npos) << between;
  EXPECT_NE(messageOf([&] {
              series.resume(SnapshotParts(freshly({0.02, 0.5}, 20)));
            }),
            "")
      << "after the end";
  EXPECT_EQ(series.reached(), 2);
  EXPECT_EQ(series.show(3, {}).save(), freshly(times, 3));
}

TEST(FrameSeries, AFrameThatFailsCostsNoneBefore) {
  SimulationOptions options;
  options.integrator = IntegratorMethod::ImplicitEuler;
  options.implicit.solver = ImplicitSolver::Picard;
  options.implicit.maximumIterations = 1;
  options.timeStep = 0.01;
  options.moveLimit = 0;
  options.maximumHalvings = 0;
  FrameSeries series = seriesOf({0.01, 1}, plenty, options);
  EXPECT_NE(messageOf([&] { series.show(100, {}); }), "");
  const std::int64_t reached = series.reached();
  EXPECT_LT(reached, 100);
  EXPECT_EQ(series.show(reached, {}).time(), series.times()(reached));
}

}  // namespace
}  // namespace talus::test_frame_series
