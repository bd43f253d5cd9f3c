// The SIMD sum of solid angles is the plain one, triangle by triangle.
#include "enclosure/direct/winding_kernel.h"

#include <gtest/gtest.h>

#include <random>

#include "base/types.h"
#include "shapes.h"
#include "solid_angle.h"

namespace talus::test_winding_kernel {
namespace {

struct Scene {
  std::vector<std::array<Vec3, 3>> triangles;
  PanelArrays<3> panels;
  std::vector<Vec3> places;
  VectorArrays points;

  void add(const std::array<Vec3, 3>& t) {
    triangles.push_back(t);
    for (std::size_t k = 0; k < 9; ++k)
      panels.coordinate[k].push_back(t[k / 3][static_cast<Eigen::Index>(k % 3)]);
  }
  void add(const Vec3& p) {
    places.push_back(p);
    points.push(p);
  }
  double sum(std::size_t begin, std::size_t end, const Vec3& x) const {
    double all = 0;
    for (std::size_t i = begin; i < end; ++i) all += solid_angle::winding(triangles[i], x);
    return all;
  }
};

Scene randomScene() {
  std::mt19937_64 engine(3);
  std::uniform_real_distribution<double> u(-1, 1);
  const auto vector = [&] { return Vec3(u(engine), u(engine), u(engine)); };
  Scene scene;
  for (int i = 0; i < 83; ++i) scene.add({vector(), vector(), vector()});
  for (int i = 0; i < 61; ++i) scene.add(Vec3(1.5 * vector()));
  return scene;
}

TEST(WindingKernel, IsTheSumOfSolidAngles) {
  const Scene scene = randomScene();
  const WindingBatch found = triangleWinding(scene.panels, scene.points);
  ASSERT_EQ(found.winding.size(), scene.places.size());
  for (std::size_t i = 0; i < scene.places.size(); ++i)
    if (found.uncertain[i] == 0) {
      EXPECT_NEAR(found.winding[i], scene.sum(0, scene.triangles.size(), scene.places[i]), 1e-8);
    }
}

TEST(WindingKernel, SomeTrianglesAndPointsAlone) {
  const Scene scene = randomScene();
  const std::vector<IndexRange> some{{2, 9}, {40, 77}};
  WindingBatch found{std::vector<double>(scene.places.size(), 5),
                     std::vector<unsigned char>(scene.places.size(), 0)};
  const IndexRange asked{7, 50};
  triangleWinding(scene.panels, some, scene.points, asked, found);
  for (std::size_t i = 0; i < scene.places.size(); ++i) {
    const Vec3& x = scene.places[i];
    const double expected = scene.sum(2, 9, x) + scene.sum(40, 77, x);
    if (i < asked.begin || i >= asked.end) {
      EXPECT_EQ(found.winding[i], 5);
      continue;
    }
    if (found.uncertain[i] == 0) {
      EXPECT_NEAR(found.winding[i], expected, 1e-8);
    }
    const PointWinding one = triangleWinding(scene.panels, some, {x.x(), x.y(), x.z()});
    if (!one.uncertain) {
      EXPECT_NEAR(one.winding, expected, 1e-8);
    }
  }
}

TEST(WindingKernel, IsOneInsideAClosedSurfaceAndUncertainOnIt) {
  Scene scene;
  const TriangleMesh mesh = shapes::box(Vec3(-0.5, -0.5, -0.5), Vec3(0.5, 0.5, 0.5), 3);
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
    const auto [a, b, c] = mesh.triangle(t);
    scene.add({mesh.point(a), mesh.point(b), mesh.point(c)});
  }
  scene.add(Vec3(0.1, 0.2, -0.3));
  scene.add(Vec3(0.7, 0.1, 0.1));
  scene.add(Vec3(0.5, 0.13, 0.21));
  const WindingBatch found = triangleWinding(scene.panels, scene.points);
  EXPECT_NEAR(found.winding[0], 1, 1e-12);
  EXPECT_NEAR(found.winding[1], 0, 1e-12);
  EXPECT_EQ(found.uncertain[0], 0);
  EXPECT_EQ(found.uncertain[1], 0);
  EXPECT_NE(found.uncertain[2], 0) << "a point of a face";
}

// The boundary of a cap has the winding number of the cap, but for whole turns.
TEST(WindingKernel, EdgesOfABoundaryTellTheFractionOfATurn) {
  std::mt19937_64 engine(11);
  std::uniform_real_distribution<double> u(-1, 1);
  const auto vector = [&] { return Vec3(u(engine), u(engine), u(engine)); };
  for (int n = 0; n < 50; ++n) {
    const std::array<Vec3, 3> cap{vector(), vector(), vector()};
    const Vec3 x = 1.4 * vector(), direction = vector().normalized();
    PanelArrays<2> edges;
    for (std::size_t k = 0; k < 3; ++k)
      for (std::size_t end = 0; end < 2; ++end)
        for (std::size_t axis = 0; axis < 3; ++axis)
          edges.coordinate[3 * end + axis].push_back(cap[(k + end) % 3][static_cast<Eigen::Index>(axis)]);
    VectorArrays points, directions;
    points.push(x);
    directions.push(direction);
    const WindingBatch found = edgeWinding(edges, points, directions);
    if (found.uncertain[0] != 0) continue;
    const double difference = found.winding[0] - solid_angle::winding(cap, x);
    EXPECT_NEAR(difference, std::round(difference), 1e-8);
  }
}

}  // namespace
}  // namespace talus::test_winding_kernel
