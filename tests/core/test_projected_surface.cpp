#include "contact/overlap/projected_surface.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "contact/overlap/surface_columns.h"
#include "convex_brute_force.h"

namespace talus {
namespace {

// A surface seen along the third axis of the world.
struct View {
  SurfaceCells cells;
  ProjectedSurface surface;

  explicit View(const TriangleMesh& mesh, const Vec3& position = Vec3::Zero(),
                const Eigen::Matrix3d& rotation = Eigen::Matrix3d::Identity())
      : cells(mesh), surface(cells, {position, rotation, 1}, Vec3::Zero(), Eigen::Matrix3d::Identity()) {}
};

std::vector<ProjectedTriangle> trianglesOver(const ProjectedSurface& surface, const Outline& area) {
  constexpr double far = 1e9;
  std::vector<ProjectedTriangle> found;
  for (const BoxedTriangle& boxed : surface.trianglesIn(
           Box(Vec3(area.min().x(), area.min().y(), -far), Vec3(area.max().x(), area.max().y(), far))))
    if (const ProjectedTriangle triangle(boxed.at); !triangle.isEdgeOn()) found.push_back(triangle);
  return found;
}

Outline outlineOf(const ProjectedSurface& surface) {
  return {surface.bounds().min().head<2>(), surface.bounds().max().head<2>()};
}

// The triangles that may touch those of another surface that moves by more than a translation.
struct Columns {
  SurfaceColumns first, second;

  Columns(const View& a, const View& b)
      : first(a.surface.trianglesIn(upFrom(b.surface.bounds())), common(a, b)),
        second(b.surface.trianglesIn(downFrom(a.surface.bounds())), common(a, b)) {}

  static Outline common(const View& a, const View& b) {
    return outlineOf(a.surface).intersection(outlineOf(b.surface));
  }
  static Box upFrom(Box box) {
    box.max().z() = 1e9;
    return box;
  }
  static Box downFrom(Box box) {
    box.min().z() = -1e9;
    return box;
  }
};

// Two unit boxes, the second of which has moved.
double overlapOfBoxes(const TriangleMesh& second, const Vec3& position) {
  const View a(shapes::unitBox(3)), b(second, position);
  const Columns columns(a, b);
  return surelyOverlappingUpTo(columns.first, columns.second);
}

TEST(ProjectedSurface, FindsTheTrianglesInABox) {
  const View view(shapes::unitBox(4), Vec3(0, 0, 2));
  const ProjectedSurface& box = view.surface;
  EXPECT_TRUE(box.bounds().contains(Box(Vec3(0, 0, 2), Vec3(1, 1, 3))));
  EXPECT_TRUE(box.bounds().max().isApprox(Vec3(1, 1, 3), 1e-12));
  EXPECT_EQ(box.highest(), 3);
  EXPECT_EQ(box.lowest(), 2);
  EXPECT_EQ(box.trianglesIn(box.bounds()).size(), 192);
  EXPECT_EQ(trianglesOver(box, outlineOf(box)).size(), 64);  // without four sides, which are edge-on
  EXPECT_EQ(trianglesOver(box, Outline(Eigen::Vector2d(-1, -1), Eigen::Vector2d(0.1, 0.1))).size(), 4);
  EXPECT_EQ(box.trianglesIn(Box(Vec3(0.1, 0.1, 2.9), Vec3(0.9, 0.9, 9))).size(), 32);  // of the upper side
}

TEST(ProjectedSurface, IgnoresPointsWithoutTriangles) {
  TriangleMesh mesh = shapes::unitBox(2);
  mesh.addPoint(Vec3(7, 8, 9));
  EXPECT_EQ(View(mesh).surface.highest(), 1);
}

// Patches are skipped by their boxes, which are not tight.
TEST(ProjectedSurface, LosesNoTriangleOfAPatch) {
  brute::Dice dice(7);
  const TriangleMesh mesh = shapes::torus(1, 0.3, 24, 12);
  for (int i = 0; i < 50; ++i) {
    const Eigen::Matrix3d rotation = dice.rotation();
    const View view(mesh, dice.direction(), rotation);
    const Vec3 corner = 1.5 * dice.direction();
    const Box where(corner, corner + Vec3(0.7, 0.5, 0.9));
    std::size_t near = 0;
    double highest = -9, lowest = 9;
    for (const BoxedTriangle& one : view.surface.trianglesIn(view.surface.bounds())) {
      near += one.box.intersects(where) ? 1 : 0;
      highest = std::max(highest, one.box.max().z());
      lowest = std::min(lowest, one.box.min().z());
    }
    const std::vector<BoxedTriangle> found = view.surface.trianglesIn(where);
    EXPECT_EQ(found.size(), near);
    for (const BoxedTriangle& one : found) EXPECT_TRUE(view.surface.boundsIn(where).contains(one.box));
    EXPECT_EQ(view.surface.highest(), highest);
    EXPECT_EQ(view.surface.lowest(), lowest);
    EXPECT_EQ(view.surface.trianglesIn(view.surface.bounds()).size(), mesh.triangleCount());
  }
}

// Small triangles beside long ones, and an area that is flat or a point.
TEST(ProjectionGrid, FindsEachNearTriangleOnce) {
  brute::Dice dice(5);
  TriangleMesh mesh = shapes::sphere(3);
  mesh.append(shapes::box(Vec3(-1, -1, -0.001), Vec3(1, 1, 0.001)));
  mesh.append(shapes::box(Vec3(-0.3, -0.3, -2), Vec3(-0.29, 0.3, 2), 3));
  const View view(mesh, Vec3::Zero(), dice.rotation());
  const Eigen::Vector2d middle(0.1, 0.2);
  for (const Outline& area : {outlineOf(view.surface), Outline(middle, Eigen::Vector2d(0.6, 0.3)),
                              Outline(middle, Eigen::Vector2d(0.1, 0.9)), Outline(middle)}) {
    const ProjectionGrid grid(trianglesOver(view.surface, area), area);
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

// Every pair of triangles whose outlines meet and whose heights differ by enough is among those found.
TEST(SurfaceColumns, LoseNoPairThatReachesFarEnough) {
  brute::Dice dice(6);
  TriangleMesh spiky = shapes::sphere(2);
  spiky.append(shapes::box(Vec3(-1.5, -0.01, -0.02), Vec3(1.5, 0.01, 0.02)));
  std::size_t wanted = 0, found = 0, all = 0;
  for (int i = 0; i < 40; ++i) {
    const View a(shapes::torus(1, 0.3, 16, 8), Vec3::Zero(), dice.rotation()),
        b(spiky, dice.direction(), dice.rotation());
    const Columns columns(a, b);
    const Outline area = Columns::common(a, b);
    if (area.isEmpty()) continue;
    const double by = dice.between(0.5, 1.5);
    const auto has = [](const std::vector<ProjectedTriangle>& list, const ProjectedTriangle& one) {
      return std::any_of(list.begin(), list.end(), [&](const auto& t) { return t.at == one.at; });
    };
    const std::vector<ProjectedTriangle> above = columns.first.trianglesAbove(columns.second, by),
                                         below = columns.second.trianglesBelow(columns.first, by);
    const std::vector<ProjectedTriangle> ofA = trianglesOver(a.surface, area),
                                         ofB = trianglesOver(b.surface, area);
    for (const ProjectedTriangle& s : ofA)
      for (const ProjectedTriangle& t : ofB) {
        if (!s.outline.intersects(t.outline) || s.high - by < t.low) continue;
        ++wanted;
        EXPECT_TRUE(has(above, s) && has(below, t));
      }
    found += above.size() + below.size();
    all += ofA.size() + ofB.size();
  }
  EXPECT_GT(wanted, 1000);
  EXPECT_LT(2 * found, all);
}

TEST(OverlapLines, TellHowFarBoxesOverlap) {
  const TriangleMesh box = shapes::unitBox(2);
  EXPECT_NEAR(overlapOfBoxes(box, Vec3(0.3, 0.2, 0.6)), 0.4, 1e-12);
  EXPECT_NEAR(overlapOfBoxes(box, Vec3(0.3, 0.2, -0.6)), 1.6, 1e-12);
  EXPECT_EQ(overlapOfBoxes(box, Vec3(0.3, 0.2, 1.1)), 0);
  EXPECT_EQ(overlapOfBoxes(box, Vec3(0.3, 0.2, -1.1)), 0) << "they do not overlap yet";
}

// Its upper side faces inwards: where a surface does not begin and end alternately, lines tell nothing.
TEST(OverlapLines, DoNotCountWhereASurfaceOverlapsItself) {
  TriangleMesh twice = shapes::unitBox(3);
  twice.append(shapes::box(Vec3(0.1, 0.1, 0.1), Vec3(0.9, 0.9, 0.9), 3));
  EXPECT_GT(overlapOfBoxes(shapes::unitBox(2), Vec3(0.3, 0.2, 0.4)), 0.5);
  EXPECT_LT(overlapOfBoxes(twice, Vec3(0.3, 0.2, 0.6)), 0.5);
  TriangleMesh inwards = shapes::unitBox(3);
  std::swap(inwards.b, inwards.c);
  EXPECT_EQ(overlapOfBoxes(inwards, Vec3(0.3, 0.2, 0.6)), 0);
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
