// Booleans of the meshes of the collections, compared with CGAL's corefinement with exact constructions; and
// the repair of each mesh.

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <numbers>

#include "arrangement/result/surface_arrangement.h"
#include "collection.h"
#include "peers/vtk.h"
#include "repair/surface_repair.h"
#include "report/repair_answer.h"
#ifdef TALUS_HAVE_CGAL
#include "peers/cgal_boolean.h"
#endif

namespace talus {
namespace {

MeshReport checked(const TriangleMesh& mesh) {
  Context context;
  return checkMesh(mesh, {}, context);
}

// The mesh with a box of size 1 about the origin.
TriangleMesh ofUnitSize(TriangleMesh mesh) {
  const Box box = mesh.bounds();
  const Vec3 centre = box.center();
  const double size = box.sizes().maxCoeff();
  for (auto [values, middle] : {std::pair(&mesh.x, centre.x()), {&mesh.y, centre.y()}, {&mesh.z, centre.z()}})
    for (double& value : *values) value = (value - middle) / size;
  return mesh;
}

TriangleMesh turned(TriangleMesh mesh) {
  const Eigen::Matrix3d rotation = Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized()).toRotationMatrix();
  for (std::size_t i = 0; i < mesh.pointCount(); ++i) {
    const Vec3 p = rotation * mesh.point(static_cast<Index>(i)) + Vec3(0.1, 0.05, 0.02);
    mesh.x[i] = p.x(), mesh.y[i] = p.y(), mesh.z[i] = p.z();
  }
  return mesh;
}

class Booleans : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(Booleans, OfAMeshAndItselfTurnedAreThoseOfCgal) {
  const TriangleMesh read = peers::readMesh(GetParam());
  constexpr std::size_t maximumTriangles = 13000;  // CGAL takes minutes beyond
  if (!checked(read).problem.empty() || read.triangleCount() > maximumTriangles)
    GTEST_SKIP() << "not sound, or large";
  const std::array<TriangleMesh, 2> surfaces{ofUnitSize(read), turned(ofUnitSize(read))};
  const double volume = checked(surfaces[0]).signedVolume;
  Context context;
  const SurfaceArrangement arrangement(surfaces, {}, context);
  for (const auto operation :
       {BooleanOperation::Union, BooleanOperation::Intersection, BooleanOperation::Difference}) {
    const ArrangementBody body = arrangement.body(operation, InsideRule::Parity, context);
    const MeshReport report = checked(body.mesh);
    EXPECT_TRUE((report.closed && report.oriented) || body.mesh.triangleCount() == 0) << report.problem;
    EXPECT_EQ(report.selfIntersections + report.degenerateTriangles + report.duplicateTriangles, 0)
        << report.problem;
#ifdef TALUS_HAVE_CGAL
    const std::optional<double> reference = peers::cgalBooleanVolume(surfaces[0], surfaces[1], operation);
    if (!reference) continue;
    std::printf("%-32s %-13s %.16g, CGAL %.16g, difference %.1e\n", GetParam().filename().c_str(),
                name(operation), body.moments.volume, *reference, body.moments.volume - *reference);
    EXPECT_NEAR(body.moments.volume, *reference, 1e-14 * volume);
#endif
  }
}

TEST_P(Booleans, TheRepairedMeshIsSound) {
  const TriangleMesh mesh = peers::readMesh(GetParam());
  Context context;
  const RepairedSurface made = repairSurface(mesh, {}, context);
  std::printf("%-32s %s\n", GetParam().filename().c_str(), repairAnswer(made.report).c_str());
  if (made.mesh.triangleCount() > 0) {
    EXPECT_EQ(checked(made.mesh).problem, "");
  }
  if (made.report.before.problem.empty() && !(made.report.before.signedVolume < 0)) {
    EXPECT_FALSE(made.report.hasChanged());
  }
}

INSTANTIATE_TEST_SUITE_P(Collection, Booleans, testing::ValuesIn(collectedMeshes()),
                         [](const auto& mesh) { return meshName(mesh.index, mesh.param); });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Booleans);

}  // namespace
}  // namespace talus
