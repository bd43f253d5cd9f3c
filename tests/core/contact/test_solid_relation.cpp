// How two solids lie to each other: polycubes whose common cells are counted, at any rational rotation and
// scale.
#include "contact/verdict/solid_relation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "contact/overlap/exact_overlap.h"
#include "polycube.h"
#include "sample_size.h"
#include "shapes.h"

namespace talus::test_solid_relation {
namespace {

using test::Cell;
using test::Polycube;

bool touch(const std::set<Cell>& a, const std::set<Cell>& b) {
  for (const auto& [x, y, z] : a)
    for (int i = -1; i <= 1; ++i)
      for (int j = -1; j <= 1; ++j)
        for (int k = -1; k <= 1; ++k)
          if (b.contains({x + i, y + j, z + k})) return true;
  return false;
}

Relation expected(const Polycube& a, const Polycube& b) {
  const std::set<Cell> ofA = a.cells(), ofB = b.cells();
  const auto common = static_cast<std::size_t>(
      std::count_if(ofA.begin(), ofA.end(), [&](const Cell& cell) { return ofB.contains(cell); }));
  if (common == 0) return touch(ofA, ofB) ? Relation::Touching : Relation::Apart;
  if (common == ofA.size() && common == ofB.size()) return Relation::Duplicate;
  return common == ofA.size() || common == ofB.size() ? Relation::Contained : Relation::Interfering;
}

// Rotations times a whole number: whole coordinates stay whole.
const std::vector<Eigen::Matrix3d>& rationalRotations() {
  static const std::vector<Eigen::Matrix3d> all = [] {
    Eigen::Matrix3d ninth, seventh, fifth;
    ninth << 1, -8, 4, 4, 4, 7, -8, 1, 4;
    seventh << 2, 3, 6, 3, -6, 2, 6, 2, -3;
    fifth << 3, -4, 0, 4, 3, 0, 0, 0, 5;
    return std::vector<Eigen::Matrix3d>{Eigen::Matrix3d::Identity(), ninth, seventh, fifth, ninth * fifth};
  }();
  return all;
}

TriangleMesh mapped(TriangleMesh mesh, const Eigen::Matrix3d& by) {
  for (std::size_t i = 0; i < mesh.pointCount(); ++i) {
    const Vec3 p = by * mesh.point(static_cast<Index>(i));
    mesh.x[i] = p.x();
    mesh.y[i] = p.y();
    mesh.z[i] = p.z();
  }
  return mesh;
}

TEST(SolidRelation, IsThatOfCountedCells) {
  const int cases = sampleSize(1000, 100'000);
  std::array<int, 5> counts{};
  for (int n = 0; n < cases; ++n) {
    std::mt19937_64 random(static_cast<std::uint64_t>(n));
    const auto below = [&](int limit) {
      return static_cast<int>(random() % static_cast<std::uint64_t>(limit));
    };
    const Polycube a = test::randomPolycube(1 + below(3), 1 + below(8), random);
    Polycube b = n % 10 == 0 ? a : test::randomPolycube(1 + below(3), 1 + below(8), random);
    if (n % 20 != 0) b = test::moved(b, {below(5) - 2, below(5) - 2, below(5) - 2});
    const Eigen::Matrix3d map = std::ldexp(1.0, below(41) - 20) * rationalRotations()[random() % 5];
    const SurfaceCells first(mapped(test::surfaceOf(a, random), map)),
        second(mapped(test::surfaceOf(b, random), map));
    const Relation truth = expected(a, b);
    ASSERT_EQ(relationOf(first, second), truth) << "case " << n;
    ASSERT_EQ(relationOf(second, first), truth) << "case " << n << ", swapped";
    ++counts[static_cast<std::size_t>(truth)];
  }
  for (const int count : counts) EXPECT_GT(count, cases / 100);
}

// A unit in the last place decides.
TEST(SolidRelation, ChangesAtTheLastBit) {
  const TriangleMesh box = shapes::box({0, 0, 0}, {1, 1, 1});
  const auto at = [&](double x) {
    return relationOf(SurfaceCells(box), SurfaceCells(shapes::moved(box, 1, Vec3(x, 0.3, 0.2))));
  };
  EXPECT_EQ(at(1), Relation::Touching);
  EXPECT_EQ(at(std::nextafter(1.0, 0.0)), Relation::Interfering);
  EXPECT_EQ(at(std::nextafter(1.0, 2.0)), Relation::Apart);
}

// Of polycubes, whose common volume is that of the cells that both have, and of polycubes that are turned,
// where words cannot tell a volume from one that is equal or differs in the last place.
TEST(OverlapExceeds, AVolumeUpToTheLastBit) {
  std::mt19937_64 random(7);
  int overlapping = 0;
  for (int n = 0; n < 400; ++n) {
    const auto below = [&](int limit) {
      return static_cast<int>(random() % static_cast<std::uint64_t>(limit));
    };
    const Polycube a = test::randomPolycube(1 + below(3), 1 + below(8), random);
    const Polycube b = test::moved(test::randomPolycube(1 + below(3), 1 + below(8), random),
                                   {below(5) - 2, below(5) - 2, below(5) - 2});
    const Eigen::Matrix3d& turn = rationalRotations()[random() % 5];
    const SurfaceCells first(mapped(test::surfaceOf(a, random), turn)),
        second(mapped(test::surfaceOf(b, random), turn));
    const SurfacePair pair(first, {}, second, {});
    PiercingWork work;
    const std::vector<Piercing> piercings = pair.piercings(work);
    const std::set<Cell> ofA = a.cells(), ofB = b.cells();
    const auto common = static_cast<double>(
        std::count_if(ofA.begin(), ofA.end(), [&](const Cell& cell) { return ofB.contains(cell); }));
    if (piercings.empty()) continue;
    const double volume = common * std::abs(std::round(turn.determinant()));
    overlapping += volume > 0;
    EXPECT_FALSE(overlapExceeds(pair, piercings, volume)) << "case " << n;
    EXPECT_FALSE(overlapExceeds(pair, piercings, volume + 1e-20)) << "case " << n;
    EXPECT_EQ(volume > 0, overlapExceeds(pair, piercings, std::nextafter(volume, 0.0) * (volume > 0)))
        << "case " << n;
  }
  EXPECT_GT(overlapping, 50);
}

}  // namespace
}  // namespace talus::test_solid_relation
