#include "repair/divided_edges.h"

#include <gtest/gtest.h>

#include <numeric>

#include "geometry/check/mesh_check.h"
#include "touching_bodies.h"

namespace talus::test_divided_edges {
namespace {

TEST(DividedEdges, DivideAllTrianglesAtThem) {
  MendedSurface surface;
  surface.mesh = shapes::cubesAtAnEdge();
  surface.source.resize(surface.mesh.triangleCount());
  std::iota(surface.source.begin(), surface.source.end(), Index{0});
  const auto edges = touchingEdges(surface.mesh);
  ASSERT_EQ(edges.size(), 1u);
  const MendedSurface divided = withDividedEdges(surface, edges, 0.25);
  EXPECT_EQ(divided.mesh.pointCount(), surface.mesh.pointCount() + 1);
  EXPECT_EQ(divided.mesh.triangleCount(), surface.mesh.triangleCount() + 4);
  ASSERT_EQ(divided.source.size(), divided.mesh.triangleCount());
  const Vec3 low = surface.mesh.point(edges[0][0]), high = surface.mesh.point(edges[0][1]);
  const auto added = static_cast<Index>(surface.mesh.pointCount());
  EXPECT_EQ(divided.mesh.point(added), Vec3(0.75 * low + 0.25 * high));
  // The halves of a triangle know it.
  for (std::size_t t = surface.mesh.triangleCount(); t < divided.source.size(); ++t) {
    const auto source = static_cast<std::size_t>(divided.source[t]);
    EXPECT_EQ(divided.source[source], divided.source[t]);
    const auto corners = surface.mesh.triangle(source);
    for (const Index corner : divided.mesh.triangle(t))
      EXPECT_TRUE(corner == added || std::ranges::count(corners, corner) == 1);
  }
  EXPECT_EQ(touchingEdges(divided.mesh).size(), 2u);
  Context context;
  const MeshReport report = checkMesh(divided.mesh, {}, context);
  EXPECT_TRUE(report.closed && report.oriented);
  EXPECT_EQ(report.selfIntersections + report.degenerateTriangles + report.duplicateTriangles, 0);
  EXPECT_NEAR(report.signedVolume, 2, 1e-15);
}

TEST(DividedEdges, NoEdgesLeaveTheSurface) {
  MendedSurface surface;
  surface.mesh = shapes::unitBox();
  surface.source.resize(surface.mesh.triangleCount());
  EXPECT_EQ(withDividedEdges(surface, {}, 0.5).mesh.a, surface.mesh.a);
}

}  // namespace
}  // namespace talus::test_divided_edges
