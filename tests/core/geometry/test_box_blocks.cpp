#include "geometry/check/box_blocks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <vector>

namespace talus::test_box_blocks {
namespace {

using Pairs = std::vector<std::array<Index, 2>>;

Pairs sorted(Pairs pairs) {
  for (auto& pair : pairs) std::sort(pair.begin(), pair.end());
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

Pairs pairsOf(const BoxBlocks& blocks) {
  Pairs pairs;
  for (std::size_t block = 0; block < blocks.blockCount(); ++block)
    blocks.forEachPairOf(
        block, [](Index) { return true; },
        [&](Index i, Index j) {
          pairs.push_back({i, j});
        });
  return sorted(pairs);
}

Pairs pairsOneByOne(const std::vector<Box>& boxes) {
  Pairs pairs;
  for (std::size_t i = 0; i < boxes.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (!boxes[i].isEmpty() && !boxes[j].isEmpty() && boxes[i].intersects(boxes[j]))
        pairs.push_back({static_cast<Index>(i), static_cast<Index>(j)});
  return sorted(pairs);
}

// On a grid, so that many boxes only touch, and some are equal; every eleventh one is empty.
std::vector<Box> randomBoxes(std::size_t count, int grid, std::mt19937& random) {
  std::uniform_int_distribution<int> place(0, grid), size(0, 2);
  std::vector<Box> boxes(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (i % 11 == 10) continue;
    const Vec3 low(place(random), place(random), place(random));
    boxes[i] = Box(low, low + Vec3(size(random), size(random), size(random)));
  }
  return boxes;
}

TEST(BoxBlocks, FindEachPairOnce) {
  std::mt19937 random(1);
  for (const std::size_t count : {0U, 1U, 2U, 32U, 33U, 100U, 1000U, 3000U})
    for (const int grid : {0, 1, 20, 60}) {
      if (grid < 2 && count > 300) continue;  // nearly all pairs intersect
      const std::vector<Box> boxes = randomBoxes(count, grid, random);
      EXPECT_EQ(pairsOf(BoxBlocks(boxes)), pairsOneByOne(boxes)) << count << " in " << grid;
    }
}

TEST(BoxBlocks, FindWhatIsInABox) {
  std::mt19937 random(2);
  const std::vector<Box> boxes = randomBoxes(2000, 30, random);
  const BoxBlocks blocks(boxes);
  for (const Box& target : randomBoxes(100, 30, random)) {
    if (target.isEmpty()) continue;
    std::vector<Index> found, expected;
    blocks.forEachIn(target, [&](Index i) { found.push_back(i); });
    for (std::size_t i = 0; i < boxes.size(); ++i)
      if (!boxes[i].isEmpty() && boxes[i].intersects(target)) expected.push_back(static_cast<Index>(i));
    std::sort(found.begin(), found.end());
    EXPECT_EQ(found, expected);
  }
}

TEST(BoxBlocks, SkipWhatIsNotEntered) {
  const std::vector<Box> boxes(5, Box(Vec3::Zero(), Vec3::Ones()));
  Pairs pairs;
  BoxBlocks(boxes).forEachPairOf(
      0, [](Index i) { return i == 1; },
      [&](Index i, Index j) {
        pairs.push_back({i, j});
      });
  EXPECT_FALSE(pairs.empty());
  for (const auto& [i, j] : pairs) EXPECT_EQ(i, 1);
}

}  // namespace
}  // namespace talus::test_box_blocks
