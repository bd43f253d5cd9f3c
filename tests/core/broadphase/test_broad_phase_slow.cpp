// The larger scenes and longer stories, against the definition.

#include <gtest/gtest.h>

#include <algorithm>

#include "box_flight.h"
#include "box_scenes.h"

namespace talus::test_broad_phase_slow {
namespace {

using test::allMethods;
using test::expectAgreement;
using test::expectedPairs;
using test::Flight;
using test::SceneKind;
using test::SceneMaker;

TEST(BroadPhaseSlow, AllMethodsAgreeOn200LargeScenes) {
  for (int scene = 0; scene < 200; ++scene) {
    SceneMaker maker(1000 + static_cast<std::uint64_t>(scene));
    const auto kind = static_cast<SceneKind>(scene % test::sceneKinds);
    const BoxArrays boxes = maker.make(kind, kind == SceneKind::Equal ? 300 : 1000 + maker.below(2000));
    const std::vector<BodyPair> expected = expectedPairs(boxes);
    for (const BroadPhaseMethod method : allMethods())
      ASSERT_EQ(test::found(*test::make(method), boxes), expected)
          << "scene " << scene << ", " << name(method);
  }
}

TEST(BroadPhaseSlow, ThousandStepsOfAThousandBoxes) {
  for (const SceneKind kind : {SceneKind::Uniform, SceneKind::SizeRatio}) {
    Flight flight(21, kind, 1000, 0.005, 5);
    const auto phases = test::makeAll();
    std::vector<BodyPair> pairs;
    for (int step = 0; step < 1000 && !testing::Test::HasFailure(); ++step) {
      pairs = expectAgreement(phases, flight.boxes(), pairs, step);
      flight.step();
    }
    EXPECT_FALSE(pairs.empty());
  }
}

}  // namespace
}  // namespace talus::test_broad_phase_slow
