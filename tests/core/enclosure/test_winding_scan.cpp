// Winding numbers of the centres of all cells, against the sum of solid angles.
#include "enclosure/cells/winding_scan.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "enclosure/cells/cell_lookup.h"
#include "geometry/mesh/placed_mesh.h"
#include "shapes.h"
#include "solid_angle.h"

namespace talus::test_winding_scan {
namespace {

TriangleMesh together(const std::vector<TriangleMesh>& parts) {
  TriangleMesh all;
  for (const TriangleMesh& part : parts) {
    const auto first = static_cast<Index>(all.pointCount());
    for (std::size_t i = 0; i < part.pointCount(); ++i) all.addPoint(part.point(static_cast<Index>(i)));
    for (std::size_t t = 0; t < part.triangleCount(); ++t) {
      const auto [a, b, c] = part.triangle(t);
      all.addTriangle(first + a, first + b, first + c);
    }
  }
  return all;
}

struct Scanned {
  TriangleMesh mesh;
  TriangleSet triangles;
  CellGrid grid;
  std::vector<std::uint32_t> numbers;
  Raster raster;

  Scanned(const TriangleMesh& given, double cells)
      : mesh(given), triangles(mesh), grid(triangles.bounds(), cells), numbers(triangles.size()) {
    std::iota(numbers.begin(), numbers.end(), 0u);
    rasterize(grid, triangles, numbers, raster);
  }
  WindingScan scan(bool oriented, bool wide, const std::optional<Reference>& start = {}) const {
    return {grid, triangles, numbers, start, oriented, wide};
  }
  template <class Visit>
  void forEachCell(const Visit& visit) const {
    for (int z = 0; z < grid.size(2); ++z)
      for (int y = 0; y < grid.size(1); ++y)
        for (int x = 0; x < grid.size(0); ++x) visit(CellGrid::Cell{x, y, z});
  }
};

// Two overlapping boxes, one within the other, and a sphere: winding numbers 0 to 3.
TriangleMesh nested() {
  return together({shapes::box(Vec3(0, 0, 0), Vec3(1, 1, 1), 2),
                   shapes::box(Vec3(0.5, 0.21, 0.13), Vec3(1.62, 0.83, 0.77)),
                   shapes::box(Vec3(0.57, 0.31, 0.23), Vec3(0.93, 0.63, 0.67))});
}

TEST(WindingScan, CountsHowOftenTheSurfaceGoesAroundEachCentre) {
  const Scanned scanned(nested(), 2000);
  for (const bool wide : {false, true}) {
    WindingScan scan = scanned.scan(true, wide);
    scan.add(scanned.raster.crossings);
    ASSERT_TRUE(scan.sum());
    int greatest = 0;
    scanned.forEachCell([&](const CellGrid::Cell& cell) {
      const CellPlace place = placeOf(scanned.grid, cell);
      const double expected = solid_angle::winding(scanned.mesh, scanned.grid.centre(cell));
      if (std::abs(expected - std::round(expected)) > 1e-6) return;  // on the surface
      EXPECT_EQ(scan(place.block, place.bit), std::lround(expected));
      greatest = std::max(greatest, static_cast<int>(std::lround(expected)));
    });
    EXPECT_EQ(greatest, 3);
  }
}

TEST(WindingScan, WithoutOrientationItCountsParities) {
  const Scanned scanned(nested(), 2000);
  WindingScan scan = scanned.scan(false, false);
  scan.add(scanned.raster.crossings);
  ASSERT_TRUE(scan.sum());
  scanned.forEachCell([&](const CellGrid::Cell& cell) {
    const CellPlace place = placeOf(scanned.grid, cell);
    const double expected = solid_angle::winding(scanned.mesh, scanned.grid.centre(cell));
    if (std::abs(expected - std::round(expected)) > 1e-6) return;
    EXPECT_EQ(scan(place.block, place.bit), std::lround(expected) % 2);
  });
}

TEST(WindingScan, ANarrowScanTellsThatItIsNotEnough) {
  std::vector<TriangleMesh> shells;
  for (int i = 0; i < 150; ++i) shells.push_back(shapes::unitBox());
  const Scanned scanned(together(shells), 200);
  WindingScan narrow = scanned.scan(true, false);
  narrow.add(scanned.raster.crossings);
  EXPECT_FALSE(narrow.sum());
  WindingScan wide = scanned.scan(true, true);
  wide.add(scanned.raster.crossings);
  ASSERT_TRUE(wide.sum());
  const CellPlace place = placeOf(scanned.grid, scanned.grid.cellOf(Vec3(0.51, 0.47, 0.53)));
  EXPECT_EQ(wide(place.block, place.bit), 150);
}

TEST(WindingScan, SummariesAreThoseOfTheCells) {
  const Scanned scanned(nested(), 2000);
  WindingScan scan = scanned.scan(true, false);
  scan.add(scanned.raster.crossings);
  ASSERT_TRUE(scan.sum());
  for (std::size_t b = 0; b < blockCount(scanned.grid); ++b) {
    const WindingScan::Summary summary = scan.summary(b);
    if (summary.winding != 0) {
      EXPECT_NE(summary.winding % 2, 0);
    }
    for (unsigned bit = 0; bit < 64; ++bit) {
      const std::int32_t winding = scan(b, bit);
      EXPECT_EQ((summary.odd >> bit) & 1, static_cast<std::uint64_t>(winding & 1));
      EXPECT_EQ((summary.further >> bit) & 1, winding != 0 && winding != summary.winding ? 1u : 0u);
    }
  }
}

}  // namespace
}  // namespace talus::test_winding_scan
