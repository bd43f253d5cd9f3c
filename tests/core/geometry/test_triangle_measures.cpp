#include "geometry/check/triangle_measures.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "geometry/exact/predicates.h"
#include "shapes.h"

namespace talus::test_triangle_measures {
namespace {

// Triangles of random sizes, some without area.
TriangleMesh soup(int triangles) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> unit(-1, 1);
  TriangleMesh mesh;
  for (int t = 0; t < triangles; ++t) {
    const double size = std::pow(10.0, 3 * unit(random));
    const auto point = [&] {
      return Vec3(5 + size * unit(random), size * unit(random), size * unit(random));
    };
    const Vec3 a = point(), b = point();
    const Vec3 c = t % 5 == 0 ? Vec3(2 * b - a) : t % 7 == 0 ? a : point();
    const Index i = mesh.addPoint(a), j = mesh.addPoint(b);
    mesh.addTriangle(i, j, mesh.addPoint(c));
  }
  return mesh;
}

TEST(TriangleMeasures, AreThoseOfEachTriangle) {
  const TriangleMesh mesh = soup(3000);
  const LocalFrame frame = LocalFrame::of(mesh.bounds());
  std::size_t open = 0;
  // Also fewer triangles than a vector has lanes, and those that remain after whole vectors.
  for (const std::size_t count : {256U, 1U, 3U, 8U, 13U, 255U})
    for (std::size_t begin = 0; begin + count <= mesh.triangleCount(); begin += 509) {
      TriangleMeasures measures;
      measureTriangles(mesh, frame, begin, begin + count, measures);
      for (std::size_t i = 0; i < count; ++i) {
        const auto [a, b, c] = mesh.corners(begin + i);
        const Vec3 normal = ((b - a) / frame.unit).cross((c - a) / frame.unit);
        const double area = normal.norm(), volume = normal.dot(frame.from(a));
        ASSERT_NEAR(measures.area[i], area, 1e-15 * area);
        ASSERT_NEAR(measures.volume[i], volume, 1e-15 * area * 4);
        const bool flat = collinear(a, b, c);
        if (measures.hasArea[i] != 0) {
          ASSERT_FALSE(flat);
        } else {
          open += !flat && (begin + i) % 5 != 0;  // those are nearly flat
        }
      }
    }
  EXPECT_EQ(open, 0u);
}

TEST(TriangleMeasures, LeaveOpenWhatRoundingHides) {
  TriangleMesh mesh;
  mesh.addPoint(Vec3(0, 0, 0));
  mesh.addPoint(Vec3(1, 1, 1));
  mesh.addPoint(Vec3(3, 3, 3 + 1e-15));
  mesh.addPoint(Vec3(3, 3, std::nextafter(3.0, 4.0)));
  mesh.addPoint(Vec3(0.1, 0.1, 0.1));
  mesh.addPoint(Vec3(0.3, 0.3, std::nextafter(0.3, 1.0)));
  mesh.addPoint(Vec3(0.7, 0.7, 0.7));
  mesh.addTriangle(4, 5, 6);
  mesh.addTriangle(0, 1, 3);
  TriangleMeasures measures;
  measureTriangles(mesh, {}, 0, 2, measures);
  for (std::size_t t = 0; t < 2; ++t) {
    const auto [a, b, c] = mesh.corners(t);
    EXPECT_FALSE(collinear(a, b, c));
  }
  EXPECT_EQ(measures.hasArea[0], 0);
}

TEST(TriangleMeasures, OfOverflowAndNanAreOpen) {
  TriangleMesh mesh;
  mesh.addPoint(Vec3(0, 0, 0));
  mesh.addPoint(Vec3(1e200, 0, 0));
  mesh.addPoint(Vec3(0, 1e200, 0));
  mesh.addPoint(Vec3(0, 1, std::nan("")));
  mesh.addTriangle(0, 1, 2);
  mesh.addTriangle(0, 3, 3);
  TriangleMeasures measures;
  measureTriangles(mesh, {}, 0, 2, measures);
  EXPECT_EQ(measures.hasArea[0], 0);
  EXPECT_EQ(measures.hasArea[1], 0);
}

}  // namespace
}  // namespace talus::test_triangle_measures
