// A simulation has the same bits on any number of ranks, and when it is resumed on another number.
#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <mutex>

#include "base/parallel.h"
#include "dynamics/run/frame_contents.h"
#include "dynamics/run/frame_series.h"
#include "dynamics/run/ghost_ranks.h"
#include "dynamics/run/shared_work.h"
#include "dynamics/run/simulation.h"
#include "message_of.h"
#include "rank_scenes.h"
#include "thread_communicator.h"

namespace talus::test_simulation_on_ranks {
namespace {

/// A frame: the bytes of each body's motion and loads, by number, and of the statistics.
struct Frame {
  std::map<Index, std::vector<std::byte>> bodies;
  std::vector<std::byte> statistics;

  void add(const Simulation& simulation) {
    const BodyState& state = simulation.state();
    for (const std::size_t i : presentRows(simulation)) {
      ByteWriter bytes;
      for (const Vec3& v : {state.position[i], state.velocity[i], state.angularMomentum[i],
                            simulation.loads().force[i], simulation.loads().torque[i]})
        bytes.value(v);
      bytes.value(state.orientation[i]);
      bytes.value(contactCounts(simulation)[i]);
      bytes.value(coordinationNumbers(simulation)[i]);
      EXPECT_TRUE(bodies.emplace(numberOf(simulation, i), bytes.bytes()).second);  // on one rank only
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
  std::int64_t divisions = 0;  // of work, where all ranks know all bodies
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
    auto* shared = dynamic_cast<SharedWork*>(&simulation.world());
    if (shared) shared->work().setLeast(0);
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
    if (shared) result.divisions = shared->work().divisions();
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

// The same where all ranks know all bodies.
const std::map<std::string, std::pair<ContactLawKind, IntegratorMethod>> ofAllBodies = {
    {"HeapImplicitEuler", {ContactLawKind::HaloArea, IntegratorMethod::ImplicitEuler}},
    {"HeapGear", {ContactLawKind::LinearSpringDashpot, IntegratorMethod::Gear}},
    {"HeapBarrier", {ContactLawKind::Barrier, IntegratorMethod::VelocityVerlet}},
    {"HeapCertified", {ContactLawKind::HaloArea, IntegratorMethod::VelocityVerlet}},
    {"HeapIncremental", {ContactLawKind::Barrier, IntegratorMethod::IncrementalPotential}},
    {"HeapImpulses", {ContactLawKind::HaloArea, IntegratorMethod::ContactDynamics}},
    {"DrumImpulses", {ContactLawKind::HaloArea, IntegratorMethod::ContactDynamics}},
    {"NetImpulses", {ContactLawKind::HaloArea, IntegratorMethod::ContactDynamics}},
    {"DrumImplicitEuler", {ContactLawKind::HaloArea, IntegratorMethod::ImplicitEuler}},
    {"DrumMultiscale", {ContactLawKind::HaloArea, IntegratorMethod::MultiscalePicard}},
    {"DrumIncremental", {ContactLawKind::Barrier, IntegratorMethod::IncrementalPotential}},
    {"NetImplicitEuler", {ContactLawKind::HaloArea, IntegratorMethod::ImplicitEuler}},
    {"NetBarrier", {ContactLawKind::Barrier, IntegratorMethod::VelocityVerlet}},
    {"NetIncremental", {ContactLawKind::Barrier, IntegratorMethod::IncrementalPotential}},
    {"NetSecondOrder", {ContactLawKind::Barrier, IntegratorMethod::IncrementalPotential}}};

Course courseOfAllBodies(const std::string& name) {
  const auto& [law, method] = ofAllBodies.at(name);
  SimulationOptions options = optionsOf(law, method);
  options.certify = law == ContactLawKind::Barrier || name == "HeapCertified";
  options.implicit.secondOrder = name == "NetSecondOrder";
  if (name.starts_with("Heap")) return {on_ranks::heap(4, 4), options, 0.02, 3};
  if (name.starts_with("Drum")) return {on_ranks::drum(30), options, 0.02, 3};
  return {on_ranks::net(3), options, 0.02, 4};
}

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

void expectSameOnRanks(const Course& course, const std::vector<int>& sizes) {
  const Result one = onRanks(course, 1, 0, course.frames);
  EXPECT_GE(one.last.touching, 4);
  const bool divides = knowsAllBodies(course.options);
  for (const int size : sizes) {
    const Result several = onRanks(course, size, 0, course.frames);
    EXPECT_EQ(several.divisions > 0, divides);
    for (std::size_t i = 0; i < one.frames.size(); ++i) {
      ASSERT_TRUE(several.frames[i].bodies == one.frames[i].bodies) << size << " ranks, frame " << i;
      ASSERT_TRUE(several.frames[i].statistics == one.frames[i].statistics) << size << " ranks, frame " << i;
    }
  }
}

class EveryScene : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Scenes, EveryScene, testing::ValuesIn(names),
                         [](const auto& test) { return std::string(test.param); });

TEST_P(EveryScene, HasTheBitsOfOneRank) {
  expectSameOnRanks(courseOf(GetParam()), {2, 3, 4, 7});
}

class EverySceneOfAllBodies : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Scenes, EverySceneOfAllBodies, testing::ValuesIn([] {
                           std::vector<std::string> all;
                           for (const auto& [name, options] : ofAllBodies) all.push_back(name);
                           return all;
                         }()),
                         [](const auto& test) { return test.param; });

TEST_P(EverySceneOfAllBodies, HasTheBitsOfOneRank) {
  expectSameOnRanks(courseOfAllBodies(GetParam()), {2, 3, 4, 7});
}

void expectResumed(const Course& course, const std::vector<std::pair<int, int>>& sizes) {
  const int middle = course.frames / 2, last = course.frames;
  const Result whole = onRanks(course, 1, 0, last);
  for (const auto& [before, after] : sizes) {
    Result half = onRanks(course, before, 0, middle);
    if (knowsAllBodies(course.options)) half.saved.resize(1);  // that of any rank
    const Result rest = onRanks(course, after, middle + 1, last, half.saved);
    for (std::size_t i = 0; i < rest.frames.size(); ++i)
      ASSERT_TRUE(rest.frames[i] == whole.frames[i + static_cast<std::size_t>(middle) + 1])
          << "from " << before << " to " << after << " ranks, frame " << i;
  }
}

TEST_P(EveryScene, IsSavedOnThreeRanksAndResumedOnTwo) {
  expectResumed(courseOf(GetParam()), {{3, 2}});
}

TEST_P(EverySceneOfAllBodies, IsSavedOnThreeRanksAndResumedOnTwo) {
  expectResumed(courseOfAllBodies(GetParam()), {{3, 2}, {3, 1}, {1, 2}});
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
      const int neighbours = dynamic_cast<GhostRanks&>(simulation.world()).distribution().neighbours();
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
  for (const Course& course : {courseOf("HeapHaloArea"), courseOfAllBodies("HeapBarrier")}) {
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
}

// A frame that one rank cancels ends on all of them, at the same step; then it can be shown.
TEST(SimulationOnRanks, CancelsOnAllRanksAndGoesOn) {
  for (const Course& course : {courseOf("HeapHaloArea"), courseOfAllBodies("HeapBarrier")}) {
    const Result one = onRanks(course, 1, 0, 2);
    std::mutex mutex;
    Frame shown;
    runOnThreads(3, [&](ThreadCommunicator& ranks) {
      Context context;
      FrameSeries frames(std::make_unique<Simulation>(course.scene, course.options, context, &ranks),
                         FrameTimes(course.interval, course.interval * course.frames), 1U << 20U);
      const auto cancel = [&](double fraction) { return ranks.rank() != 1 || fraction < 0.7; };
      EXPECT_THROW(frames.show(2, cancel), Cancelled);
      EXPECT_EQ(frames.reached(), 1);
      const Simulation& simulation = frames.show(2, {});
      const std::lock_guard lock(mutex);
      shown.add(simulation);
    });
    EXPECT_TRUE(shown == one.frames[2]);
  }
}

TEST(SimulationOnRanks, RefusesMissingParts) {
  const Course course{threeGrains(), {}, 0.01, 1};
  Parts parts = onRanks(course, 3, 0, 1).saved;
  parts.erase(parts.begin() + (parts[0].size() > parts[1].size() ? 0 : 1));  // one with bodies
  EXPECT_NE(messageOf([&] { onRanks(course, 2, 2, 2, parts); }).find("missing"), std::string::npos);
}

}  // namespace
}  // namespace talus::test_simulation_on_ranks
