// Random surfaces with random damage: booleans and repairs end, with a sound result or with one error.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "arrangement/result/surface_arrangement.h"
#include "base/error.h"
#include "repair/surface_repair.h"
#include "sample_size.h"
#include "shapes.h"

namespace talus::test_random_surfaces {
namespace {

class RandomSurface {
 public:
  explicit RandomSurface(unsigned seed) : random_(seed) {}

  TriangleMesh next() {
    TriangleMesh mesh = shape();
    if (upTo(2) == 0)
      mesh = shapes::turned(
          mesh,
          Eigen::Quaterniond(uniform(), uniform(), uniform(), uniform()).normalized().toRotationMatrix());
    if (upTo(3) == 0) mesh = shapes::moved(mesh, std::pow(10.0, upTo(12) - 6), 3 * point());
    if (upTo(2) == 0) mesh.append(shapes::moved(mesh, 1, Vec3(0.25 * upTo(2), 0.5 * upTo(2), 0)));
    for (int i = upTo(3); i > 0; --i) damage(mesh);
    return mesh;
  }
  int upTo(int most) { return static_cast<int>(random_() % static_cast<unsigned>(most + 1)); }

 private:
  double uniform() { return 2 * std::ldexp(static_cast<double>(random_() >> 11), -53) - 1; }
  Vec3 point() { return {uniform(), uniform(), uniform()}; }

  // Triangles between random points, or points of a grid.
  TriangleMesh soup(int points, int triangles, int grid) {
    TriangleMesh mesh;
    for (int i = 0; i < points; ++i) {
      const Vec3 p = point();
      mesh.addPoint(grid > 0 ? Vec3((p * grid).array().round() / grid) : p);
    }
    for (int i = 0; i < triangles; ++i)
      mesh.addTriangle(upTo(points - 1), upTo(points - 1), upTo(points - 1));
    return mesh;
  }

  TriangleMesh shape() {
    switch (upTo(6)) {
      case 0:
        return shapes::box(Vec3::Constant(-0.5), Vec3::Constant(0.5), 1 + upTo(2));
      case 1:
        return shapes::sphere(upTo(2));
      case 2:
        return shapes::torus(0.5, 0.7, 5 + upTo(4), 5 + upTo(3));  // intersects itself
      case 3:
        return soup(4 + upTo(11), 2 + upTo(29), 0);
      case 4:
        return soup(4 + upTo(19), 2 + upTo(39), 1 + upTo(2));
      case 5:
        return shapes::moebius(8 + upTo(7));
      default:
        return shapes::openBox(1 + upTo(2));
    }
  }

  void damage(TriangleMesh& mesh) {
    if (mesh.a.empty()) return;
    const auto t = static_cast<std::size_t>(upTo(static_cast<int>(mesh.triangleCount()) - 1));
    const Index any = upTo(static_cast<int>(mesh.pointCount()) - 1);
    switch (upTo(5)) {
      case 0:
        return shapes::flip(mesh, t);
      case 1:
        return mesh.addTriangle(mesh.a[t], mesh.b[t], mesh.c[t]);
      case 2:
        mesh.b[t] = mesh.a[t];
        return;
      case 3:
        mesh.c[t] = any;
        return;
      case 4:
        mesh.b[t] = mesh.addPoint((mesh.point(mesh.a[t]) + mesh.point(mesh.b[t])) / 2);
        return;
      default:
        if (upTo(3) == 0)
          mesh.x[static_cast<std::size_t>(any)] =
              upTo(1) == 0 ? std::numeric_limits<double>::quiet_NaN() : 1e200;
    }
  }

  std::mt19937_64 random_;
};

constexpr int sampleOfRandomSurfaces = 40, allRandomSurfaces = 1000;

TEST(RandomSurfaces, RepairsEndWithASoundSurface) {
  int surfaces = 0, touching = 0;
  for (int seed = 0; seed < sampleSize(sampleOfRandomSurfaces, allRandomSurfaces); ++seed) {
    SCOPED_TRACE(seed);
    RandomSurface random(static_cast<unsigned>(seed));
    const TriangleMesh mesh = mergeDuplicatePoints(random.next()).mesh;
    Context context;
    const RepairedSurface made = repairSurface(mesh, {.tolerance = random.upTo(2) == 0 ? 1e-3 : 0}, context);
    ASSERT_EQ(made.source.size(), made.mesh.triangleCount());
    for (const Index source : made.source) ASSERT_LT(source, static_cast<Index>(mesh.triangleCount()));
    if (made.mesh.a.empty()) continue;
    const MeshReport& report = made.report.after;
    EXPECT_TRUE(report.closed && report.oriented) << report.problem;
    EXPECT_EQ(report.selfIntersections + report.degenerateTriangles + report.duplicateTriangles +
                  report.flippedTriangles + report.misdirectedShells,
              0)
        << report.problem;
    EXPECT_GE(report.signedVolume, 0);
    ++surfaces;
    touching += !report.manifold;
  }
  // Parts may touch in ways that moving corners by a few spacings does not end.
  EXPECT_LE(touching, 1 + surfaces / 200);
}

TEST(RandomSurfaces, BooleansEndWithAResultOrAnError) {
  int results = 0;
  for (int seed = 0; seed < sampleSize(sampleOfRandomSurfaces, allRandomSurfaces); ++seed) {
    RandomSurface random(static_cast<unsigned>(seed));
    std::vector<TriangleMesh> surfaces;
    for (int i = 0; i < 2 + random.upTo(1); ++i) surfaces.push_back(random.next());
    const BooleanOptions options{.operation = static_cast<BooleanOperation>(random.upTo(3)),
                                 .closeOpenings = random.upTo(1) == 0,
                                 .mergeCoplanar = random.upTo(1) == 0};
    Context context;
    try {
      const ArrangementBody body = booleanOf(surfaces, options, {}, context);
      EXPECT_TRUE(body.moments.volume >= -1e-9 * std::abs(body.moments.area)) << seed;
      ++results;
    } catch (const Error&) {  // an open surface, a coordinate that is not finite
    }
  }
  EXPECT_GT(results, 10);
}

}  // namespace
}  // namespace talus::test_random_surfaces
