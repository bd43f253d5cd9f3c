#include "broadphase/broad_phase.h"

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

#include "base/error.h"
#include "base/parallel.h"
#include "box_scenes.h"
#include "broadphase/next_overlap.h"
#include "broadphase/sorted_order.h"

namespace talus::test_broad_phase {
namespace {

using test::allMethods;
using test::expectedPairs;
using test::found;
using test::SceneKind;
using test::SceneMaker;

constexpr double infinity = std::numeric_limits<double>::infinity();

void expectAllAgree(const BoxArrays& boxes, const std::string& what) {
  const std::vector<BodyPair> expected = expectedPairs(boxes);
  for (const BroadPhaseMethod method : allMethods())
    ASSERT_EQ(found(*test::make(method), boxes), expected) << what << ", " << name(method);
}

BoxArrays boxesOf(std::initializer_list<Box> boxes) {
  return BoxArrays(std::vector<Box>(boxes));
}

Box cube(double x, double y, double z, double size = 1) {
  return {Vec3(x, y, z), Vec3(x + size, y + size, z + size)};
}

TEST(BroadPhase, AllMethodsAgreeOn200RandomScenes) {
  for (int scene = 0; scene < 200; ++scene) {
    SceneMaker maker(static_cast<std::uint64_t>(scene));
    const auto kind = static_cast<SceneKind>(scene % test::sceneKinds);
    const std::size_t most = kind == SceneKind::Equal ? 120 : 700;
    const BoxArrays boxes = maker.make(kind, 1 + maker.below(most));
    expectAllAgree(boxes, "scene " + std::to_string(scene));
  }
}

TEST(BroadPhase, LargeScenesAreCutAndStillAgree) {
  for (const SceneKind kind :
       {SceneKind::Uniform, SceneKind::Clustered, SceneKind::SizeRatio, SceneKind::Lattice}) {
    SceneMaker maker(11);
    const BoxArrays boxes = maker.make(kind, 6000);
    expectAllAgree(boxes, "kind " + std::to_string(static_cast<int>(kind)));
  }
}

TEST(BroadPhase, NoBoxAndOneBoxMakeNoPair) {
  expectAllAgree(BoxArrays(), "none");
  expectAllAgree(boxesOf({cube(0, 0, 0)}), "one");
  expectAllAgree(boxesOf({Box()}), "an empty one");
  expectAllAgree(BoxArrays(1000), "only empty ones");
}

TEST(BroadPhase, TouchingCountsAndTheNextDoubleDoesNot) {
  const double next = std::nextafter(1.0, 2.0);
  for (int axis = 0; axis < 3; ++axis)
    for (const double offset : {0.0, 1e6, -1e-3}) {
      Vec3 shift = Vec3::Zero();
      shift[axis] = offset;
      Box first(Vec3(0, 0, 0), Vec3(1, 1, 1));
      Box touching = first;
      touching.min()[axis] = 1;
      touching.max()[axis] = 2;
      Box beside = touching;
      beside.min()[axis] = next;
      const BoxArrays boxes = boxesOf({first, touching, beside});
      const std::vector<BodyPair> expected{{0, 1}, {1, 2}};
      for (const BroadPhaseMethod method : allMethods())
        EXPECT_EQ(found(*test::make(method), boxes), expected) << name(method) << ", axis " << axis;
    }
}

TEST(BroadPhase, NegativeZeroIsZero) {
  const BoxArrays boxes =
      boxesOf({Box(Vec3(-1, -1, -1), Vec3(-0.0, 1, 1)), Box(Vec3(0.0, -1, -1), Vec3(1, 1, 1)),
               Box(Vec3(-0.0, -0.0, -0.0), Vec3(0.0, 0.0, 0.0))});
  for (const BroadPhaseMethod method : allMethods()) EXPECT_EQ(found(*test::make(method), boxes).size(), 3U);
}

TEST(BroadPhase, PlanesAndHalfSpacesMeetWhatTheyMust) {
  Box all(Vec3::Constant(-infinity), Vec3::Constant(infinity));
  Box floor(Vec3(-infinity, -infinity, -infinity), Vec3(infinity, infinity, 0));
  Box plane(Vec3(2, -infinity, -infinity), Vec3(2, infinity, infinity));
  Box atInfinity(Vec3(infinity, 0, 0), Vec3(infinity, 1, 1));
  const BoxArrays boxes = boxesOf({all, floor, plane, cube(1, 0, 0), cube(3, 0, 1e-300), atInfinity, Box()});
  const std::vector<BodyPair> expected{{0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5},
                                       {1, 2}, {1, 3}, {1, 5}, {2, 3}};
  EXPECT_EQ(expectedPairs(boxes), expected);
  expectAllAgree(boxes, "unbounded");
}

TEST(BroadPhase, ManyCoincidentBoxesAllPair) {
  for (const double size : {0.0, 1.0}) {
    const BoxArrays boxes(std::vector<Box>(300, cube(0.1, 0.2, 0.3, size)));
    for (const BroadPhaseMethod method : allMethods())
      EXPECT_EQ(found(*test::make(method), boxes).size(), 300U * 299 / 2) << name(method);
  }
}

TEST(BroadPhase, SceneInAPlaneAndOnALine) {
  SceneMaker maker(3);
  for (const int flatAxes : {1, 2}) {
    BoxArrays boxes = maker.make(SceneKind::Uniform, 800);
    for (int axis = 3 - flatAxes; axis < 3; ++axis)
      for (std::size_t i = 0; i < boxes.size(); ++i)
        boxes.low[static_cast<std::size_t>(axis)][i] = boxes.high[static_cast<std::size_t>(axis)][i] = 0.25;
    expectAllAgree(boxes, std::to_string(flatAxes) + " flat axes");
  }
}

TEST(BroadPhase, ScaleAndOffsetByPowersOfTwoChangeNothing) {
  SceneMaker maker(5);
  const BoxArrays boxes = maker.make(SceneKind::SizeRatio, 1500);
  const std::vector<BodyPair> expected = expectedPairs(boxes);
  for (const double scale : {0x1p-1000, 0x1p-20, 0x1p20, 0x1p1000}) {
    BoxArrays scaled = boxes;
    for (auto* const sides : {&scaled.low, &scaled.high})
      for (auto& values : *sides)
        for (double& x : values) x *= scale;
    for (const BroadPhaseMethod method : allMethods())
      EXPECT_EQ(found(*test::make(method), scaled), expected) << name(method) << ", scale " << scale;
  }
}

TEST(BroadPhase, AFewBodiesFarAwayDoNotHideTheOthers) {
  SceneMaker maker(6);
  BoxArrays boxes = maker.make(SceneKind::Uniform, 500);
  boxes.set(17, cube(1e300, 1e300, -1e300));
  boxes.set(18, cube(-1e9, 0, 0));
  boxes.set(400, cube(std::numeric_limits<double>::max(), 0, 0, 0));
  expectAllAgree(boxes, "far away");
}

TEST(BroadPhase, OneThreadAndManyGiveTheSame) {
  SceneMaker maker(7);
  const BoxArrays boxes = maker.make(SceneKind::SizeRatio, 20000);
  for (const BroadPhaseMethod method : allMethods()) {
    const auto many = found(*test::make(method), boxes);
    const ThreadLimit one(1);
    EXPECT_EQ(found(*test::make(method), boxes), many) << name(method);
  }
}

TEST(BroadPhase, UnwantedPairsAreLeftOut) {
  SceneMaker maker(8);
  const BoxArrays boxes = maker.make(SceneKind::Uniform, 400);
  const auto wanted = [](Index i, Index j) {
    EXPECT_LT(i, j);
    return i % 3 != 0 || j % 3 != 0;
  };
  std::vector<BodyPair> expected = expectedPairs(boxes);
  const std::size_t all = expected.size();
  std::erase_if(expected, [&](const BodyPair& pair) { return !wanted(pair.first, pair.second); });
  ASSERT_LT(expected.size(), all);
  for (const BroadPhaseMethod method : allMethods())
    EXPECT_EQ(found(*makeBroadPhase({method, wanted, -1, 0}), boxes), expected) << name(method);
}

TEST(BroadPhase, NaNIsAnErrorAndChangesNothing) {
  for (const BroadPhaseMethod method : allMethods()) {
    const auto phase = test::make(method);
    const BoxArrays good = boxesOf({cube(0, 0, 0), cube(0.5, 0, 0)});
    phase->update(good);
    BoxArrays bad = good;
    bad.high[1][1] = std::nan("");
    try {
      phase->update(bad);
      FAIL() << name(method);
    } catch (const Error& error) {
      EXPECT_EQ(error.where(), "box 1, axis y");
      EXPECT_FALSE(error.remedy().empty());
    }
    EXPECT_EQ(phase->pairs().size(), 1U);
    phase->update(good);
    EXPECT_EQ(phase->pairs().size(), 1U) << name(method);
    EXPECT_TRUE(phase->begun().empty()) << name(method);
  }
}

TEST(BroadPhase, ArraysOfDifferentLengthsAreAnError) {
  BoxArrays boxes(3);
  boxes.high[2].pop_back();
  EXPECT_THROW(test::make(BroadPhaseMethod::Octree)->update(boxes), Error);
}

TEST(BroadPhase, BadOptionsAreErrors) {
  EXPECT_THROW(makeBroadPhase({BroadPhaseMethod::NeighbourList, {}, infinity, 0}), Error);
  EXPECT_THROW(makeBroadPhase({BroadPhaseMethod::NeighbourList, {}, std::nan(""), 0}), Error);
  EXPECT_THROW(makeBroadPhase({static_cast<BroadPhaseMethod>(99), {}, -1, 0}), Error);
}

TEST(BroadPhase, CancellingStopsBeforeTheSearch) {
  const auto phase = test::make(BroadPhaseMethod::SweepAndPrune);
  Context context;
  context.cancel();
  EXPECT_THROW(phase->update(boxesOf({cube(0, 0, 0), cube(0, 0, 0)}), context), Cancelled);
  EXPECT_TRUE(phase->pairs().empty());
}

TEST(BroadPhase, ProgressIsOneStepABox) {
  double last = 0;
  Context context([&](double fraction) {
    last = fraction;
    return true;
  });
  context.beginStage(1, 2);
  test::make(BroadPhaseMethod::UniformGrid)->update(boxesOf({cube(0, 0, 0), cube(0, 0, 0)}), context);
  EXPECT_EQ(last, 1);
}

TEST(BroadPhase, AutoGoesByTheNumberOfBoxes) {
  EXPECT_EQ(chooseBroadPhase(100), BroadPhaseMethod::SweepAndPrune);
  EXPECT_EQ(chooseBroadPhase(100000), BroadPhaseMethod::NeighbourList);
  EXPECT_EQ(chooseBroadPhase(0), BroadPhaseMethod::NeighbourList);
  BroadPhaseOptions options;
  options.expectedBoxes = 2;
  const auto phase = makeBroadPhase(options);
  phase->update(boxesOf({cube(0, 0, 0), cube(0, 0, 0)}));
  EXPECT_EQ(phase->pairs().size(), 1U);
}

TEST(BroadPhase, EveryMethodHasItsName) {
  std::vector<std::string> names;
  for (const BroadPhaseMethod method : allMethods()) names.emplace_back(name(method));
  std::sort(names.begin(), names.end());
  EXPECT_EQ(std::unique(names.begin(), names.end()), names.end());
  EXPECT_STREQ(name(BroadPhaseMethod::SweepAndPrune), "SweepAndPrune");
}

TEST(BoxArrays, HoldsWhatIsSet) {
  BoxArrays boxes = boxesOf({cube(1, 2, 3), Box()});
  EXPECT_EQ(boxes.box(0).min(), Vec3(1, 2, 3));
  EXPECT_EQ(boxes.box(0).max(), Vec3(2, 3, 4));
  EXPECT_FALSE(boxes.empty(0));
  EXPECT_TRUE(boxes.empty(1));
  boxes.resize(3);
  EXPECT_TRUE(boxes.empty(2));
}

TEST(BodyPairs, ChangesOfSortedLists) {
  const std::vector<BodyPair> before{{0, 1}, {0, 3}, {2, 3}};
  const std::vector<BodyPair> now{{0, 2}, {0, 3}, {2, 4}};
  std::vector<BodyPair> begun;
  std::vector<BodyPair> ended;
  comparePairs(before, now, begun, ended);
  EXPECT_EQ(begun, (std::vector<BodyPair>{{0, 2}, {2, 4}}));
  EXPECT_EQ(ended, (std::vector<BodyPair>{{0, 1}, {2, 3}}));
  std::vector<BodyPair> pairs = before;
  std::vector<BodyPair> scratch;
  changePairs(pairs, begun, ended, scratch);
  EXPECT_EQ(pairs, now);
}

TEST(BodyPairs, SortingJoinsPartsAndDropsRepetitions) {
  std::vector<BodyPair> sorted;
  sortPairs({{{1, 2}, {0, 5}}, {}, {{0, 5}, {0, 2}}}, 6, sorted);
  EXPECT_EQ(sorted, (std::vector<BodyPair>{{0, 2}, {0, 5}, {1, 2}}));
}

// ---- One box among many ----

// Of more boxes than fit in one vector, of any vectors' length.
TEST(NextOverlap, FindsEachBoxThatMeetsWithEveryInstructionSet) {
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    hwy::SetSupportedTargetsForTest(target);
    for (int scene = 0; scene < 40; ++scene) {
      SceneMaker maker(static_cast<std::uint64_t>(scene));
      const BoxArrays boxes =
          maker.make(static_cast<SceneKind>(scene % test::sceneKinds), 1 + maker.below(70));
      for (std::size_t i = 0; i < boxes.size(); ++i) {
        if (boxes.empty(i)) continue;
        for (std::size_t j = 0, next = nextOverlap(boxes, boxes.box(i), 0); j < boxes.size(); ++j) {
          const bool meets = !boxes.empty(j) && boxes.overlap(i, j);
          ASSERT_EQ(meets, next == j) << "scene " << scene << ", " << hwy::TargetName(target);
          if (meets) next = nextOverlap(boxes, boxes.box(i), j + 1);
        }
      }
    }
  }
  hwy::SetSupportedTargetsForTest(0);
}

TEST(NextOverlap, NoBoxAndEmptyBoxesMeetNothing) {
  EXPECT_EQ(nextOverlap(BoxArrays(), cube(0, 0, 0), 0), 0U);
  for (const std::size_t count : {1U, 8U, 21U}) {
    BoxArrays boxes(count);  // empty
    EXPECT_EQ(nextOverlap(boxes, cube(0, 0, 0), 0), count);
    boxes.set(count - 1, cube(1, 1, 1));  // touches
    EXPECT_EQ(nextOverlap(boxes, cube(0, 0, 0), 0), count - 1);
    EXPECT_EQ(nextOverlap(boxes, cube(0, 0, 0), count), count);
  }
}

// ---- Sorting ----

TEST(SortedOrder, IsStableForFewItemsAndForMany) {
  std::mt19937 random(3);
  std::uniform_int_distribution<int> draw(-40, 40);
  for (const std::size_t count : {0U, 1U, 2U, 48U, 512U, 513U, 3000U}) {
    std::vector<double> values(count);
    for (double& value : values) value = 0.1 * draw(random);
    std::vector<std::uint32_t> tags(count), order(count);
    std::iota(tags.begin(), tags.end(), 0U);
    std::vector<std::uint32_t> expected = tags;
    std::ranges::stable_sort(expected, {}, [&](std::uint32_t i) { return values[i]; });
    const std::vector<float> keys(values.begin(), values.end());
    radixOrder(keys, order);
    EXPECT_EQ(order, expected);
    const std::vector<double> given = values;
    radixSort(values, tags);
    EXPECT_EQ(tags, expected);
    for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(values[i], given[expected[i]]);
  }
}

}  // namespace
}  // namespace talus::test_broad_phase
