#include <gtest/gtest.h>

#include <algorithm>

#include "base/parallel.h"
#include "box_flight.h"
#include "box_scenes.h"

namespace talus::test_broad_phase_motion {
namespace {

using test::allMethods;
using test::expectAgreement;
using test::Flight;
using test::makeAll;
using test::SceneKind;
using test::SceneMaker;

TEST(BroadPhaseMotion, ThousandStepsOfCoherentMotion) {
  Flight flight(1, SceneKind::Uniform, 200, 0.02);
  const auto phases = makeAll();
  std::vector<BodyPair> pairs;
  for (int step = 0; step < 1000 && !HasFailure(); ++step) {
    pairs = expectAgreement(phases, flight.boxes(), pairs, step);
    flight.step();
  }
  EXPECT_FALSE(pairs.empty());
}

TEST(BroadPhaseMotion, LatticesOfCoincidentCoordinatesInMotion) {
  Flight flight(2, SceneKind::Lattice, 150, 0);
  const auto phases = makeAll();
  std::vector<BodyPair> pairs;
  for (int step = 0; step < 200 && !HasFailure(); ++step) {
    pairs = expectAgreement(phases, flight.boxes(), pairs, step);
    for (std::size_t k = 0; k < 20; ++k) {  // by whole and half cells, so that coordinates coincide again
      const std::size_t body = flight.maker().below(150);
      const auto axis = flight.maker().below(3);
      const double move = flight.maker().below(2) == 0 ? 0.5 : -1;
      flight.boxes().low[axis][body] += move;
      flight.boxes().high[axis][body] += move;
    }
  }
}

TEST(BroadPhaseMotion, IncoherentMotion) {
  SceneMaker maker(3);
  const auto phases = makeAll();
  std::vector<BodyPair> pairs;
  for (int step = 0; step < 60 && !HasFailure(); ++step) {
    const auto kind = static_cast<SceneKind>(step % test::sceneKinds);
    if (step % 7 < 2 || kind == SceneKind::Equal)
      pairs = expectAgreement(phases, maker.make(kind, 150), pairs, step);
    pairs = expectAgreement(phases, maker.make(kind, 150 + maker.below(3) * 50), pairs, step);
  }
}

TEST(BroadPhaseMotion, BodiesComeAndGo) {
  Flight flight(4, SceneKind::Mixed, 150, 0.02);
  const auto phases = makeAll();
  std::vector<BodyPair> pairs;
  for (int step = 0; step < 300 && !HasFailure(); ++step) {
    pairs = expectAgreement(phases, flight.boxes(), pairs, step);
    flight.step();
    SceneMaker& maker = flight.maker();
    if (step % 3 == 0) flight.boxes().set(maker.below(150), Box());
    if (step % 3 == 1) flight.boxes().set(maker.below(150), maker.box(SceneKind::Infinite, 150));
    if (step % 10 == 0) flight.add(maker.box(SceneKind::Uniform, 150));
  }
}

TEST(BroadPhaseMotion, ArraysShrinkAndGrow) {
  SceneMaker maker(5);
  const BoxArrays all = maker.make(SceneKind::Uniform, 200);
  const auto phases = makeAll();
  std::vector<BodyPair> pairs;
  int step = 0;
  for (const std::size_t count : {200, 180, 190, 0, 1, 200, 199, 200}) {
    BoxArrays some = all;
    some.resize(count);
    pairs = expectAgreement(phases, some, pairs, step++);
  }
}

TEST(BroadPhaseMotion, OnlyTheOneBodyThatMovesChangesPairs) {
  SceneMaker maker(6);
  BoxArrays boxes = maker.make(SceneKind::Uniform, 300);
  const auto phases = makeAll();
  std::vector<BodyPair> pairs;
  for (int step = 0; step < 100 && !HasFailure(); ++step) {
    pairs = expectAgreement(phases, boxes, pairs, step);
    boxes.set(7, Box(Vec3(-4 + 0.08 * step, -1, -1), Vec3(-3 + 0.08 * step, 1, 1)));
  }
}

TEST(BroadPhaseMotion, ThreadsDoNotChangeTheStory) {
  for (const BroadPhaseMethod method : allMethods()) {
    Flight flight(7, SceneKind::SizeRatio, 3000, 0.01);
    const auto one = test::make(method);
    const auto many = test::make(method);
    for (int step = 0; step < 10; ++step) {
      many->update(flight.boxes());
      const ThreadLimit limit(1);
      one->update(flight.boxes());
      ASSERT_TRUE(std::ranges::equal(one->pairs(), many->pairs())) << name(method);
      ASSERT_TRUE(std::ranges::equal(one->begun(), many->begun())) << name(method);
      ASSERT_TRUE(std::ranges::equal(one->ended(), many->ended())) << name(method);
      flight.step();
    }
  }
}

TEST(SweepAndPrune, SwapsOnlyWhatMoved) {
  SceneMaker maker(8);
  BoxArrays boxes = maker.make(SceneKind::Uniform, 1000);
  const auto phase = test::make(BroadPhaseMethod::SweepAndPrune);
  phase->update(boxes);
  EXPECT_TRUE(phase->work().searchedAnew);
  phase->update(boxes);
  EXPECT_FALSE(phase->work().searchedAnew);
  EXPECT_EQ(phase->work().swaps, 0);
  for (double& x : boxes.low[0]) x += 0.5;  // a translation keeps the order
  for (double& x : boxes.high[0]) x += 0.5;
  phase->update(boxes);
  EXPECT_FALSE(phase->work().searchedAnew);
  EXPECT_EQ(phase->work().swaps, 0);
}

TEST(SweepAndPrune, SwapsAreCountedAndPairsChangeWithThem) {
  const auto phase = test::make(BroadPhaseMethod::SweepAndPrune);
  const Box first(Vec3(0, 0, 0), Vec3(1, 1, 1));
  BoxArrays boxes(std::vector<Box>{first, Box(Vec3(2, 0, 0), Vec3(3, 1, 1))});
  phase->update(boxes);
  EXPECT_TRUE(phase->pairs().empty());
  boxes.set(1, Box(Vec3(1, 0, 0), Vec3(2, 1, 1)));
  phase->update(boxes);  // the low of the second comes to lie before the high of the first
  EXPECT_EQ(phase->work().swaps, 1);
  EXPECT_EQ(phase->begun().size(), 1U);
  boxes.set(1, Box(Vec3(1.5, 0, 0), Vec3(2, 1, 1)));
  phase->update(boxes);
  EXPECT_EQ(phase->work().swaps, 1);
  EXPECT_EQ(phase->ended().size(), 1U);
}

TEST(SweepAndPrune, IncoherentMotionIsSearchedAnew) {
  SceneMaker maker(9);
  const auto phase = test::make(BroadPhaseMethod::SweepAndPrune);
  for (int step = 0; step < 10; ++step) {
    phase->update(maker.make(SceneKind::Uniform, 2000));
    EXPECT_TRUE(phase->work().searchedAnew);
  }
  const BoxArrays boxes = maker.make(SceneKind::Uniform, 2000);
  for (int step = 0; step < 20; ++step) phase->update(boxes);
  EXPECT_FALSE(phase->work().searchedAnew);  // comes back to its lists
}

TEST(NeighbourList, IsKeptAsLongAsNoBoxLeavesItsSkin) {
  BoxArrays boxes(std::vector<Box>{Box(Vec3(0, 0, 0), Vec3(1, 1, 1)), Box(Vec3(1.5, 0, 0), Vec3(2, 1, 1))});
  const auto phase = makeBroadPhase({BroadPhaseMethod::NeighbourList, {}, 0.25, 0});
  phase->update(boxes);
  EXPECT_TRUE(phase->work().searchedAnew);
  EXPECT_EQ(phase->work().candidates, 1);
  EXPECT_TRUE(phase->pairs().empty());
  boxes.set(1, Box(Vec3(1.25, 0, 0), Vec3(1.75, 1, 1)));
  phase->update(boxes);
  EXPECT_FALSE(phase->work().searchedAnew);
  EXPECT_TRUE(phase->pairs().empty());
  boxes.set(1, Box(Vec3(1, 0, 0), Vec3(1.5, 1, 1)));
  phase->update(boxes);
  EXPECT_TRUE(phase->work().searchedAnew);
  EXPECT_EQ(phase->pairs().size(), 1U);
}

TEST(NeighbourList, SkinsFollowTheSpeed) {
  for (const double speed : {0.001, 0.01}) {
    Flight flight(10, SceneKind::Uniform, 2000, speed);
    const auto phase = test::make(BroadPhaseMethod::NeighbourList);
    int searches = 0;
    for (int step = 0; step < 200; ++step) {
      phase->update(flight.boxes());
      searches += phase->work().searchedAnew ? 1 : 0;
      flight.step();
    }
    EXPECT_LT(searches, 60) << speed;
    EXPECT_GT(searches, 1) << speed;
  }
}

}  // namespace
}  // namespace talus::test_broad_phase_motion
