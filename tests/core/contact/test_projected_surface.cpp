#include "contact/overlap/projected_surface.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "convex_brute_force.h"

namespace talus::test_projected_surface {
namespace {

// A surface seen along the third axis of the world.
struct View {
  SurfaceCells cells;
  ProjectedSurface surface;

  explicit View(const TriangleMesh& mesh, const Vec3& position = Vec3::Zero(),
                const Eigen::Matrix3d& rotation = Eigen::Matrix3d::Identity())
      : cells(mesh), surface(cells, {position, rotation, 1}, Vec3::Zero(), Eigen::Matrix3d::Identity()) {}
};

// A body and a unit box, which has moved: the translation up to which the line through a point tells that
// they overlap all the time.
double overlapOfBoxes(const TriangleMesh& first, const Vec3& position, const Vec3& point) {
  const View a(first), b(shapes::unitBox(2), position);
  double reached = 0;
  for (const auto& [begin, end] : sureOverlaps(a.surface, b.surface, point.head<2>(), point.z(), point.z()))
    if (begin <= 0) reached = std::max(reached, end);
  return reached;
}

// The middle of two unit boxes, the second of which has moved, off all edges.
Vec3 middleOf(const Vec3& position) {
  return 0.5 * (position + Vec3::Ones()) + Vec3(0.01, 0.02, 0.03);
}

TEST(ProjectedSurface, HasItsFarthestPointsInItsBox) {
  brute::Dice dice(7);
  TriangleMesh mesh = shapes::torus(1, 0.3, 24, 12);
  mesh.append(shapes::box(Vec3(0.1, 0.2, 0.3), Vec3(0.2, 1.3, 0.4), 3));
  mesh.addPoint(Vec3(7, 8, 9));  // no triangle uses it
  for (int i = 0; i < 50; ++i) {
    const View view(mesh, dice.direction(), dice.rotation());
    Box all;
    for (std::size_t t = 0; t < mesh.triangleCount(); ++t)
      for (const Vec3& corner : view.surface.corners(static_cast<Index>(t))) all.extend(corner);
    EXPECT_EQ(view.surface.highest(), all.max().z());
    EXPECT_EQ(view.surface.lowest(), all.min().z());
    EXPECT_TRUE(view.surface.box().contains(all));
  }
}

TEST(ProjectedSurface, HasStretchesWhereItHoldsALine) {
  brute::Dice dice(8);
  const Pose pose{Vec3(0.2, 0.1, 0.3), dice.rotation(), 1};
  const View ring(shapes::torus(1, 0.3, 24, 12), pose.position, pose.rotation);
  int inside = 0, outside = 0;
  for (int i = 0; i < 2000; ++i) {
    const bool above = i % 2 == 0;
    const Vec3 from = pose.position + dice.between(0, 1.5) * dice.direction();
    const double far = dice.between(0, 2);
    const Vec3 to = from + (above ? far : -far) * Vec3::UnitZ();
    const auto stretches =
        ring.surface.stretches(from, above ? ProjectedSurface::Side::Above : ProjectedSurface::Side::Below);
    const bool found = std::any_of(stretches.begin(), stretches.end(), [&](const auto& stretch) {
      return to.z() >= stretch.begin && to.z() <= stretch.end;
    });
    EXPECT_EQ(found, ring.cells.holds(pose.toBody(to))) << i;
    ++(found ? inside : outside);
  }
  EXPECT_GT(std::min(inside, outside), 200);
}

TEST(OverlapLines, TellHowFarBoxesOverlap) {
  const TriangleMesh box = shapes::unitBox(3);
  const auto overlap = [&](const Vec3& position) {
    return overlapOfBoxes(box, position, middleOf(position));
  };
  EXPECT_NEAR(overlap(Vec3(0.3, 0.2, 0.6)), 0.4, 1e-12);
  EXPECT_NEAR(overlap(Vec3(0.3, 0.2, -0.6)), 1.6, 1e-12);
  EXPECT_EQ(overlap(Vec3(0.3, 0.2, 1.1)), 0);
  EXPECT_EQ(overlap(Vec3(0.3, 0.2, -1.1)), 0) << "they do not overlap yet";
}

TEST(OverlapLines, TellNothingAtPointsOutside) {
  const TriangleMesh box = shapes::unitBox(3);
  EXPECT_EQ(overlapOfBoxes(box, Vec3(0.3, 0.2, 0.6), Vec3(0.1, 0.12, 0.7)), 0);
  EXPECT_EQ(overlapOfBoxes(box, Vec3(0.3, 0.2, 0.6), Vec3(1.1, 0.52, 0.7)), 0);
  EXPECT_EQ(overlapOfBoxes(box, Vec3(0.3, 0.2, 0.6), Vec3(0.52, 0.71, 1.1)), 0);
  EXPECT_EQ(overlapOfBoxes(box, Vec3(0.3, 0.2, 0.6), Vec3(0.52, 0.71, 0.5)), 0);
}

// Where a surface does not begin and end alternately, lines tell nothing.
TEST(OverlapLines, DoNotCountWhereASurfaceOverlapsItself) {
  const Vec3 position(0.3, 0.2, 0.6), point(0.52, 0.71, 0.7);
  TriangleMesh twice = shapes::unitBox(3);
  twice.append(shapes::box(Vec3(0.1, 0.1, 0.1), Vec3(0.9, 0.9, 0.9), 3));
  EXPECT_GT(overlapOfBoxes(shapes::unitBox(3), position, point), 0.3);
  EXPECT_EQ(overlapOfBoxes(twice, position, point), 0);
  TriangleMesh inwards = shapes::unitBox(3);
  std::swap(inwards.b, inwards.c);
  EXPECT_EQ(overlapOfBoxes(inwards, position, point), 0);
}

// Lines from below the first body and from above the second.
TEST(OverlapLines, TellWhenBodiesMeetAgain) {
  const View layers = [] {
    TriangleMesh mesh = shapes::box(Vec3(0, 0, 0), Vec3(1, 1, 1), 3);
    mesh.append(shapes::box(Vec3(0, 0, 3), Vec3(1, 1, 4), 3));
    return View(mesh);
  }();
  const View box(shapes::unitBox(2), Vec3(0.3, 0.2, 0.6));
  auto overlaps = sureOverlaps(layers.surface, box.surface, {0.52, 0.71}, -1, 9);
  std::sort(overlaps.begin(), overlaps.end(), [](const auto& a, const auto& b) { return a.begin < b.begin; });
  ASSERT_EQ(overlaps.size(), 2U);
  EXPECT_NEAR(overlaps[0].begin, -1.6, 1e-12);
  EXPECT_NEAR(overlaps[0].end, 0.4, 1e-12);
  EXPECT_NEAR(overlaps[1].begin, 1.4, 1e-12);
  EXPECT_NEAR(overlaps[1].end, 3.4, 1e-12);
}

// A hollow box around the other one touches it only after it has moved.
TEST(OverlapLines, KnowCavities) {
  TriangleMesh hollow = shapes::box(Vec3(-2, -2, -2), Vec3(3, 3, 3));
  TriangleMesh cavity = shapes::box(Vec3(-1, -1, -1), Vec3(2, 2, 2));
  std::swap(cavity.b, cavity.c);
  hollow.append(cavity);
  EXPECT_EQ(overlapOfBoxes(hollow, Vec3::Zero(), Vec3(0.52, 0.71, 0.6)), 0);
  // Its floor is left after half a unit.
  EXPECT_NEAR(overlapOfBoxes(hollow, Vec3(0, 0, -1.5), Vec3(0.52, 0.71, -1.2)), 0.5, 1e-12);
}

}  // namespace
}  // namespace talus::test_projected_surface
