#include "geometry/mesh/box_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace talus::test_box_tree {
namespace {

std::vector<Box> randomBoxes(std::size_t count, double size) {
  std::mt19937_64 engine(5);
  std::uniform_real_distribution<double> u(0, 1);
  std::vector<Box> boxes;
  for (std::size_t i = 0; i < count; ++i) {
    const Vec3 low(u(engine), u(engine), u(engine));
    boxes.emplace_back(low, Vec3(low + size * Vec3(u(engine), u(engine), u(engine))));
  }
  return boxes;
}

std::vector<Index> found(const BoxTree& tree, const Box& target) {
  std::vector<Index> items;
  tree.queryBox(target, [&](Index item) {
    items.push_back(item);
    return true;
  });
  std::sort(items.begin(), items.end());
  return items;
}

TEST(BoxTree, FindsExactlyTheBoxesThatMeet) {
  for (const std::size_t count : {1u, 2u, 5u, 100u, 3000u}) {
    const auto boxes = randomBoxes(count, 0.2);
    const BoxTree tree(boxes);
    for (const Box& target : randomBoxes(50, 0.1)) {
      std::vector<Index> expected;
      for (std::size_t i = 0; i < boxes.size(); ++i)
        if (boxes[i].intersects(target)) expected.push_back(static_cast<Index>(i));
      ASSERT_EQ(found(tree, target), expected);
    }
  }
}

TEST(BoxTree, ManyEqualBoxesAreNoTrouble) {
  const std::vector<Box> boxes(10000, Box(Vec3(0, 0, 0), Vec3(1, 1, 1)));
  EXPECT_EQ(found(BoxTree(boxes), boxes[0]).size(), boxes.size());
}

TEST(BoxTree, StopsWhenTold) {
  const auto boxes = randomBoxes(100, 1.0);
  int visits = 0;
  const bool finished =
      BoxTree(boxes).queryBox(Box(Vec3(0, 0, 0), Vec3(2, 2, 2)), [&](Index) { return ++visits < 3; });
  EXPECT_FALSE(finished);
  EXPECT_EQ(visits, 3);
}

TEST(BoxTree, EmptyTreeFindsNothing) {
  EXPECT_TRUE(found(BoxTree(), Box(Vec3(0, 0, 0), Vec3(1, 1, 1))).empty());
  EXPECT_TRUE(BoxTree().bounds().isEmpty());
}

TEST(BoxTree, HoldsInfiniteBoxes) {
  const double infinity = std::numeric_limits<double>::infinity();
  std::vector<Box> boxes = randomBoxes(20, 0.1);
  boxes.emplace_back(Vec3::Constant(-infinity), Vec3::Constant(infinity));
  EXPECT_EQ(found(BoxTree(boxes), Box(Vec3(50, 50, 50), Vec3(51, 51, 51))), std::vector<Index>{20});
}

}  // namespace
}  // namespace talus::test_box_tree
