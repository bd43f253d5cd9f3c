#include "contact/overlap/projected_surface.h"

#include <gtest/gtest.h>

#include <map>
#include <utility>

#include "contact/overlap/overlap_lines.h"
#include "convex_brute_force.h"

namespace talus {
namespace {

ProjectedSurface seenFromAbove(const TriangleMesh& mesh, const Vec3& position = Vec3::Zero()) {
  return {mesh, {position, Eigen::Matrix3d::Identity(), 1}, Vec3::Zero(), Eigen::Matrix3d::Identity()};
}

ProjectionGrid gridOf(const ProjectedSurface& surface, const Outline& area) {
  return {surface.trianglesIn(area), area};
}

// Two unit boxes, the second of which has moved.
double overlapOfBoxes(const TriangleMesh& second, const Vec3& position) {
  const TriangleMesh box = shapes::unitBox(3);
  const ProjectedSurface a = seenFromAbove(box), b = seenFromAbove(second, position);
  const Outline area = a.outline().intersection(b.outline());
  return surelyOverlappingUpTo(gridOf(a, area), gridOf(b, area), area);
}

TEST(ProjectedSurface, OmitsWhatIsEdgeOnOrElsewhere) {
  const TriangleMesh mesh = shapes::unitBox(4);
  const ProjectedSurface box = seenFromAbove(mesh, Vec3(0, 0, 2));
  EXPECT_EQ(box.low(), 2);
  EXPECT_EQ(box.high(), 3);
  EXPECT_EQ(box.trianglesIn(box.outline()).size(), 64);  // without four sides
  const Outline corner(Eigen::Vector2d(-1, -1), Eigen::Vector2d(0.1, 0.1));
  EXPECT_EQ(box.trianglesIn(corner).size(), 4);
}

// Small triangles beside long ones, and an area that is flat or a point.
TEST(ProjectionGrid, FindsEachNearTriangleOnce) {
  brute::Dice dice(5);
  TriangleMesh mesh = shapes::sphere(3);
  mesh.append(shapes::box(Vec3(-1, -1, -0.001), Vec3(1, 1, 0.001)));
  mesh.append(shapes::box(Vec3(-0.3, -0.3, -2), Vec3(-0.29, 0.3, 2), 3));
  const ProjectedSurface surface(mesh, {Vec3::Zero(), dice.rotation(), 1}, Vec3::Zero(),
                                 Eigen::Matrix3d::Identity());
  const Eigen::Vector2d middle(0.1, 0.2);
  for (const Outline& area : {surface.outline(), Outline(middle, Eigen::Vector2d(0.6, 0.3)),
                              Outline(middle, Eigen::Vector2d(0.1, 0.9)), Outline(middle)}) {
    const ProjectionGrid grid = gridOf(surface, area);
    std::size_t found = 0;
    for (const ProjectedTriangle& other : grid.triangles()) {
      std::map<const ProjectedTriangle*, int> visits;
      grid.forEachNear(other, -0.1, 0.4, [&](const ProjectedTriangle& t) { ++visits[&t]; });
      for (const ProjectedTriangle& t : grid.triangles()) {
        const bool near = t.outline.intersects(other.outline) && t.high >= -0.1 && t.low <= 0.4;
        EXPECT_EQ(visits.contains(&t) ? visits[&t] : 0, near ? 1 : 0);
        found += near ? 1 : 0;
      }
    }
    EXPECT_GT(found, grid.triangles().size());
  }
}

TEST(OverlapLines, TellHowFarBoxesOverlap) {
  const TriangleMesh box = shapes::unitBox(2);
  EXPECT_NEAR(overlapOfBoxes(box, Vec3(0.3, 0.2, 0.6)), 0.4, 1e-12);
  EXPECT_NEAR(overlapOfBoxes(box, Vec3(0.3, 0.2, -0.6)), 1.6, 1e-12);
  EXPECT_EQ(overlapOfBoxes(box, Vec3(0.3, 0.2, 1.1)), 0);
  EXPECT_EQ(overlapOfBoxes(box, Vec3(0.3, 0.2, -1.1)), 0) << "they do not overlap yet";
}

// A hollow box around the other one touches it only after it has moved.
TEST(OverlapLines, KnowCavities) {
  TriangleMesh hollow = shapes::box(Vec3(-2, -2, -2), Vec3(3, 3, 3));
  TriangleMesh cavity = shapes::box(Vec3(-1, -1, -1), Vec3(2, 2, 2));
  std::swap(cavity.b, cavity.c);
  hollow.append(cavity);
  EXPECT_EQ(overlapOfBoxes(hollow, Vec3::Zero()), 0);
  // Its floor, from -0.5 to 0.5 there, is above the box after half a unit.
  EXPECT_NEAR(overlapOfBoxes(hollow, Vec3(0, 0, 1.5)), 1.5, 1e-12);
}

}  // namespace
}  // namespace talus
