// A simulation has the same bits on any number of ranks, and when it is resumed on another number.
#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <mutex>

#include "base/parallel.h"
#include "distributed/thread_communicator.h"
#include "dynamics/run/simulation.h"
#include "message_of.h"
#include "rank_scenes.h"

namespace talus {
namespace {

/// A frame: the bytes of each body's motion and loads, by number, and of the statistics.
struct Frame {
  std::map<Index, std::vector<std::byte>> bodies;
  std::vector<std::byte> statistics;

  void add(const Simulation& simulation) {
    const BodyState& state = simulation.state();
    for (const std::size_t i : simulation.presentRows()) {
      if (simulation.inertia().isWall(i)) continue;
      ByteWriter bytes;
      for (const Vec3& v : {state.position[i], state.velocity[i], state.angularMomentum[i],
                            simulation.loads().force[i], simulation.loads().torque[i]})
        bytes.value(v);
      bytes.value(state.orientation[i]);
      bytes.value(simulation.contactCounts()[i]);
      EXPECT_TRUE(bodies.emplace(simulation.numberOf(i), bytes.bytes()).second);  // on one rank only
    }
    FrameStatistics now = simulation.statistics();
    now.comparisons.clear();  // those of a rank
    ByteWriter bytes;
    now.save(bytes);
    EXPECT_TRUE(statistics.empty() || statistics == bytes.bytes());
    statistics = bytes.bytes();
  }
  bool operator==(const Frame&) const = default;
};

struct Course {
  Scene scene;
  SimulationOptions options;
  double interval;
  int frames;
};

// The parts that all ranks have saved.
using Parts = std::vector<std::vector<std::byte>>;

// Frames first … last of a run, from saved parts unless they are empty.
struct Result {
  std::vector<Frame> frames;
  Parts saved;
  FrameStatistics last;
};

Result onRanks(const Course& course, int size, int first, int last, const Parts& from = {}) {
  Result result;
  result.frames.resize(static_cast<std::size_t>(last - first + 1));
  result.saved.resize(static_cast<std::size_t>(size));
  std::mutex mutex;
  const ThreadLimit limit(1);  // of each rank
  runOnThreads(size, [&](ThreadCommunicator& ranks) {
    Context context;
    Simulation simulation(ranks.rank() == 0 ? course.scene : Scene(), course.options, context, &ranks);
    if (!from.empty())
      simulation.load(SnapshotParts{from.size(), [&from](std::size_t part) { return from[part]; }});
    for (int frame = first; frame <= last; ++frame) {
      if (frame > 0) simulation.advanceTo(frame * course.interval, context);
      const std::lock_guard lock(mutex);
      result.frames[static_cast<std::size_t>(frame - first)].add(simulation);
    }
    const std::lock_guard lock(mutex);
    result.saved[static_cast<std::size_t>(ranks.rank())] = simulation.save();
    result.last = simulation.statistics();
  });
  return result;
}

SimulationOptions optionsOf(ContactLawKind law, IntegratorMethod method = IntegratorMethod::VelocityVerlet) {
  SimulationOptions options;
  options.contacts.law = law;
  options.integrator = method;
  return options;
}

// The scenes to run, by name: the name of a test must not need the scene.
const char* const names[] = {"HeapHaloArea", "HeapLinear",   "HeapSuzuki4", "HeapRungeKutta4",
                             "DrumHertz",    "DrumHaloArea", "NetHaloArea", "NetLinear"};

Course courseOf(const std::string& name) {
  const auto course = [](const Scene& scene, const SimulationOptions& options, int frames) {
    return Course{scene, options, 0.02, frames};
  };
  if (name == "HeapHaloArea") return course(on_ranks::heap(3, 4), optionsOf(ContactLawKind::HaloArea), 6);
  if (name == "HeapLinear")
    return course(on_ranks::heap(3, 4), optionsOf(ContactLawKind::LinearSpringDashpot), 6);
  if (name == "HeapSuzuki4")
    return course(on_ranks::heap(3, 2), optionsOf(ContactLawKind::HaloArea, IntegratorMethod::Suzuki4), 4);
  if (name == "HeapRungeKutta4")
    return course(on_ranks::heap(3, 2), optionsOf(ContactLawKind::HaloArea, IntegratorMethod::RungeKutta4),
                  4);
  if (name == "DrumHertz") return course(on_ranks::drum(40), optionsOf(ContactLawKind::HertzMindlin), 4);
  if (name == "DrumHaloArea") return course(on_ranks::drum(40), optionsOf(ContactLawKind::HaloArea), 4);
  if (name == "NetHaloArea") return course(on_ranks::net(3), optionsOf(ContactLawKind::HaloArea), 6);
  return course(on_ranks::net(3), optionsOf(ContactLawKind::LinearSpringDashpot), 6);
}

class EveryScene : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Scenes, EveryScene, testing::ValuesIn(names),
                         [](const auto& test) { return std::string(test.param); });

TEST_P(EveryScene, HasTheBitsOfOneRank) {
  const Course course = courseOf(GetParam());
  const Result one = onRanks(course, 1, 0, course.frames);
  EXPECT_GE(one.last.touching, 5);
  for (const int size : {2, 3, 4, 7}) {
    const Result several = onRanks(course, size, 0, course.frames);
    for (std::size_t i = 0; i < one.frames.size(); ++i) {
      ASSERT_TRUE(several.frames[i].bodies == one.frames[i].bodies) << size << " ranks, frame " << i;
      ASSERT_TRUE(several.frames[i].statistics == one.frames[i].statistics) << size << " ranks, frame " << i;
    }
  }
}

void expectResumed(const Course& course, const std::vector<std::pair<int, int>>& sizes) {
  const int middle = course.frames / 2, last = course.frames;
  const Result whole = onRanks(course, 1, 0, last);
  for (const auto& [before, after] : sizes) {
    const Result half = onRanks(course, before, 0, middle);
    const Result rest = onRanks(course, after, middle + 1, last, half.saved);
    for (std::size_t i = 0; i < rest.frames.size(); ++i)
      ASSERT_TRUE(rest.frames[i] == whole.frames[i + static_cast<std::size_t>(middle) + 1])
          << "from " << before << " to " << after << " ranks, frame " << i;
  }
}

TEST_P(EveryScene, IsSavedOnThreeRanksAndResumedOnTwo) {
  expectResumed(courseOf(GetParam()), {{3, 2}});
}

TEST(SimulationOnRanks, IsResumedOnMoreRanksOrOnOne) {
  expectResumed(courseOf("HeapHaloArea"), {{1, 3}, {4, 1}, {2, 5}});
}

// Two grains meet far from a third one: ranks without bodies, and without walls, take part in all messages.
Scene threeGrains() {
  Scene scene = on_ranks::sceneOf(1e6, 0.5);
  scene.gravity.setZero();
  scene.shapes = {on_ranks::grain(0.05, 20)};
  for (int n = 0; n < 3; ++n)
    on_ranks::add(
        scene,
        {.id = n, .position = {n * 0.06 + (n == 2 ? 1 : 0), 0, 0}, .velocity = {n == 0 ? 1.0 : 0, 0, 0}});
  return scene;
}

TEST(SimulationOnRanks, MayLeaveRanksWithoutBodies) {
  const Course course{threeGrains(), optionsOf(ContactLawKind::HaloArea), 0.01, 4};
  const Result one = onRanks(course, 1, 0, course.frames), several = onRanks(course, 6, 0, course.frames);
  EXPECT_GT(one.last.dissipatedEnergy, 0);
  EXPECT_EQ(several.frames.back() == one.frames.back(), true);
  const Result resumed = onRanks(course, 5, course.frames + 1, course.frames + 1, several.saved);
  EXPECT_TRUE(resumed.frames[0] == onRanks(course, 1, 0, course.frames + 1).frames.back());
}

// Bodies that outrun their skins, and those that reach no other: a shot through a heap.
TEST(SimulationOnRanks, FollowsFastBodies) {
  Scene scene = on_ranks::heap(3, 2);
  on_ranks::add(scene, {.id = 5000, .position = {-1, 0.05, 0.06}, .velocity = {60, 0, 0}});
  SimulationOptions options = optionsOf(ContactLawKind::HaloArea);
  for (const double timeStep : {0.0, 2e-5}) {
    options.timeStep = timeStep;
    const Course course{scene, options, 0.01, 4};
    const Result one = onRanks(course, 1, 0, course.frames), three = onRanks(course, 3, 0, course.frames);
    for (std::size_t i = 0; i < one.frames.size(); ++i) EXPECT_TRUE(three.frames[i] == one.frames[i]) << i;
  }
}

// One message to each neighbour for each evaluation, and one or two reductions for each step. In addition,
// two messages when ghosts are chosen, and some reductions for each frame: facts, sums, balance, a cut of
// four.
TEST(SimulationOnRanks, SendsFewMessages) {
  const Course course = courseOf("HeapHaloArea");
  runOnThreads(4, [&](ThreadCommunicator& ranks) {
    Context context;
    Simulation simulation(course.scene, course.options, context, &ranks);
    for (int frame = 1; frame <= 3; ++frame) {
      const Traffic before = ranks.traffic();
      simulation.advanceTo(frame * course.interval, context);
      const Traffic after = ranks.traffic();
      const std::int64_t steps = simulation.statistics().steps;
      const int neighbours = simulation.distribution()->neighbours();
      ASSERT_GT(steps, 300);
      EXPECT_GT(neighbours, 0);
      EXPECT_LE(static_cast<double>(after.messages - before.messages),
                1.1 * static_cast<double>(steps * neighbours));
      EXPECT_LE(after.reductions - before.reductions, 2 * steps + 12);
    }
  });
}

// In the middle of a frame, where the other ranks wait for messages of the one that fails.
TEST(SimulationOnRanks, EndsOnAllRanksWithTheErrorOfOne) {
  const Course course = courseOf("HeapHaloArea");
  for (const int failing : {0, 1, 2}) {
    std::atomic<int> ended = 0;
    const auto run = [&] {
      runOnThreads(3, [&](ThreadCommunicator& ranks) {
        Context context;
        Simulation simulation(course.scene, course.options, context, &ranks);
        Context frame([&](double fraction) {
          if (ranks.rank() == failing && fraction > 0.3) throw Error("The disk is full", "", "");
          return true;
        });
        ++ended;
        simulation.advanceTo(course.interval, frame);
        --ended;
      });
    };
    EXPECT_NE(messageOf(run).find("The disk is full"), std::string::npos) << failing;
    EXPECT_EQ(ended, 3);
  }
}

TEST(SimulationOnRanks, RefusesWhatNeedsOneRank) {
  const auto messageFor = [](const SimulationOptions& options) {
    return messageOf([&] { onRanks({threeGrains(), options, 0.01, 1}, 2, 0, 0); });
  };
  EXPECT_NE(messageFor(optionsOf(ContactLawKind::Barrier)).find("one rank only"), std::string::npos);
  EXPECT_NE(messageFor(optionsOf(ContactLawKind::HaloArea, IntegratorMethod::Gear)).find("one rank only"),
            std::string::npos);
  const Course course{threeGrains(), {}, 0.01, 1};
  Parts parts = onRanks(course, 3, 0, 1).saved;
  parts.erase(parts.begin() + (parts[0].size() > parts[1].size() ? 0 : 1));  // one with bodies
  EXPECT_NE(messageOf([&] { onRanks(course, 2, 2, 2, parts); }).find("missing"), std::string::npos);
}

}  // namespace
}  // namespace talus
