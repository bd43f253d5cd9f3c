// Surrogate trees cover their meshes, exactly; they are tight, well formed, and the same for all threads.
#include "surrogate/surrogate_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

#include "base/error.h"
#include "base/parallel.h"
#include "geometry/distance/point_distance.h"
#include "shapes.h"
#include "shapes/foam.h"
#include "surrogate/conservative_bounds.h"
#include "surrogate/surrogate_triangle.h"
#include "surrogate/triangle_clusters.h"
#include "surrogate/triangle_halo.h"
#include "surrogate_proof.h"

namespace talus::test_surrogate_tree {
namespace {

constexpr SurrogateMethod methods[] = {SurrogateMethod::Minimax, SurrogateMethod::Functional};

SurrogateTree build(const TriangleMesh& mesh, const SurrogateOptions& options = {}) {
  Context context;
  return {mesh, options, context};
}

double uniform(std::mt19937_64& random) {
  return std::uniform_real_distribution<double>(-1, 1)(random);
}

Vec3 randomPoint(std::mt19937_64& random) {
  const double x = uniform(random), y = uniform(random);
  return {x, y, uniform(random)};
}

// Triangles of all sizes and shapes anywhere in a cube: no surface at all.
TriangleMesh randomSoup(std::size_t count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  TriangleMesh mesh;
  for (std::size_t t = 0; t < count; ++t) {
    const Vec3 p = randomPoint(random);
    const double size = std::exp(3 * uniform(random) - 3);
    const Index first = mesh.addPoint(p);
    mesh.addPoint(p + size * randomPoint(random));
    mesh.addPoint(p + size * randomPoint(random));
    mesh.addTriangle(first, first + 1, first + 2);
  }
  return mesh;
}

TriangleMesh foam() {
  Context context;
  return makeFoam({.cells = 4, .strutThickness = 0.4, .triangles = 4000}, context);
}

TriangleMesh single(const Vec3& a, const Vec3& b, const Vec3& c) {
  TriangleMesh mesh;
  mesh.addTriangle(mesh.addPoint(a), mesh.addPoint(b), mesh.addPoint(c));
  return mesh;
}

// A thousand triangles that are one triangle, some of them turned into lines and points.
TriangleMesh degenerate() {
  TriangleMesh mesh = single({0, 0, 0}, {1, 0, 0}, {0, 1, 0});
  for (Index i = 0; i < 999; ++i) mesh.addTriangle(0, i % 2, i % 3);
  return mesh;
}

TriangleMesh needles() {
  std::mt19937_64 random(3);
  TriangleMesh mesh;
  for (int i = 0; i < 60; ++i) {
    const Vec3 p = randomPoint(random);
    const Index first = mesh.addPoint(p);
    mesh.addPoint(p + Vec3(1, 1e-9 * i, 0));
    mesh.addPoint(p + Vec3(0.5, 1e-13, 1e-12));
    mesh.addTriangle(first, first + 1, first + 2);
  }
  return mesh;
}

struct Body {
  const char* name;
  TriangleMesh mesh;
};

std::vector<Body> bodies() {
  return {{"tetrahedron", shapes::tetrahedron()},
          {"sphere", shapes::sphere(3)},
          {"box", shapes::unitBox(3)},
          {"torus", shapes::torus(1, 0.1, 30, 8)},
          {"slabs", shapes::slabs(1e-7)},
          {"soup", randomSoup(150, 1)},
          {"plane", shapes::square(6, 1)},
          {"single triangle", single({1, 2, 3}, {4, 5, 6}, {7, 8, 10})},
          {"needles", needles()},
          {"degenerate", degenerate()}};
}

// ---- Covering ----

TEST(SurrogateTree, CoversEveryTriangleExactly) {
  for (const Body& body : bodies())
    for (const SurrogateMethod method : methods) {
      const SurrogateTree tree = build(body.mesh, {.method = method});
      const std::size_t stride = body.mesh.triangleCount() / 100 + 1;
      EXPECT_EQ(proof::uncoveredCorners(body.mesh, tree, stride), 0u) << body.name;
    }
}

TEST(SurrogateTree, CoversAtAllScalesAndPlaces) {
  for (const double scale : {1e-300, 1e-30, 1e-6, 1e6, 1e30, 1e299})
    for (const double shift : {0.0, 1e9}) {
      const TriangleMesh mesh = shapes::moved(shapes::sphere(2), scale, scale * Vec3(shift, 0, -shift / 3));
      if (mesh.bounds().max().maxCoeff() > 1e300) continue;
      EXPECT_EQ(proof::uncoveredCorners(mesh, build(mesh)), 0u) << scale << ' ' << shift;
    }
}

TEST(SurrogateTree, CoversWithEveryBranching) {
  const TriangleMesh mesh = shapes::sphere(3);
  for (const int branching : {2, 3, 7, 9, 16, 64})
    for (const SurrogateMethod method : methods) {
      const SurrogateTree tree = build(mesh, {.method = method, .branching = branching});
      EXPECT_EQ(proof::uncoveredCorners(mesh, tree, 7), 0u) << branching;
    }
}

// The proof itself must be able to fail.
TEST(SurrogateTree, ProofSeesAHaloThatIsTooSmall) {
  const TriangleMesh mesh = shapes::sphere(1);
  SurrogateGroup root = build(mesh).groups().front();
  std::size_t covered = 0;
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t)
    covered += proof::haloCovers(root, 0, proof::inFrame(mesh.corners(t)[0], build(mesh).frame()));
  EXPECT_EQ(covered, mesh.triangleCount());
  root.epsilon[0] *= 1 - 1e-5F;
  root.radius[0] *= 1 - 1e-5F;
  bool haloFails = false, sphereFails = false;
  for (Index i = 0; i < static_cast<Index>(mesh.pointCount()); ++i) {
    const proof::Point p = proof::inFrame(mesh.point(i), build(mesh).frame());
    haloFails = haloFails || !proof::haloCovers(root, 0, p);
    sphereFails = sphereFails || !proof::sphereCovers(root, 0, p);
  }
  EXPECT_TRUE(haloFails);
  EXPECT_TRUE(sphereFails);
}

// ---- Shape of the tree ----

void expectWellFormed(const TriangleMesh& mesh, const SurrogateTree& tree, int branching) {
  std::vector<int> seen(mesh.triangleCount());
  const auto groups = tree.groups();
  EXPECT_EQ(groups[0].count, 1);
  EXPECT_EQ(groups[0].parent, -1);
  std::size_t next = 1;  // children are numbered in the order of their parents
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const SurrogateGroup& group = groups[g];
    ASSERT_GE(group.count, 1);
    ASSERT_LE(group.count, SurrogateGroup::size);
    for (std::size_t lane = 0; lane < group.count; ++lane) {
      if (group.leaf) {
        ++seen[static_cast<std::size_t>(group.child[lane])];
        EXPECT_EQ(group.childGroups[lane], 0);
        continue;
      }
      ASSERT_EQ(static_cast<std::size_t>(group.child[lane]), next);
      std::size_t children = 0;
      for (std::size_t k = 0; k < group.childGroups[lane]; ++k, ++next) {
        EXPECT_EQ(static_cast<std::size_t>(groups[next].parent), g);
        EXPECT_EQ(groups[next].parentLane, lane);
        EXPECT_EQ(groups[next].level, group.level + 1);
        children += groups[next].count;
      }
      EXPECT_LE(children, static_cast<std::size_t>(branching));
    }
  }
  EXPECT_EQ(next, groups.size());
  EXPECT_EQ(seen, std::vector<int>(seen.size(), 1)) << "each triangle stands in one leaf";
}

TEST(SurrogateTree, IsWellFormed) {
  for (const Body& body : bodies())
    for (const SurrogateMethod method : methods)
      for (const int branching : {2, 8, 11, 64})
        expectWellFormed(body.mesh, build(body.mesh, {.method = method, .branching = branching}), branching);
}

TEST(SurrogateTree, LevelsPartTheGroups) {
  const SurrogateTree tree = build(foam());
  std::size_t total = 0;
  for (std::size_t l = 0; l < tree.levelCount(); ++l) {
    for (const SurrogateGroup& group : tree.level(l)) {
      EXPECT_EQ(group.level, l);
      EXPECT_EQ(group.leaf != 0, l + 1 == tree.levelCount());
    }
    total += tree.level(l).size();
  }
  EXPECT_EQ(total, tree.groups().size());
  EXPECT_EQ(tree.level(0).size(), 1u);
}

TEST(SurrogateTree, LeavesAreFull) {
  for (const std::size_t count : {9u, 64u, 100u, 1001u}) {
    const SurrogateTree tree = build(randomSoup(count, count));
    std::size_t leaves = 0;
    for (const SurrogateGroup& group : tree.groups()) leaves += group.leaf;
    EXPECT_EQ(leaves, (count + 7) / 8);
  }
}

TEST(SurrogateTree, EmptyLanesRepeatTheFirst) {
  const SurrogateTree tree = build(shapes::torus(1, 0.3, 7, 5));
  for (const SurrogateGroup& group : tree.groups())
    for (std::size_t lane = group.count; lane < SurrogateGroup::size; ++lane) {
      EXPECT_EQ(group.cz[lane], group.cz[0]);
      EXPECT_EQ(group.radius[lane], group.radius[0]);
      EXPECT_EQ(group.epsilon[lane], group.epsilon[0]);
      EXPECT_EQ(group.child[lane], group.child[0]);
    }
}

TEST(SurrogateTree, ManyEqualTrianglesStayShallow) {
  TriangleMesh mesh = single({0, 0, 0}, {1, 0, 0}, {0, 1, 0});
  for (int i = 1; i < 5000; ++i) mesh.addTriangle(0, 1, 2);
  for (const SurrogateMethod method : methods) EXPECT_LE(build(mesh, {.method = method}).levelCount(), 7u);
}

// ---- Sameness ----

void expectSameBits(const SurrogateTree& s, const SurrogateTree& t) {
  ASSERT_EQ(s.groups().size(), t.groups().size());
  for (std::size_t g = 0; g < s.groups().size(); ++g) ASSERT_TRUE(s.groups()[g] == t.groups()[g]) << g;
}

TEST(SurrogateTree, SameBitsForAnyNumberOfThreads) {
  const TriangleMesh mesh = foam();
  for (const SurrogateMethod method : methods) {
    const auto with = [&](int threads) {
      const ThreadLimit limit(threads);
      return build(mesh, {.method = method});
    };
    const SurrogateTree one = with(1);
    expectSameBits(one, with(2));
    expectSameBits(one, with(4));
  }
}

// Powers of two and shifts that coordinates hold exactly change the frame, and nothing else.
TEST(SurrogateTree, FollowsExactMotions) {
  const TriangleMesh mesh = shapes::unitBox(4);
  for (const SurrogateMethod method : methods) {
    const SurrogateTree tree = build(mesh, {.method = method});
    for (const double scale : {0x1p-40, 0x1p30}) {
      const SurrogateTree moved =
          build(shapes::moved(mesh, scale, scale * Vec3(1024, -4096, 3)), {.method = method});
      expectSameBits(tree, moved);
      EXPECT_EQ(moved.frame().unit, scale * tree.frame().unit);
      EXPECT_EQ(moved.frame().origin, Vec3(scale * (tree.frame().origin + Vec3(1024, -4096, 3))));
    }
  }
}

TEST(SurrogateTree, TurningTheMeshLeavesHalosAlike) {
  TriangleMesh mesh = foam();
  const SurrogateTree before = build(mesh);
  const Eigen::Matrix3d turn =
      (Eigen::AngleAxisd(0.7, Vec3::UnitX()) * Eigen::AngleAxisd(-1.1, Vec3(1, 2, 3).normalized()))
          .toRotationMatrix();
  for (std::size_t i = 0; i < mesh.pointCount(); ++i) {
    const Vec3 p = turn * mesh.point(static_cast<Index>(i));
    mesh.x[i] = p.x();
    mesh.y[i] = p.y();
    mesh.z[i] = p.z();
  }
  const auto meanHalo = [](const SurrogateTree& tree, std::size_t level) {
    double sum = 0, count = 0;
    for (const SurrogateGroup& group : tree.level(level))
      for (std::size_t lane = 0; lane < group.count; ++lane, ++count) sum += group.epsilon[lane];
    return sum / count * tree.frame().unit;
  };
  const SurrogateTree after = build(mesh);
  ASSERT_EQ(after.levelCount(), before.levelCount());
  for (std::size_t l = 0; l + 1 < before.levelCount(); ++l)
    EXPECT_NEAR(meanHalo(after, l) / meanHalo(before, l), 1, 0.1) << l;
}

// ---- Tightness ----

// Mean of epsilon over the radius of the sphere, over a level.
double meanHaloOverRadius(const SurrogateTree& tree, std::size_t level) {
  double sum = 0, count = 0;
  for (const SurrogateGroup& group : tree.level(level))
    for (std::size_t lane = 0; lane < group.count; ++lane, ++count)
      sum += group.epsilon[lane] / group.radius[lane];
  return sum / count;
}

TEST(SurrogateTree, HalosOfASphereShrink) {
  const SurrogateTree tree = build(shapes::sphere(6));  // 8⁵ triangles: eight children everywhere
  ASSERT_EQ(tree.levelCount(), 6u);
  EXPECT_LE(meanHaloOverRadius(tree, 0), 1.001);
  EXPECT_LE(meanHaloOverRadius(tree, 1), 0.27);
  EXPECT_LE(meanHaloOverRadius(tree, 2), 0.10);
  EXPECT_LE(meanHaloOverRadius(tree, 3), 0.04);
  // No triangle can be nearer to a cap of a sphere than half of the cap's height. An eighth has a quarter of
  // the diameter.
  EXPECT_GE(meanHaloOverRadius(tree, 1), 0.125);
}

TEST(SurrogateTree, HalosOfFlatPartsAreThin) {
  const SurrogateTree tree = build(shapes::square(16, 1));
  for (std::size_t l = 0; l + 1 < tree.levelCount(); ++l) EXPECT_LE(meanHaloOverRadius(tree, l), 0.06) << l;
}

TEST(SurrogateTree, ASingleTriangleIsItsOwnSurrogate) {
  for (const SurrogateMethod method : methods) {
    const SurrogateTree tree = build(single({1, 2, 3}, {4, 5, 6}, {7, 8, 10}), {.method = method});
    ASSERT_EQ(tree.groups().size(), 2u);
    EXPECT_LE(tree.groups()[0].epsilon[0], 1e-7);
    EXPECT_LE(tree.groups()[1].epsilon[0], 1e-7);
    EXPECT_TRUE(tree.groups()[1].leaf);
  }
}

// The first row of Table 1: one triangle for a sphere of diameter 1, its longest edge and its halo.
TEST(SurrogateTree, FunctionalGivesTheSphereOfTheFirstTable) {
  for (const int levels : {3, 4}) {
    TriangleMesh mesh = shapes::moved(shapes::sphere(levels), 0.5, Vec3::Zero());
    const SurrogateTree tree = build(mesh, {.method = SurrogateMethod::Functional});
    const auto [a, b, c] = proof::corners(tree.groups()[0], 0);
    const double unit = tree.frame().unit;
    const double diameter = unit * std::max({(b - a).norm(), (c - b).norm(), (a - c).norm()});
    EXPECT_NEAR(diameter, 0.09, 0.015);
    EXPECT_NEAR(unit * tree.groups()[0].epsilon[0], 0.5, 0.02);
  }
}

// ---- Parts ----

TEST(TriangleHalo, AgreesWithTheClosestPoint) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 20000; ++i) {
    std::array<Vec3, 3> triangle{randomPoint(random), randomPoint(random), randomPoint(random)};
    if (i % 5 == 0) triangle[2] = triangle[0];
    if (i % 7 == 0) triangle[1] = (triangle[0] + triangle[2]) / 2;
    if (i % 35 == 0) triangle[1] = triangle[2] = triangle[0];
    const Vec3 p = 2 * randomPoint(random);
    const TriangleHalo halo(triangle);
    const auto weights = halo.weights(p);
    EXPECT_GE(*std::min_element(weights.begin(), weights.end()), 0);
    EXPECT_NEAR(weights[0] + weights[1] + weights[2], 1, 1e-15);
    EXPECT_NEAR((p - halo.at(weights)).norm(), (p - closestPoint(p, triangle)).norm(), 1e-7) << i;
  }
}

// All lanes do what weights() does, and the first of equally distant points counts.
TEST(TriangleHalo, TheFarthestPointIsThatOfAllPointsOneByOne) {
  std::mt19937_64 random(8);
  for (std::size_t i = 0; i < 2000; ++i) {
    std::array<Vec3, 3> triangle{randomPoint(random), randomPoint(random), randomPoint(random)};
    if (i % 5 == 0) triangle[2] = triangle[0];
    if (i % 35 == 0) triangle[1] = triangle[2] = triangle[0];
    std::vector<Vec3> points;
    for (std::size_t k = 0; k < 1 + i % 40; ++k) points.push_back(2 * randomPoint(random));
    if (i % 3 == 0) points.insert(points.end(), points.begin(), points.end());
    const TriangleHalo halo(triangle);
    FarthestPoint expected;
    for (std::size_t k = 0; k < points.size(); ++k) {
      const double squared = (points[k] - halo.at(halo.weights(points[k]))).squaredNorm();
      if (squared > expected.squaredDistance) expected = {k, squared};
    }
    const FarthestPoint found = halo.farthest(PaddedPoints(points));
    EXPECT_EQ(found.point, expected.point) << i;
    EXPECT_EQ(found.squaredDistance, expected.squaredDistance) << i;
  }
}

TEST(ConservativeBounds, RoundUp) {
  for (const double value : {0.0, 1e-20, 0.1, 1.0, 1 + 1e-9, 3.999999}) {
    const float bound = roundedUp(value);
    EXPECT_GE(static_cast<double>(bound), value);
    EXPECT_LE(static_cast<double>(bound), value * (1 + 2.4e-7) + 2 * boundSlack);
  }
}

TEST(ConservativeBounds, SphereIsNearlyTheSmallest) {
  std::mt19937_64 random(5);
  const Vec3 centre(0.3, -0.2, 0.1);
  std::vector<Vec3> points;
  for (int i = 0; i < 300; ++i) points.emplace_back(centre + 0.5 * randomPoint(random).normalized());
  const CoveringSphere sphere = coveringSphere(points);
  EXPECT_LE(sphere.radius, 0.5 * 1.03);
  EXPECT_GE(sphere.radius, 0.49);
  for (const Vec3& p : points) EXPECT_LE((p - sphere.centre).norm(), sphere.radius);
}

TEST(TriangleClusters, BalancedPartsAreWholeLeaves) {
  std::mt19937_64 random(9);
  std::vector<Vec3> centres;
  for (int i = 0; i < 1003; ++i) centres.push_back(randomPoint(random));
  Context context;
  const TriangleClusters all = clusterTriangles(centres, 8, ClusterCut::Balanced, 1, context);
  for (const TriangleCluster& cluster : all.clusters) {
    const bool last = cluster.end == centres.size();
    EXPECT_TRUE(last || cluster.count() % 8 == 0) << cluster.count();
  }
  std::vector<Index> sorted = all.order;
  std::sort(sorted.begin(), sorted.end());
  for (Index i = 0; i < 1003; ++i) EXPECT_EQ(sorted[static_cast<std::size_t>(i)], i);
}

TEST(TriangleClusters, MeansFindClumps) {
  std::mt19937_64 random(11);
  std::vector<Vec3> centres;
  for (int i = 0; i < 400; ++i)
    centres.push_back(Vec3(i & 1 ? 9 : -9, i & 2 ? 9 : -9, i & 4 ? 9 : -9) + randomPoint(random));
  Context context;
  const TriangleClusters all = clusterTriangles(centres, 8, ClusterCut::Means, 1, context);
  ASSERT_EQ(all.clusters[0].childCount, 8u);
  for (std::size_t i = 1; i <= 8; ++i) {
    EXPECT_EQ(all.clusters[i].count(), 50u);
    Box box;
    for (std::size_t k = all.clusters[i].begin; k < all.clusters[i].end; ++k)
      box.extend(centres[static_cast<std::size_t>(all.order[k])]);
    EXPECT_LE(box.sizes().maxCoeff(), 2);
  }
}

// ---- Bad input, progress ----

TEST(SurrogateTree, RefusesWhatItCannotCover) {
  EXPECT_THROW(build(TriangleMesh()), Error);
  TriangleMesh nan = shapes::tetrahedron();
  nan.y[2] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(build(nan), Error);
  TriangleMesh missing = shapes::tetrahedron();
  missing.b[1] = 4;
  EXPECT_THROW(build(missing), Error);
  for (const int branching : {-1, 0, 1, 65})
    EXPECT_THROW(build(shapes::tetrahedron(), {.branching = branching}), Error) << branching;
}

TEST(SurrogateTree, ReportsProgress) {
  std::vector<double> fractions;
  Context context([&](double fraction) {
    fractions.push_back(fraction);
    return true;
  });
  const TriangleMesh mesh = foam();
  context.beginStage(1, static_cast<std::int64_t>(mesh.triangleCount()));
  const SurrogateTree tree(mesh, {}, context);
  EXPECT_TRUE(std::is_sorted(fractions.begin(), fractions.end()));
  EXPECT_GT(fractions.size(), 20u);
  EXPECT_EQ(fractions.back(), 1);
}

TEST(SurrogateTree, CanBeCancelled) {
  const TriangleMesh mesh = foam();
  for (const double when : {0.05, 0.5}) {
    double last = 0;
    Context context([&](double fraction) {
      last = fraction;
      return fraction < when;
    });
    context.beginStage(1, static_cast<std::int64_t>(mesh.triangleCount()));
    EXPECT_THROW(SurrogateTree(mesh, {}, context), Cancelled);
    EXPECT_LT(last, when + 0.45);
  }
}

}  // namespace
}  // namespace talus::test_surrogate_tree
