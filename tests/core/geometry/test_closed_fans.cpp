#include "geometry/mesh/closed_fans.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <utility>

#include "base/parallel.h"
#include "geometry/check/mesh_check.h"
#include "geometry/mesh/union_find.h"
#include "shapes.h"

namespace talus::test_closed_fans {
namespace {

TriangleMesh tetrahedron(const std::array<Index, 4>& p, Index points) {
  TriangleMesh mesh;
  for (Index i = 0; i < points; ++i) mesh.addPoint(Vec3(i, i * i % 7, i * i * i % 5));
  mesh.addTriangle(p[0], p[2], p[1]);
  mesh.addTriangle(p[0], p[1], p[3]);
  mesh.addTriangle(p[1], p[2], p[3]);
  mesh.addTriangle(p[2], p[0], p[3]);
  return mesh;
}

TriangleMesh twoTetrahedra(const std::array<Index, 4>& second) {
  TriangleMesh mesh = tetrahedron({0, 1, 2, 3}, 8);
  const TriangleMesh other = tetrahedron(second, 8);
  for (std::size_t t = 0; t < other.triangleCount(); ++t)
    mesh.addTriangle(other.a[t], other.b[t], other.c[t]);
  return mesh;
}

// A disc of many triangles above its mirror image, with one rim.
TriangleMesh lens(Index sides) {
  TriangleMesh mesh;
  for (Index i = 0; i < sides + 2; ++i) mesh.addPoint(Vec3(i, 0, 0));
  for (Index i = 0; i < sides; ++i) {
    const Index next = (i * 7 + 7) % sides, from = i * 7 % sides;  // not in turn; 7 does not divide sides
    mesh.addTriangle(sides, from, next);
    mesh.addTriangle(sides + 1, next, from);
  }
  return mesh;
}

// By definition: each edge once in each direction, three triangles or more at each point, all joined by
// edges.
bool hasClosedFans(const TriangleMesh& mesh) {
  std::map<std::pair<Index, Index>, int> sides;
  std::map<Index, std::vector<std::array<Index, 2>>> around;
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
    const auto p = mesh.triangle(t);
    for (std::size_t k = 0; k < 3; ++k) {
      ++sides[{p[k], p[(k + 1) % 3]}];
      around[p[k]].push_back({p[(k + 1) % 3], p[(k + 2) % 3]});
    }
  }
  for (const auto& [side, count] : sides) {
    const auto back = sides.find({side.second, side.first});
    if (side.first == side.second || count != 1 || back == sides.end() || back->second != 1) return false;
  }
  for (const auto& [point, others] : around) {
    if (others.size() < 3) return false;
    UnionFind joined(others.size());
    for (std::size_t i = 0; i < others.size(); ++i)
      for (std::size_t j = 0; j < others.size(); ++j)
        if (others[i][1] == others[j][0]) joined.unite(static_cast<Index>(i), static_cast<Index>(j));
    if (joined.sets() != 1) return false;
  }
  return mesh.triangleCount() > 0;
}

void expectInTurn(const TriangleMesh& mesh, const ClosedFans& fans) {
  std::set<std::array<Index, 3>> corners;
  for (std::size_t p = 0; p < mesh.pointCount(); ++p) {
    const auto fan = fans.around(static_cast<Index>(p));
    for (std::size_t i = 0; i < fan.size(); ++i) {
      EXPECT_EQ(fan[i].to, fan[(i + 1) % fan.size()].from);
      corners.insert({static_cast<Index>(p), fan[i].from, fan[i].to});
    }
  }
  std::set<std::array<Index, 3>> expected;
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
    const auto [a, b, c] = mesh.triangle(t);
    expected.insert({{a, b, c}, {b, c, a}, {c, a, b}});
  }
  EXPECT_EQ(corners, expected);
}

TEST(ClosedFans, AreThoseOfSoundSurfaces) {
  for (const TriangleMesh& mesh :
       {shapes::unitBox(), shapes::sphere(3), tetrahedron({4, 2, 1, 0}, 6), lens(5), lens(31), lens(32),
        lens(33), lens(500), twoTetrahedra({4, 5, 6, 7})}) {
    const auto fans = ClosedFans::of(mesh);
    ASSERT_TRUE(fans.has_value());
    expectInTurn(mesh, *fans);
  }
}

TEST(ClosedFans, AreNotThoseOfOthers) {
  EXPECT_FALSE(ClosedFans::of(TriangleMesh()));
  TriangleMesh open = shapes::unitBox();
  for (auto* corners : {&open.a, &open.b, &open.c}) corners->pop_back();
  EXPECT_FALSE(ClosedFans::of(open));
  TriangleMesh flipped = shapes::sphere(2);
  std::swap(flipped.a[5], flipped.b[5]);
  EXPECT_FALSE(ClosedFans::of(flipped));
  TriangleMesh repeated = shapes::sphere(2);
  repeated.addTriangle(3, 3, 4);
  EXPECT_FALSE(ClosedFans::of(repeated));
  TriangleMesh pillow = tetrahedron({0, 1, 2, 3}, 6);
  pillow.addTriangle(3, 4, 5);
  pillow.addTriangle(3, 5, 4);
  EXPECT_FALSE(ClosedFans::of(pillow));
  EXPECT_FALSE(ClosedFans::of(lens(2)));
  EXPECT_FALSE(ClosedFans::of(twoTetrahedra({3, 4, 5, 6})));  // a common point
  EXPECT_FALSE(ClosedFans::of(twoTetrahedra({2, 3, 4, 5})));  // a common edge
  EXPECT_FALSE(ClosedFans::of(twoTetrahedra({0, 1, 2, 3})));  // the same twice
  EXPECT_FALSE(ClosedFans::of(twoTetrahedra({1, 0, 2, 3})));  // and its reverse
}

TEST(ClosedFans, AgreeWithTheirDefinitionOnRandomMeshes) {
  std::mt19937 random(1);
  const auto below = [&](Index end) { return static_cast<Index>(random() % static_cast<unsigned>(end)); };
  int closed = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    TriangleMesh mesh = trial % 2 == 0 ? lens(3 + below(40)) : shapes::sphere(1);
    // Joins points, flips, removes or repeats triangles; often nothing of it.
    for (Index damage = below(3); damage > 0; --damage) {
      const auto t = static_cast<std::size_t>(below(static_cast<Index>(mesh.triangleCount())));
      const auto points = static_cast<Index>(mesh.pointCount());
      switch (below(4)) {
        case 0: {
          const Index from = below(points), to = below(points);
          for (auto* corners : {&mesh.a, &mesh.b, &mesh.c})
            std::replace(corners->begin(), corners->end(), from, to);
          break;
        }
        case 1:
          std::swap(mesh.a[t], mesh.b[t]);
          break;
        case 2:
          mesh.addTriangle(mesh.a[t], mesh.c[t], mesh.b[t]);
          break;
        default:
          mesh.a[t] = below(points);
      }
    }
    const auto fans = ClosedFans::of(mesh);
    ASSERT_EQ(fans.has_value(), hasClosedFans(mesh)) << trial;
    if (!fans) continue;
    ++closed;
    Context context;
    const MeshReport report = checkMesh(mesh, {.selfIntersections = false}, context);
    EXPECT_TRUE(report.closed && report.oriented && report.manifold);
    EXPECT_EQ(report.edges, report.triangles / 2 * 3);
    EXPECT_EQ(report.duplicateTriangles + report.boundaryEdges + report.nonManifoldEdges, 0);
  }
  EXPECT_GT(closed, 500);
  EXPECT_LT(closed, 2500);
}

TEST(ClosedFans, DoNotDependOnThreads) {
  const TriangleMesh mesh = shapes::sphere(5);
  std::vector<ClosedFans> all;
  for (const int threads : {1, 3}) {
    const ThreadLimit limit(threads);
    all.push_back(*ClosedFans::of(mesh));
  }
  for (std::size_t p = 0; p < mesh.pointCount(); ++p) {
    const auto one = all[0].around(static_cast<Index>(p)), three = all[1].around(static_cast<Index>(p));
    ASSERT_TRUE(std::ranges::equal(one, three, [](const ClosedFans::Others& x, const ClosedFans::Others& y) {
      return x.from == y.from && x.to == y.to;
    }));
  }
}

}  // namespace
}  // namespace talus::test_closed_fans
