// Checks every mesh of the collections and compares the count of self-intersections with CGAL's.

#include <gtest/gtest.h>

#include <cstdio>

#include "collection.h"
#include "geometry/check/mesh_check.h"
#include "peers/vtk.h"
#ifdef TALUS_HAVE_CGAL
#include "peers/cgal.h"
#endif

namespace talus {
namespace {

class SurfaceChecks : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(SurfaceChecks, SelfIntersectionsAreThoseOfCgal) {
  const TriangleMesh mesh = peers::readMesh(GetParam());
  Context context;
  const MeshReport report = checkMesh(mesh, {}, context);
  std::printf(
      "%-32s %6lld triangles, edges %lld boundary %lld non-manifold %lld misoriented, pieces %lld, "
      "self-intersections %lld, volume %.6g%s | %s\n",
      GetParam().filename().c_str(), static_cast<long long>(report.triangles),
      static_cast<long long>(report.boundaryEdges), static_cast<long long>(report.nonManifoldEdges),
      static_cast<long long>(report.misorientedEdges), static_cast<long long>(report.components),
      static_cast<long long>(report.selfIntersections), report.signedVolume, report.convex ? ", convex" : "",
      report.problem.c_str());
  EXPECT_EQ(report.problem.empty(), report.closed && report.oriented && report.manifold &&
                                        report.degenerateTriangles == 0 && report.selfIntersections == 0);
#ifdef TALUS_HAVE_CGAL
  const std::int64_t reference = peers::cgalSelfIntersections(mesh);
  if (report.degenerateTriangles > 0) GTEST_SKIP() << "CGAL counts triangles without area as intersecting";
  if (reference < 0) GTEST_SKIP() << "not a mesh that CGAL can hold";
  // CGAL gives each fan at a pinched point a point of its own, so that fans meet there.
  if (report.nonManifoldVertices == 0) {
    EXPECT_EQ(report.selfIntersections, reference);
  } else {
    EXPECT_LE(report.selfIntersections, reference);
  }
#endif
}

INSTANTIATE_TEST_SUITE_P(Collection, SurfaceChecks, testing::ValuesIn(collectedMeshes()),
                         [](const auto& mesh) { return meshName(mesh.index, mesh.param); });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(SurfaceChecks);

}  // namespace
}  // namespace talus
