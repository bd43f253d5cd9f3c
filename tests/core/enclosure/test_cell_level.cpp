// A level of cells labels points as the sum of solid angles does, with and without planes, nested or not.
#include "enclosure/cells/cell_level.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <random>

#include "shapes.h"
#include "solid_angle.h"

namespace talus::test_cell_level {
namespace {

struct Level {
  TriangleMesh mesh;
  TriangleSet triangles;
  std::vector<std::uint32_t> numbers;
  CellLevel cells;

  Level(const TriangleMesh& given, const CellLevelOptions& options)
      : mesh(given), triangles(mesh), numbers(all(triangles.size())), cells(make(options)) {}

  std::vector<Side> classify(const std::vector<Vec3>& points) const {
    std::vector<Side> sides(points.size());
    std::vector<double> winding(points.size());
    cells.classify(points, sides, winding);
    return sides;
  }

 private:
  static std::vector<std::uint32_t> all(std::size_t count) {
    std::vector<std::uint32_t> numbers(count);
    std::iota(numbers.begin(), numbers.end(), 0u);
    return numbers;
  }
  CellLevel make(const CellLevelOptions& options) const {
    Context context;
    return {triangles, numbers, triangles.bounds(), std::nullopt, options, context};
  }
};

std::vector<Vec3> pointsIn(const Box& box, int count) {
  std::mt19937_64 engine(5);
  std::uniform_real_distribution<double> u(-0.1, 1.1);
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i)
    points.emplace_back(box.min() + box.sizes().cwiseProduct(Vec3(u(engine), u(engine), u(engine))));
  return points;
}

const CellLevelOptions everyOption[] = {{.withPlanes = true, .cellsPerTriangle = 64},
                                        {.withPlanes = true, .cellsPerTriangle = 1},
                                        {.withPlanes = false, .cellsPerTriangle = 64},
                                        {.withPlanes = false, .cellsPerTriangle = 1},
                                        {.oriented = false, .withPlanes = true, .cellsPerTriangle = 16}};

TEST(CellLevel, LabelsPointsAsSolidAnglesDo) {
  for (const TriangleMesh& mesh : {shapes::unitBox(3), shapes::tetrahedron(), shapes::sphere(3)})
    for (const CellLevelOptions& options : everyOption) {
      const Level level(mesh, options);
      const std::vector<Vec3> points = pointsIn(level.triangles.bounds(), 2000);
      const std::vector<Side> sides = level.classify(points);
      int inside = 0;
      for (std::size_t i = 0; i < points.size(); ++i) {
        const double winding = solid_angle::winding(mesh, points[i]);
        if (std::abs(winding - std::round(winding)) > 1e-6) continue;
        EXPECT_EQ(sides[i], winding > 0.5 ? Side::Inside : Side::Outside) << points[i].transpose();
        inside += winding > 0.5 ? 1 : 0;
      }
      EXPECT_GT(inside, 100);
    }
}

TEST(CellLevel, PointsOfTheSurfaceAreOnIt) {
  const TriangleMesh mesh = shapes::unitBox(3);
  std::vector<Vec3> points;
  for (std::size_t i = 0; i < mesh.pointCount(); ++i) points.push_back(mesh.point(static_cast<Index>(i)));
  points.emplace_back(0.5, 0.25, 1);
  points.emplace_back(0, 0.125, 0.75);
  for (const CellLevelOptions& options : everyOption)
    for (const Side side : Level(mesh, options).classify(points)) EXPECT_EQ(side, Side::OnSurface);
}

// Many triangles in one place get levels of their own.
TEST(CellLevel, CrowdedOctantsAreNested) {
  TriangleMesh mesh = shapes::box(Vec3(0, 0, 0), Vec3(100, 100, 100));
  const auto first = static_cast<Index>(mesh.pointCount());
  const TriangleMesh sphere = shapes::sphere(4);
  for (std::size_t i = 0; i < sphere.pointCount(); ++i)
    mesh.addPoint(Vec3(Vec3(50.1, 49.7, 50.3) + 0.1 * sphere.point(static_cast<Index>(i))));
  for (std::size_t t = 0; t < sphere.triangleCount(); ++t) {
    const auto [a, b, c] = sphere.triangle(t);
    mesh.addTriangle(first + a, first + c, first + b);  // a hole
  }
  for (const bool planes : {true, false}) {
    const Level level(mesh, {.withPlanes = planes, .cellsPerTriangle = 4});
    std::vector<CellBox> cells;
    level.cells.appendCells(cells);
    int deepest = 0;
    for (const CellBox& cell : cells) deepest = std::max(deepest, cell.level);
    EXPECT_GT(deepest, 0);
    Box around;
    around.extend(Vec3(49.9, 49.5, 50.1));
    around.extend(Vec3(50.3, 49.9, 50.5));
    const std::vector<Vec3> points = pointsIn(around, 3000);
    const std::vector<Side> sides = level.classify(points);
    int outside = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const double winding = solid_angle::winding(mesh, points[i]);
      if (std::abs(winding - std::round(winding)) > 1e-6) continue;
      EXPECT_EQ(sides[i], winding > 0.5 ? Side::Inside : Side::Outside) << points[i].transpose();
      outside += winding > 0.5 ? 0 : 1;
    }
    EXPECT_GT(outside, 20);
  }
}

}  // namespace
}  // namespace talus::test_cell_level
