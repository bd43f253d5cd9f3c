#include "repair/part_separation.h"

#include <gtest/gtest.h>

#include <limits>

#include "geometry/check/mesh_check.h"
#include "touching_bodies.h"

namespace talus::test_part_separation {
namespace {

TEST(PartSeparation, EndsAllContactsOfCubes) {
  Context context;
  for (const TriangleMesh& mesh : {shapes::cubesAtAnEdge(), shapes::cubesAtACorner()}) {
    std::int64_t work = 1'000'000;
    PartSeparation separation(mesh, work, context);
    EXPECT_EQ(separation.contacts(), 1);
    separation.search();
    EXPECT_EQ(separation.contacts(), 0);
    EXPECT_LT(work, 1'000'000);
    const TriangleMesh apart = separation.take();
    const MeshReport report = checkMesh(apart, {}, context);
    EXPECT_TRUE(report.problem.empty()) << report.problem;
    for (std::size_t p = 0; p < apart.pointCount(); ++p) {
      double nearest = std::numeric_limits<double>::infinity();
      for (std::size_t q = 0; q < mesh.pointCount(); ++q)
        nearest = std::min(nearest,
                           (apart.point(static_cast<Index>(p)) - mesh.point(static_cast<Index>(q))).norm());
      EXPECT_LT(nearest, 1e-13);
    }
  }
}

TEST(PartSeparation, LeavesASoundSurface) {
  Context context;
  std::int64_t work = 1'000'000;
  const TriangleMesh mesh = shapes::sphere(1);
  PartSeparation separation(mesh, work, context);
  separation.search();
  EXPECT_EQ(separation.contacts(), 0);
  EXPECT_EQ(work, 1'000'000);
  EXPECT_EQ(separation.take().x, mesh.x);
}

TEST(PartSeparation, KeepsWhatItCannotMend) {
  Context context;
  std::int64_t work = 1'000'000;
  TriangleMesh open = shapes::cubesAtACorner();
  for (auto* corners : {&open.a, &open.b, &open.c}) corners->pop_back();
  PartSeparation separation(open, work, context);
  EXPECT_EQ(separation.contacts(), std::numeric_limits<std::int64_t>::max());
  separation.search();
  EXPECT_EQ(separation.contacts(), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(separation.take().a, open.a);
}

}  // namespace
}  // namespace talus::test_part_separation
