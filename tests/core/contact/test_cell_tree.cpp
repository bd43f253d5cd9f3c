#include "contact/overlap/cell_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace talus::test_cell_tree {
namespace {

using Numbers = std::set<std::uint32_t>;

struct Found {
  Numbers items;
  std::size_t visited = 0;
};

Found visited(const CellTree& tree, const Box& within) {
  Found found;
  tree.descend(
      within, [](const Box&) { return true; },
      [&found](std::span<const std::uint32_t> numbers) {
        found.items.insert(numbers.begin(), numbers.end());
        found.visited += numbers.size();
        return true;
      });
  return found;
}

Numbers meeting(const std::vector<Box>& boxes, const Box& within) {
  Numbers numbers;
  for (std::size_t i = 0; i < boxes.size(); ++i)
    if (boxes[i].intersects(within)) numbers.insert(static_cast<std::uint32_t>(i));
  return numbers;
}

struct RandomBoxes {
  std::mt19937 engine;

  double uniform(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(engine);
  }
  Box box(const Vec3& middle, double reach, double size) {
    const Vec3 low = middle + reach * Vec3(uniform(-1, 1), uniform(-1, 1), uniform(-1, 1));
    return {low, Vec3(low + size * Vec3(uniform(0, 1), uniform(0, 1), uniform(0, 1)))};
  }
};

TEST(CellTree, VisitsAllThatMeetABox) {
  RandomBoxes random{std::mt19937(1)};
  std::vector<Box> boxes;
  for (int i = 0; i < 1500; ++i) boxes.push_back(random.box(Vec3::Zero(), 1, 0.1));
  for (int i = 0; i < 1500; ++i) boxes.push_back(random.box(Vec3(5, 5, 5), 1e-4, 1e-5));
  const CellTree tree(boxes);
  for (int i = 0; i < 300; ++i) {
    const bool small = i % 2 == 1;
    const Box within = small ? random.box(Vec3(5, 5, 5), 1e-4, 3e-5) : random.box(Vec3::Zero(), 1, 0.3);
    const Numbers expected = meeting(boxes, within);
    const Found found = visited(tree, within);
    EXPECT_TRUE(std::ranges::includes(found.items, expected));
    EXPECT_LT(found.visited, 600U);  // of 3 000: cells are small where the boxes are
  }
}

TEST(CellTree, EntersNothingWithinWhatIsRefused) {
  RandomBoxes random{std::mt19937(2)};
  std::vector<Box> boxes;
  for (int i = 0; i < 1000; ++i) boxes.push_back(random.box(Vec3::Zero(), 1, 0.1));
  const CellTree tree(boxes);
  const Box half(Vec3(-2, -2, -2), Vec3(-0.2, 2, 2));
  const Box all(Vec3(-9, -9, -9), Vec3(9, 9, 9));
  Box refused;
  EXPECT_TRUE(tree.descend(
      all,
      [&](const Box& cell) {
        EXPECT_FALSE(!refused.isEmpty() && refused.contains(cell));
        if (!cell.intersects(half)) refused = cell;
        return cell.intersects(half);
      },
      [](std::span<const std::uint32_t>) { return true; }));
  int visits = 0;
  EXPECT_FALSE(tree.descend(
      all, [](const Box&) { return true; },
      [&visits](std::span<const std::uint32_t>) { return ++visits < 3; }));
  EXPECT_EQ(visits, 3);
}

// Long boxes across each other lie in many cells each.
TEST(CellTree, CopiesAreFew) {
  RandomBoxes random{std::mt19937(4)};
  std::vector<Box> boxes;
  for (std::size_t i = 0; i < 3000; ++i) {
    Box bar = random.box(Vec3::Zero(), 1, 1e-3);
    bar.max()[static_cast<Eigen::Index>(i % 3)] += 1;
    boxes.push_back(bar);
  }
  const Box all(Vec3(-9, -9, -9), Vec3(9, 9, 9));
  const Found found = visited(CellTree(boxes), all);
  EXPECT_EQ(found.items.size(), boxes.size());
  EXPECT_LE(found.visited, 16 * boxes.size());
}

TEST(CellTree, EqualBoxesAndPointsEndTheHalving) {
  const std::vector<Box> equal(500, Box(Vec3(1, 2, 3), Vec3(1, 2, 3)));
  EXPECT_EQ(visited(CellTree(equal), equal[0]).items.size(), 500U);
  std::vector<Box> fan;  // all share a corner
  RandomBoxes random{std::mt19937(3)};
  for (int i = 0; i < 500; ++i) fan.push_back(Box(Vec3::Zero(), random.box(Vec3::Zero(), 0, 1).max()));
  const Box corner(Vec3::Zero(), Vec3::Zero());
  EXPECT_EQ(visited(CellTree(fan), corner).items.size(), 500U);
  EXPECT_TRUE(visited(CellTree(), corner).items.empty());
  EXPECT_TRUE(visited(CellTree(equal), corner).items.empty());
}

}  // namespace
}  // namespace talus::test_cell_tree
