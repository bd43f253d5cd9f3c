// What the mesh check predicts for the labels is what the classifier does. One test a sentence.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "enclosure/classifier/classifier.h"
#include "geometry/check/mesh_check.h"
#include "shapes.h"

namespace talus::test_defect_effects {
namespace {

const std::vector<Method> byParity{Method::Auto, Method::RayCrossing, Method::DiscreteFunction};
const std::vector<Method> byWinding{Method::SolidAngle, Method::Antipodal, Method::FastMultipole};
const std::vector<Method> everyMethod{Method::Auto,       Method::RayCrossing, Method::DiscreteFunction,
                                      Method::SolidAngle, Method::Antipodal,   Method::FastMultipole};

Classification classify(const TriangleMesh& mesh, const std::vector<Vec3>& points,
                        Method method = Method::Auto, InsideRule rule = InsideRule::Parity) {
  Context context;
  const Classifier classifier({mesh}, {.method = method, .insideRule = rule, .windingNumber = true}, context);
  Context another;
  return classifier.classify(points, another);
}

// The effect that the check predicts for a kind of defect.
std::string effectOf(const TriangleMesh& mesh, const std::string& defect) {
  Context context;
  for (const Finding& finding : checkMesh(mesh, {}, context).findings)
    if (finding.defect == defect) return finding.effect;
  return "(not found)";
}

void expectEffect(const TriangleMesh& mesh, const std::string& defect, const std::string& words) {
  const std::string effect = effectOf(mesh, defect);
  EXPECT_NE(effect.find(words), std::string::npos) << defect << ": " << effect;
}

// The same labels as those of a sound surface.
void expectLabelsOf(const TriangleMesh& sound, const TriangleMesh& mesh, const std::vector<Vec3>& points,
                    const std::vector<Method>& methods = everyMethod) {
  const std::vector<Side> truth = classify(sound, points).side;
  for (const Method method : methods) EXPECT_EQ(classify(mesh, points, method).side, truth) << name(method);
}

// Points of the cube [−½, 1½]³, none on the planes of the unit cube's grids.
std::vector<Vec3> cloud() {
  std::vector<Vec3> points;
  constexpr int n = 9;
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) points.push_back(Vec3::Constant(-0.47) + Vec3(i, j, k) * (1.93 / (n - 1)));
  return points;
}

// Beside the middle of the box's lower face, inside and outside.
const std::vector<Vec3> besideFloor{Vec3(0.52, 0.51, 1e-6), Vec3(0.52, 0.51, -1e-6)};
using Sides = std::vector<Side>;

// The unit box with its floor flipped; `withLid` tells whether it is closed.
TriangleMesh withFlippedFloor(bool withLid) {
  TriangleMesh mesh = withLid ? shapes::unitBox(4) : shapes::openBox(4);
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
    const auto [a, b, c] = mesh.corners(t);
    if (a.z() == 0 && b.z() == 0 && c.z() == 0) shapes::flip(mesh, t);
  }
  return mesh;
}

TEST(DefectEffect, SoundSurfacesHaveNoFindings) {
  Context context;
  EXPECT_TRUE(checkMesh(shapes::unitBox(), {}, context).findings.empty());
}

TEST(DefectEffect, NonFiniteIsRefused) {
  TriangleMesh mesh = shapes::unitBox();
  mesh.x[3] = std::numeric_limits<double>::quiet_NaN();
  expectEffect(mesh, "NonFiniteTriangles", "rejected");
  EXPECT_THROW(classify(mesh, cloud()), Error);
}

TEST(DefectEffect, BoundaryMakesTheSidesBlend) {
  TriangleMesh mesh = shapes::unitBox(4);
  const auto isLid = [&](std::size_t t) {
    return mesh.corners(t)[0].z() == 1 && mesh.corners(t)[1].z() == 1 && mesh.corners(t)[2].z() == 1;
  };
  TriangleMesh open = mesh;
  open.a.clear(), open.b.clear(), open.c.clear();
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t)
    if (!isLid(t)) open.addTriangle(mesh.a[t], mesh.b[t], mesh.c[t]);
  expectEffect(open, "BoundaryEdges", "exceeds 1/2");
  expectEffect(open, "BoundaryEdges", "gradually from 1 to 0 through each opening");
  // Down to up through the middle of the opening.
  std::vector<Vec3> way;
  for (int i = 0; i <= 40; ++i) way.emplace_back(0.52, 0.51, 0.05 + 0.05 * i);
  const Classification found = classify(open, way);
  EXPECT_GT(found.winding.front(), 0.9);
  EXPECT_LT(found.winding.back(), 0.1);
  EXPECT_TRUE(std::is_sorted(found.winding.rbegin(), found.winding.rend()));
  EXPECT_NEAR(classify(open, {Vec3(0.5, 0.5, 1)}).winding[0], 0.5, 1e-12);
  for (std::size_t i = 0; i < way.size(); ++i)
    EXPECT_EQ(found.side[i] == Side::Inside, found.winding[i] > 0.5) << way[i].z();
}

TEST(DefectEffect, NonManifoldEdgesOfEvenNumberDoNothing) {
  TriangleMesh mesh = shapes::unitBox(2);
  mesh.append(shapes::box(Vec3(1, 1, 0), Vec3(1.4, 1.4, 1), 2));
  const TriangleMesh joined = mergeDuplicatePoints(mesh).mesh;
  expectEffect(joined, "NonManifoldEdges", "None");
  const std::vector<Vec3> points = cloud();
  const Classification found = classify(joined, points);
  const Box first(Vec3(0, 0, 0), Vec3(1, 1, 1)), second(Vec3(1, 1, 0), Vec3(1.4, 1.4, 1));
  for (std::size_t i = 0; i < points.size(); ++i)
    EXPECT_EQ(found.side[i] == Side::Inside, first.contains(points[i]) || second.contains(points[i]));
}

TEST(DefectEffect, NonManifoldEdgesOfOddNumberOpen) {
  TriangleMesh mesh = shapes::unitBox();
  const Index tip = mesh.addPoint(Vec3(2, 2, 2));
  mesh.addTriangle(mesh.a[0], mesh.b[0], tip);  // a fin
  expectEffect(mesh, "NonManifoldEdges", "make the surface open");
  const std::vector<Vec3> points = cloud();
  const Classification found = classify(mesh, points);
  bool fraction = false;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (found.side[i] == Side::OnSurface) continue;
    EXPECT_EQ(found.side[i] == Side::Inside, std::abs(found.winding[i]) > 0.5)
        << points[i].transpose() << ' ' << found.winding[i];
    fraction |= std::abs(found.winding[i] - std::round(found.winding[i])) > 0.01;
  }
  EXPECT_TRUE(fraction);
}

TEST(DefectEffect, FlippedPatchOfAClosedSurfaceLeavesTheSides) {
  const TriangleMesh mesh = withFlippedFloor(true);
  expectEffect(mesh, "FlippedTriangles", "None with Auto, RayCrossing and DiscreteFunction");
  expectLabelsOf(shapes::unitBox(4), mesh, cloud(), byParity);
  expectLabelsOf(shapes::unitBox(4), mesh, besideFloor, byParity);

  expectEffect(mesh, "FlippedTriangles", "report it as winding number");
  for (const Method method : byParity)
    EXPECT_EQ(classify(mesh, besideFloor, method).winding, (std::vector<double>{1, 0})) << name(method);

  expectEffect(mesh, "FlippedTriangles",
               "an error of up to 1 near the patches, where their labels are wrong");
  for (const Method method : byWinding) {
    const Classification beside = classify(mesh, besideFloor, method);
    EXPECT_NEAR(beside.winding[0], 0, 1e-2) << name(method);
    EXPECT_NEAR(beside.winding[1], 1, 1e-2) << name(method);
    EXPECT_EQ(beside.side, (Sides{Side::Outside, Side::Inside})) << name(method);
  }

  expectEffect(mesh, "FlippedTriangles", "also instead of the rule NonZero");
  EXPECT_EQ(classify(mesh, cloud(), Method::Auto, InsideRule::NonZero).side, classify(mesh, cloud()).side);
}

TEST(DefectEffect, FlippedPatchOfAnOpenSurfaceTurnsLabels) {
  const TriangleMesh mesh = withFlippedFloor(false);
  expectEffect(mesh, "FlippedTriangles", "labels near a patch are wrong on both sides");
  EXPECT_EQ(classify(shapes::openBox(4), besideFloor).side, (Sides{Side::Inside, Side::Outside}));
  EXPECT_EQ(classify(mesh, besideFloor).side, (Sides{Side::Outside, Side::Inside}));
}

TEST(DefectEffect, OneCopyShiftsTheWindingNumberOnly) {
  TriangleMesh mesh = shapes::torus(0.7, 0.25, 20, 12);
  const TriangleMesh sound = mesh;
  mesh.addTriangle(mesh.a[7], mesh.b[7], mesh.c[7]);
  expectEffect(mesh, "DuplicateTriangles", "one copy alone changes no label");
  std::vector<Vec3> points = cloud();
  for (Vec3& p : points) p = 2 * (p - Vec3(0.5, 0.5, 0.5));
  const auto [a, b, c] = mesh.corners(7);
  const Vec3 middle = (a + b + c) / 3, normal = (b - a).cross(c - a).normalized();
  points.push_back(middle + 1e-6 * normal);
  points.push_back(middle - 1e-6 * normal);
  const Classification found = classify(mesh, points), truth = classify(sound, points);
  EXPECT_EQ(found.side, truth.side);
  EXPECT_NEAR(found.winding[points.size() - 2], -0.5, 1e-3) << "just outside";
  EXPECT_NEAR(found.winding[points.size() - 1], 1.5, 1e-3) << "just inside";
}

TEST(DefectEffect, CopiesTogetherMayTurnLabels) {
  // The walls of a narrow slit, doubled: outside between them.
  TriangleMesh mesh = shapes::slabs(1e-3);
  const std::vector<Vec3> slit{Vec3(0.52, 0.51, 0.5)};
  EXPECT_EQ(classify(mesh, slit).side[0], Side::Outside);
  const std::size_t count = mesh.triangleCount();
  for (std::size_t t = 0; t < count; ++t) {
    const auto [a, b, c] = mesh.corners(t);
    const double z = a.z();
    if (b.z() == z && c.z() == z && std::abs(z - 0.5) < 0.1)
      mesh.addTriangle(mesh.a[t], mesh.b[t], mesh.c[t]);
  }
  expectEffect(mesh, "DuplicateTriangles", "several may");
  EXPECT_EQ(classify(mesh, slit).side[0], Side::Inside);
}

TEST(DefectEffect, CopiesOfAClosedSurfaceCountByTheirNumber) {
  const std::vector<Vec3> points = cloud();
  TriangleMesh doubled = shapes::unitBox(2);
  doubled.append(shapes::unitBox(2));
  doubled = mergeDuplicatePoints(doubled).mesh;
  expectEffect(doubled, "DuplicateTriangles", "a part that occurs twice contains no point");
  for (const Method method : everyMethod) {
    const std::vector<Side> sides = classify(doubled, points, method).side;
    EXPECT_EQ(std::count(sides.begin(), sides.end(), Side::Inside), 0) << name(method);
  }
  TriangleMesh tripled = shapes::unitBox(2);
  for (int copy = 0; copy < 2; ++copy) tripled.addTriangle(tripled.a[5], tripled.b[5], tripled.c[5]);
  expectEffect(tripled, "DuplicateTriangles", "an odd number of times counts once");
  expectLabelsOf(shapes::unitBox(2), tripled, points);
}

TEST(DefectEffect, OverlapIsOutsideByParityAndInsideByNonZero) {
  TriangleMesh mesh = shapes::unitBox(2);
  mesh.append(shapes::box(Vec3(0.5, 0.5, 0.5), Vec3(1.4, 1.4, 1.4), 2));
  expectEffect(mesh, "SelfIntersections", "outside by parity and inside by the rule NonZero");
  const std::vector<Vec3> points{Vec3(0.75, 0.76, 0.77), Vec3(0.2, 0.2, 0.2), Vec3(1.2, 1.2, 1.2)};
  const Classification parity = classify(mesh, points);
  EXPECT_EQ(parity.side, (Sides{Side::Outside, Side::Inside, Side::Inside}));
  EXPECT_NEAR(parity.winding[0], 2, 1e-9);
  EXPECT_EQ(classify(mesh, points, Method::Auto, InsideRule::NonZero).side, Sides(3, Side::Inside));
}

TEST(DefectEffect, TouchingChangesNothing) {
  TriangleMesh mesh = shapes::unitBox(2);
  mesh.append(shapes::box(Vec3(1, 0.2, 0.2), Vec3(1.4, 0.7, 0.7), 1));  // face to face, no common points
  mesh = mergeDuplicatePoints(mesh).mesh;
  expectEffect(mesh, "SelfIntersections", "Where they only touch, there is no effect");
  const Sides sides = classify(mesh, {Vec3(0.9, 0.5, 0.5), Vec3(1.1, 0.5, 0.5), Vec3(1.1, 0.9, 0.9)}).side;
  EXPECT_EQ(sides, (Sides{Side::Inside, Side::Inside, Side::Outside}));
}

TEST(DefectEffect, OverlapOfUnorientedSurfacesIsOutside) {
  TriangleMesh mesh = withFlippedFloor(true);
  mesh.append(shapes::box(Vec3(0.5, 0.5, 0.5), Vec3(1.4, 1.4, 1.4), 2));
  expectEffect(mesh, "SelfIntersections", "a point is outside, by parity");
  for (const InsideRule rule : {InsideRule::Parity, InsideRule::NonZero})
    EXPECT_EQ(classify(mesh, {Vec3(0.75, 0.76, 0.77)}, Method::Auto, rule).side[0], Side::Outside);
}

TEST(DefectEffect, OverlapOfOpenSurfacesIsInside) {
  TriangleMesh mesh = shapes::openBox(2);
  mesh.append(shapes::box(Vec3(-0.3, -0.3, -0.3), Vec3(0.5, 0.5, 0.5), 2));
  expectEffect(mesh, "SelfIntersections", "a point remains inside");
  const Classification found = classify(mesh, {Vec3(0.25, 0.26, 0.27)});
  EXPECT_EQ(found.side[0], Side::Inside);
  EXPECT_GT(found.winding[0], 1.5);
}

TEST(DefectEffect, PinchedVerticesDoNothing) {
  TriangleMesh mesh = shapes::box(Vec3(0, 0, 0), Vec3(0.5, 0.5, 0.5), 2);
  mesh.append(shapes::box(Vec3(0.5, 0.5, 0.5), Vec3(1, 1, 1), 2));
  const TriangleMesh joined = mergeDuplicatePoints(mesh).mesh;
  expectEffect(joined, "NonManifoldVertices", "None");
  expectLabelsOf(mesh, joined, cloud());
}

TEST(DefectEffect, DegenerateTrianglesDoNothing) {
  TriangleMesh mesh = shapes::unitBox();
  const auto [i, j, k] = mesh.triangle(0);
  const Index middle = mesh.addPoint((mesh.point(i) + mesh.point(j)) / 2);
  mesh.b[0] = middle;
  mesh.addTriangle(middle, j, k);
  mesh.addTriangle(i, j, middle);  // closes the gap, without area
  mesh.addTriangle(i, i, k);
  expectEffect(mesh, "DegenerateTriangles", "None");
  expectLabelsOf(shapes::unitBox(), mesh, cloud());
}

}  // namespace
}  // namespace talus::test_defect_effects
