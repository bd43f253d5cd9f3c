#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "report/answer_text.h"
#include "report/body_answer.h"
#include "report/boolean_answer.h"
#include "report/enclosure_answer.h"
#include "report/frame_answer.h"
#include "report/surface_answer.h"
#include "report/surrogate_answer.h"
#include "report/voxel_answer.h"
#include "shapes.h"

namespace talus::test_answers {
namespace {

TEST(AnswerText, CountsHaveGroupsOfDigits) {
  EXPECT_EQ(groupedText(0), "0");
  EXPECT_EQ(groupedText(999), "999");
  EXPECT_EQ(groupedText(1000), "1 000");
  EXPECT_EQ(groupedText(1234567), "1 234 567");
  EXPECT_EQ(groupedText(-123456), "-123 456");
  EXPECT_EQ(groupedText(std::numeric_limits<std::int64_t>::min()), "-9 223 372 036 854 775 808");
  EXPECT_EQ(groupedText(1, "edge", "edges"), "1 edge");
  EXPECT_EQ(groupedText(2500, "edge", "edges"), "2 500 edges");
}

TEST(AnswerText, SizesOfCubesAreOneNumber) {
  EXPECT_EQ(sizesText({2, 2, 2}), "2");
  EXPECT_EQ(sizesText({2, 1, 0.5}), "2 x 1 x 0.5");
}

// ---- Points ----

constexpr Side outside = Side::Outside, on = Side::OnSurface, inside = Side::Inside;

TEST(EnclosureAnswer, CountsSidesOfFewAndManyPoints) {
  std::vector<Side> sides{inside, on, outside, outside};
  const SideCounts few = countSides(sides);
  EXPECT_EQ(few.inside, 1);
  EXPECT_EQ(few.on, 1);
  EXPECT_EQ(few.outside, 2);
  sides.resize(1'000'003, inside);
  const SideCounts many = countSides(sides);
  EXPECT_EQ(many.inside, 1'000'000);
  EXPECT_EQ(many.on, 1);
  EXPECT_EQ(many.outside, 2);
  EXPECT_EQ(countSides({}).outside, 0);
}

TEST(EnclosureAnswer, TellsCountsMethodAndReason) {
  const std::vector<MethodUse> one{{"DiscreteFunction", "the surface is closed"}};
  EXPECT_EQ(enclosureAnswer({1965, 0, 8035}, one),
            "1 965 inside, 0 on the surface, 8 035 outside · DiscreteFunction, the surface is closed");
  const std::vector<MethodUse> several{
      {"DiscreteFunction", "closed"}, {"Antipodal", "open"}, {"Antipodal", ""}};
  EXPECT_EQ(enclosureAnswer({1, 2, 3}, several),
            "1 inside, 2 on the surface, 3 outside · DiscreteFunction for 1 body, Antipodal for 2 bodies");
  EXPECT_EQ(enclosureAnswer({}, one), "No points to label");
}

// ---- Surfaces ----

MeshReport checked(const TriangleMesh& mesh) {
  Context context;
  return checkMesh(mesh, {.cracks = true}, context);
}

TriangleMesh withoutFirst(const TriangleMesh& mesh, std::size_t omitted) {
  TriangleMesh rest;
  for (std::size_t p = 0; p < mesh.pointCount(); ++p) rest.addPoint(mesh.point(static_cast<Index>(p)));
  for (std::size_t t = omitted; t < mesh.triangleCount(); ++t) {
    const auto corners = mesh.triangle(t);
    rest.addTriangle(corners[0], corners[1], corners[2]);
  }
  return rest;
}

/// A unit box whose six sides have corners of their own, each moved outwards by a gap.
TriangleMesh boxWithCracks(double gap, int n) {
  const TriangleMesh box = shapes::unitBox(n);
  TriangleMesh apart;
  for (std::size_t t = 0; t < box.triangleCount(); ++t) {
    const auto corners = box.triangle(t);
    const Vec3 a = box.point(corners[0]), b = box.point(corners[1]), c = box.point(corners[2]);
    const Vec3 offset = gap * (b - a).cross(c - a).normalized();
    const Index first = apart.addPoint(a + offset);
    apart.addPoint(b + offset);
    apart.addPoint(c + offset);
    apart.addTriangle(first, first + 1, first + 2);
  }
  return mergeDuplicatePoints(apart).mesh;
}

TEST(SurfaceAnswer, SoundSurface) {
  EXPECT_EQ(surfaceAnswer({checked(shapes::unitBox(1))}),
            "Sound: closed, oriented, manifold. Labels are exact · convex, 1 shell, 12 triangles, volume 1");
}

TEST(SurfaceAnswer, HoleIsNoCrack) {
  const MeshReport report = checked(withoutFirst(shapes::unitBox(3), 1));
  EXPECT_EQ(report.crackTolerance, 0);
  EXPECT_EQ(surfaceAnswer({report}),
            "Not closed: 3 open edges in 1 loop. Labels would follow the winding number. Repair: "
            "Surface Repair closes holes");
}

TEST(SurfaceAnswer, CracksAreClosedByTheToleranceThatItNames) {
  const double gap = 1e-4;
  const TriangleMesh mesh = boxWithCracks(gap, 3);
  const MeshReport report = checked(mesh);
  ASSERT_FALSE(report.closed);
  // Corners that belong together lie gap · √2 apart, at a corner of the box as at an edge.
  const double fraction = gap * std::sqrt(2.0) / report.bounds.sizes().norm();
  EXPECT_GE(report.crackTolerance, fraction);
  EXPECT_LE(report.crackTolerance, 2 * fraction);
  const std::string answer = surfaceAnswer({report});
  EXPECT_NE(answer.find("Not closed: 72 open edges"), std::string::npos) << answer;
  EXPECT_NE(answer.find("Repair: Surface Repair with Tolerance 0.00016 closes cracks"), std::string::npos)
      << answer;
}

TEST(SurfaceAnswer, ToleranceClosesTheMeshInFact) {
  const TriangleMesh mesh = boxWithCracks(1e-3, 4);
  const MeshReport report = checked(mesh);
  const double tolerance = report.crackTolerance * report.bounds.sizes().norm();
  TriangleMesh merged;
  std::vector<Index> numbers;
  for (std::size_t p = 0; p < mesh.pointCount(); ++p) {
    const Vec3& place = mesh.point(static_cast<Index>(p));
    Index number = -1;
    for (std::size_t q = 0; q < merged.pointCount() && number < 0; ++q)
      if ((merged.point(static_cast<Index>(q)) - place).norm() <= tolerance) number = static_cast<Index>(q);
    numbers.push_back(number < 0 ? merged.addPoint(place) : number);
  }
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
    const auto corners = mesh.triangle(t);
    const auto numberOf = [&](Index point) { return numbers[static_cast<std::size_t>(point)]; };
    merged.addTriangle(numberOf(corners[0]), numberOf(corners[1]), numberOf(corners[2]));
  }
  EXPECT_FALSE(report.closed);
  EXPECT_TRUE(checked(merged).closed);
}

TEST(SurfaceAnswer, EachDefectNamesItsRepair) {
  TriangleMesh flipped = shapes::unitBox(1);
  const auto corners = flipped.triangle(0);
  TriangleMesh mesh = withoutFirst(flipped, 1);
  mesh.addTriangle(corners[1], corners[0], corners[2]);
  EXPECT_EQ(surfaceAnswer({checked(mesh)}),
            "Closed, but not sound: 1 flipped triangle in 1 patch. Labels are exact. Repair: Surface Repair "
            "turns flipped triangles");
  TriangleMesh broken = shapes::unitBox(1);
  const Index point = broken.addPoint(Vec3(std::numeric_limits<double>::quiet_NaN(), 0, 0));
  broken.addTriangle(0, 1, point);
  const std::string answer = surfaceAnswer({checked(broken)});
  EXPECT_NE(answer.find("No point can be labelled. Repair: Surface Repair removes these triangles"),
            std::string::npos)
      << answer;
  EXPECT_EQ(surfaceAnswer({MeshReport{}}), "No triangles: no point can be inside");
}

TEST(SurfaceAnswer, SeveralSurfacesNameTheFirstThatIsBroken) {
  const MeshReport sound = checked(shapes::unitBox(1));
  const MeshReport open = checked(withoutFirst(shapes::unitBox(1), 1));
  const std::vector<int> numbers{0, 4};
  EXPECT_EQ(surfacesAnswer(std::vector<CheckedMesh>{{sound}, {sound}}, numbers),
            "All 2 surfaces are sound. Labels are exact");
  const std::string answer = surfacesAnswer(std::vector<CheckedMesh>{{sound}, {open}}, numbers);
  EXPECT_EQ(answer.find("1 of 2 surfaces are sound. Surface 4: Not closed: 3 open edges in 1 loop."), 0U)
      << answer;
}

TEST(WorstDefect, IsTheFirstInOrderOfSeverity) {
  EXPECT_EQ(worstDefect(0), WorstDefect::Sound);
  EXPECT_EQ(worstDefect(bit(Defect::Degenerate)), WorstDefect::Degenerate);
  EXPECT_EQ(worstDefect(bit(Defect::Degenerate) | bit(Defect::SelfIntersecting)),
            WorstDefect::SelfIntersecting);
  EXPECT_EQ(worstDefect(bit(Defect::Duplicate) | bit(Defect::Flipped)), WorstDefect::Flipped);
  EXPECT_EQ(worstDefect(bit(Defect::Boundary) | bit(Defect::NonManifold)), WorstDefect::Boundary);
  EXPECT_EQ(worstDefect(0x7f), WorstDefect::NonFinite);
}

// ---- Bodies, frames, voxels ----

TEST(FrameAnswer, TellsTimeBodiesSpeedAndLimit) {
  FrameStatistics statistics;
  statistics.time = 0.75;
  statistics.greatestSpeed = 0.4123;
  EXPECT_EQ(frameAnswer(statistics, 110), "t = 0.75 s · 110 bodies · fastest point 0.412 m/s");
  statistics.steps = 12;
  statistics.stepLimit = StepLimit::Stiffness;
  EXPECT_EQ(frameAnswer(statistics, 1),
            "t = 0.75 s · 1 body · fastest point 0.412 m/s · step limited by stiffness");
  statistics.passed = 2;
  EXPECT_NE(frameAnswer(statistics, 1).find(" · 2 pairs passed through each other · step"),
            std::string::npos);
}

TEST(FrameAnswer, NamesEachLimitOnce) {
  std::vector<std::string> words;
  for (int limit = 1; limit <= 6; ++limit) words.push_back(limitText(static_cast<StepLimit>(limit)));
  for (const std::string& word : words) {
    EXPECT_FALSE(word.empty());
    EXPECT_EQ(std::count(words.begin(), words.end(), word), 1) << word;
  }
  EXPECT_EQ(limitText(StepLimit::None), "");
}

TEST(VoxelAnswer, TellsCountsVolumeAndGrid) {
  const VoxelGrid grid{.spacing = {0.1, 0.1, 0.1}, .counts = {64, 48, 32}};
  EXPECT_EQ(voxelAnswer(grid, {.inside = 12345, .touched = 2345, .volume = 3.21, .exact = true}),
            "12 345 inside, 2 345 on the surface · volume 3.21, exact · 64 x 48 x 32 voxels of 0.1");
  EXPECT_EQ(voxelAnswer(grid, {.inside = 1, .touched = 2, .nodes = true}),
            "1 nodes inside, 2 voxels on the surface · 64 x 48 x 32 voxels of 0.1");
}

TEST(MassAnswer, OneBodyAndTotals) {
  MassProperties body;
  body.volume = 0.5;
  body.mass = 2;
  body.centroid = {0, 0.25, 1};
  EXPECT_EQ(massAnswer(std::vector{body}), "volume 0.5, mass 2 · centre of mass (0, 0.25, 1)");
  EXPECT_EQ(massAnswer(std::vector{body, body}), "2 bodies · volume 1, mass 4 in all");
  EXPECT_EQ(massAnswer({}), "No bodies");
}

TEST(SceneAnswer, TellsWhatMovesTheBodies) {
  Scene scene;
  scene.shapes.resize(2);
  scene.bodies.add({.id = 0, .mass = 2});
  scene.bodies.add({.id = 1, .mass = 3});
  scene.bodies.add({.id = 2, .mass = 7, .motion = Motion::Fixed});
  EXPECT_EQ(sceneAnswer(scene), "3 bodies of 2 shapes · 2 moved by forces, 1 fixed · 5 kg");
  EXPECT_EQ(placementAnswer(scene, 4), "2 of 4 bodies placed · 2 shapes · 2 moved by forces, 1 fixed · 5 kg");
  scene.bodies.motion[2] = Motion::Dynamic;
  EXPECT_EQ(placementAnswer(scene, 4),
            "3 of 4 bodies placed · 2 shapes · 3 moved by forces · 12 kg · no walls");
}

TEST(ShapeAnswer, TellsTrianglesAndSize) {
  EXPECT_EQ(shapeAnswer(shapes::unitBox(1)), "12 triangles · size 1");
  EXPECT_EQ(shapeAnswer({}), "0 triangles");
  EXPECT_EQ(instancesAnswer(110, 12345), "110 bodies · 12 345 triangles");
}

TEST(BooleanAnswer, TellsTheVolumeOrThatThereIsNone) {
  ArrangementBody body;
  body.mesh = shapes::unitBox(1);
  body.moments.volume = 0.125;
  body.rounding.newPoints = 6;
  EXPECT_EQ(booleanAnswer(BooleanOperation::Intersection, 2, body),
            "Intersection of 2 surfaces: volume 0.125 · 12 triangles, 6 new points");
  EXPECT_EQ(booleanAnswer(BooleanOperation::Difference, 1200, {}),
            "Difference of 1 200 surfaces: no place is inside");
}

TEST(SurrogateAnswer, TellsHowManyStandForHowMany) {
  EXPECT_EQ(surrogateAnswer({1, 9800, 1229, 5}), "1 229 surrogates in 5 levels stand for 9 800 triangles");
  EXPECT_EQ(surrogateAnswer({2, 8, 2, 1}), "2 surrogates in 1 level stand for 8 triangles of 2 surfaces");
  EXPECT_EQ(surrogateAnswer({}), "No triangles, so no surrogates");
}

}  // namespace
}  // namespace talus::test_answers
