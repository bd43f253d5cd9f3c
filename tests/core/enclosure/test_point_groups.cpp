#include "enclosure/classifier/point_groups.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <set>

namespace talus::test_point_groups {
namespace {

// Every finite point is in one group; groups are not larger than asked.
void expectPartition(const std::vector<Vec3>& points, std::size_t size) {
  const PointGroups groups(points, size);
  std::set<Index> seen;
  for (std::size_t g = 0; g < groups.count(); ++g) {
    ASSERT_GE(groups[g].size(), 1U);
    ASSERT_LE(groups[g].size(), size);
    for (const Index i : groups[g]) ASSERT_TRUE(seen.insert(i).second);
  }
  for (std::size_t i = 0; i < points.size(); ++i)
    ASSERT_EQ(seen.contains(static_cast<Index>(i)), points[i].allFinite());
}

TEST(PointGroups, HoldEveryFinitePointOnce) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> unit(-1, 1);
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (const double size : {0.0, 1e-300, 1.0, 1e308})
    for (const std::size_t count : {0U, 1U, 2U, 100U, 5000U}) {
      std::vector<Vec3> points(count);
      for (Vec3& p : points) p = size * Vec3(unit(random), unit(random), count > 100 ? unit(random) : 0);
      if (count > 2) points[1] = Vec3(infinity, 0, 0), points[2] = Vec3(0, std::nan(""), 0);
      for (const std::size_t most : {1U, 7U, 64U}) expectPartition(points, most);
    }
}

TEST(PointGroups, LieCloseTogether) {
  std::vector<Vec3> points;
  for (int k = 0; k < 32; ++k)
    for (int j = 0; j < 32; ++j)
      for (int i = 0; i < 32; ++i) points.emplace_back(i, j, k);
  const PointGroups groups(points, 64);
  double sum = 0;
  for (std::size_t g = 0; g < groups.count(); ++g) {
    Box box;
    for (const Index i : groups[g]) box.extend(points[static_cast<std::size_t>(i)]);
    sum += box.diagonal().norm() * static_cast<double>(groups[g].size());
  }
  EXPECT_LT(sum / static_cast<double>(points.size()), 8);  // a row of 64 points would have 31 or more
  EXPECT_LT(groups.count(), points.size() / 16);
}

}  // namespace
}  // namespace talus::test_point_groups
