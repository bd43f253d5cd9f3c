// A surface in slabs on several ranks: the labels of one rank with the whole surface.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <mutex>
#include <random>

#include "enclosure/slabs/slab.h"
#include "enclosure/slabs/slab_classifier.h"
#include "geometry/mesh/point_merge.h"
#include "shapes.h"
#include "shapes/foam.h"
#include "thread_communicator.h"

namespace talus::test_slab_classifier {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

// Random points around a surface, its vertices, and the middles of its edges and triangles.
std::vector<Vec3> probes(const TriangleMesh& mesh, std::size_t count) {
  std::mt19937 random(7);
  const Box box = mesh.bounds();
  std::vector<Vec3> points;
  for (std::size_t i = 0; i < count; ++i) {
    Vec3 p;
    for (int axis = 0; axis < 3; ++axis) {
      const double margin = 0.1 * (box.max()[axis] - box.min()[axis]);
      p[axis] = std::uniform_real_distribution(box.min()[axis] - margin, box.max()[axis] + margin)(random);
    }
    points.push_back(p);
  }
  const std::size_t step = mesh.triangleCount() / 500 + 1;
  for (std::size_t t = 0; t < mesh.triangleCount(); t += step) {
    const auto [a, b, c] = mesh.corners(t);
    points.insert(points.end(), {a, 0.5 * (a + b), (a + b + c) / 3});
  }
  return points;
}

// Every size-th triangle, each with points of its own.
TriangleMesh pieceOf(const TriangleMesh& mesh, int rank, int size) {
  TriangleMesh piece;
  for (auto t = static_cast<std::size_t>(rank); t < mesh.triangleCount();
       t += static_cast<std::size_t>(size)) {
    const auto [a, b, c] = mesh.corners(t);
    const Index i = piece.addPoint(a), j = piece.addPoint(b), k = piece.addPoint(c);
    piece.addTriangle(i, j, k);
  }
  return piece;
}

// What each rank has found for its part of the points: rank, rank + size, … The last rank has none.
struct OnRanks {
  bool sound = true;
  std::vector<Side> side;
  LabelCounts counts;
  std::vector<std::size_t> triangles;  // of each rank
};

OnRanks classifyOnRanks(const TriangleMesh& mesh, const std::vector<Vec3>& points, int size) {
  OnRanks all;
  all.side.resize(points.size());
  all.triangles.resize(static_cast<std::size_t>(size));
  std::mutex mutex;
  runOnThreads(size, [&](ThreadCommunicator& ranks) {
    Context context;
    const auto own = SlabClassifier::make(pieceOf(mesh, ranks.rank(), size), {}, ranks, context);
    if (!own) {
      const std::lock_guard lock(mutex);
      all.sound = false;
      return;
    }
    const auto stride = static_cast<std::size_t>(std::max(size - 1, 1));
    std::vector<Vec3> mine;
    for (auto i = static_cast<std::size_t>(ranks.rank());
         i < points.size() && ranks.rank() < static_cast<int>(stride); i += stride)
      mine.push_back(points[i]);
    std::vector<Side> sides(mine.size());
    const LabelCounts counts = own->classify(ListedPoints(mine), sides, ranks, context);
    const std::lock_guard lock(mutex);
    for (std::size_t k = 0; k < sides.size(); ++k)
      all.side[static_cast<std::size_t>(ranks.rank()) + k * stride] = sides[k];
    all.counts += counts;
    all.triangles[static_cast<std::size_t>(ranks.rank())] = own->triangleCount();
  });
  return all;
}

void expectLabelsOfOneRank(const TriangleMesh& mesh) {
  const std::vector<Vec3> points = probes(mesh, 4000);
  Context context;
  const Classification one = Classifier({mesh}, {}, context).classify(points, context);
  for (const int size : {1, 2, 3, 4, 7}) {
    const OnRanks several = classifyOnRanks(mesh, points, size);
    ASSERT_TRUE(several.sound);
    EXPECT_EQ(several.side, one.side) << size << " ranks";
    EXPECT_EQ(several.counts.ambiguousPoints, one.ambiguousPoints);
  }
}

TEST(SlabClassifier, LabelsLikeOneRank) {
  expectLabelsOfOneRank(shapes::sphere(4));
  expectLabelsOfOneRank(shapes::moved(shapes::torus(2, 0.5, 60, 20), 1e-3, Vec3(1e3, 0, -2)));
  Context context;
  expectLabelsOfOneRank(makeFoam({.cells = 5, .triangles = 8000}, context));
}

TEST(SlabClassifier, LabelsLikeOneRankWhereTrianglesReachThroughAllSlabs) {
  expectLabelsOfOneRank(shapes::box(Vec3::Zero(), Vec3(10, 1, 1)));
  expectLabelsOfOneRank(shapes::tetrahedron());
  expectLabelsOfOneRank(shapes::slabs(1e-4));
}

TEST(SlabClassifier, LabelsShellsInShellsByParity) {
  TriangleMesh mesh = shapes::sphere(3);
  mesh.append(shapes::moved(shapes::sphere(2), 0.5, Vec3(0.3, 0, 0)));
  mesh.append(shapes::moved(shapes::box(Vec3(-1, -1, -1), Vec3(1, 1, 1), 4), 0.4, Vec3(0.9, 0.1, 0)));
  expectLabelsOfOneRank(mesh);
}

TEST(SlabClassifier, KeepsOnlyWhatMeetsTheSlab) {
  const TriangleMesh mesh = shapes::sphere(6);  // 32 768 triangles
  const OnRanks four = classifyOnRanks(mesh, probes(mesh, 100), 4);
  ASSERT_TRUE(four.sound);
  for (const std::size_t triangles : four.triangles) EXPECT_LT(static_cast<double>(triangles), 0.3 * 32768);
}

TEST(SlabClassifier, CountsPointsThatAreNoNumbers) {
  const TriangleMesh mesh = shapes::sphere(2);
  const std::vector<Vec3> points{{0, 0, 0}, {0, NAN, 0}, {0, 0, infinite}, {-infinite, 0, 0}, {0.5, 0, 0}};
  const OnRanks three = classifyOnRanks(mesh, points, 3);
  using enum Side;
  EXPECT_EQ(three.side, (std::vector{Inside, Outside, Outside, Outside, Inside}));
  EXPECT_EQ(three.counts.nonFinitePoints, 3);
}

TEST(SlabClassifier, LeavesDefectiveSurfacesToTheWholeClassifier) {
  const std::vector<Vec3> points{{0.1, 0.2, 0.3}};
  TriangleMesh flipped = shapes::sphere(3);
  shapes::flip(flipped, 100);
  TriangleMesh twice = shapes::sphere(3);
  twice.addTriangle(twice.a[9], twice.b[9], twice.c[9]);
  TriangleMesh broken = shapes::sphere(3);
  broken.x[20] = NAN;
  TriangleMesh lost = shapes::sphere(3);
  lost.a[5] = 100000;
  for (const TriangleMesh& mesh : {shapes::openBox(5), flipped, twice, broken, TriangleMesh()})
    for (const int size : {1, 2, 4}) EXPECT_FALSE(classifyOnRanks(mesh, points, size).sound);
  runOnThreads(2, [&](ThreadCommunicator& ranks) {
    Context context;
    EXPECT_EQ(SlabClassifier::make(ranks.rank() == 0 ? lost : TriangleMesh(), {}, ranks, context), nullptr);
  });
}

// What is left of a box between two cuts is closed by a fan on each side.
TEST(ClosedOutside, AddsNothingWithinTheSlab) {
  const TriangleMesh mesh = shapes::box(Vec3::Zero(), Vec3(9, 1, 1), 9);
  const Slab slab{.axis = 0, .low = 3.5, .high = 5.5};
  TriangleMesh part = mesh;
  part.a.clear(), part.b.clear(), part.c.clear();
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t)
    if (const Box box = mesh.bounds(t); box.min().x() < slab.high && box.max().x() >= slab.low)
      part.addTriangle(mesh.a[t], mesh.b[t], mesh.c[t]);
  const std::size_t before = part.triangleCount();
  ASSERT_EQ(before, 216u);  // 4 sides, 3 squares along x, 9 across, 2 triangles
  const auto closed = closedOutside(part, slab);
  ASSERT_TRUE(closed);
  EXPECT_EQ(closed->triangleCount(), before + 2 * (36 - 2));  // each loop has 36 edges
  for (std::size_t t = before; t < closed->triangleCount(); ++t) {
    const Box box = closed->bounds(t);
    EXPECT_TRUE(box.max().x() < slab.low || box.min().x() >= slab.high);
  }
  Context context;
  const MeshReport report =
      checkMesh(mergeDuplicatePoints(*closed).mesh, {.selfIntersections = false}, context);
  EXPECT_TRUE(report.closed && report.oriented);
}

TEST(ClosedOutside, RefusesAnOpenEdgeWithinTheSlabOnly) {
  const TriangleMesh open = shapes::openBox(4);  // open at z = 1
  EXPECT_FALSE(closedOutside(open, {.axis = 2, .low = 0.5}));
  EXPECT_TRUE(closedOutside(open, {.axis = 2, .high = 0.5}));
  EXPECT_TRUE(closedOutside(open, {.axis = 2, .high = 1}));
}

}  // namespace
}  // namespace talus::test_slab_classifier
