#include <gtest/gtest.h>

#include <numbers>
#include <random>

#include "arrangement/result/surface_arrangement.h"
#include "assembly/assembly_check.h"
#include "assembly/pair_rules.h"
#include "base/error.h"
#include "base/parallel.h"
#include "extended_distance.h"
#include "geometry/check/mesh_check.h"
#include "message_of.h"
#include "report/assembly_answer.h"
#include "shapes.h"

namespace talus::test_assembly_check {
namespace {

TriangleMesh cube(double edge, const Vec3& at = Vec3::Zero(), int n = 1) {
  return shapes::box(at, at + Vec3::Constant(edge), n);
}

AssemblyReport check(const std::vector<AssemblyPart>& parts, const AssemblyOptions& options = {}) {
  Context context;
  return checkAssembly(parts, options, context);
}

AssemblyPair pairOf(const TriangleMesh& a, const TriangleMesh& b, const AssemblyOptions& options = {}) {
  return check({{"a", a}, {"b", b}}, options).pairs.at(0);
}

TriangleMesh turned(TriangleMesh mesh, const Vec3& axis, double angle) {
  const Eigen::AngleAxisd turn(angle, axis.normalized());
  for (std::size_t i = 0; i < mesh.pointCount(); ++i) {
    const Vec3 p = turn * mesh.point(static_cast<Index>(i));
    mesh.x[i] = p.x(), mesh.y[i] = p.y(), mesh.z[i] = p.z();
  }
  return mesh;
}

TEST(AssemblyCheck, CubesThatOverlapHaveVolumeCentroidBoxAndDepth) {
  const AssemblyPair pair = pairOf(cube(10), cube(10, {5, 0, 0}));
  EXPECT_EQ(pair.relation, Relation::Interfering);
  EXPECT_EQ(pair.finding, AssemblyFinding::Interference);
  EXPECT_EQ(pair.volume(), 500);
  EXPECT_EQ(pair.overlap->body.moments.centroid, Vec3(7.5, 5, 5));
  EXPECT_EQ(pair.place(), Vec3(7.5, 5, 5));
  EXPECT_EQ(pair.overlap->box.min(), Vec3(5, 0, 0));
  EXPECT_EQ(pair.overlap->box.max(), Vec3(10, 10, 10));
  EXPECT_NEAR(pair.overlap->depth, 5, 1e-14);
  EXPECT_NEAR(pair.overlap->direction.x(), 1, 1e-14);
  EXPECT_TRUE(pair.overlap->depthIsLeast);
  EXPECT_EQ(pair.clearance(), 0);
  Context context;
  EXPECT_TRUE(checkMesh(pair.overlap->body.mesh, {}, context).closed);
}

TEST(AssemblyCheck, OneTrillionthDecides) {
  const TriangleMesh a = cube(1);
  EXPECT_EQ(pairOf(a, cube(1, {1, 0, 0})).relation, Relation::Touching);
  const AssemblyPair apart = pairOf(a, cube(1, {1 + 1e-12, 0, 0}));
  EXPECT_EQ(apart.relation, Relation::Apart);
  EXPECT_EQ(apart.clearance(), (1 + 1e-12) - 1);
  const AssemblyPair deep = pairOf(a, cube(1, {1 - 1e-12, 0, 0}));
  EXPECT_EQ(deep.relation, Relation::Interfering);
  EXPECT_NEAR(deep.volume() / (1 - (1 - 1e-12)), 1, 1e-14);
}

TEST(AssemblyCheck, TouchingFacesHaveTheirArea) {
  const AssemblyPair pair = pairOf(cube(10, Vec3::Zero(), 4), cube(4, {10, 3, 3}, 3));
  EXPECT_EQ(pair.relation, Relation::Touching);
  EXPECT_EQ(pair.finding, AssemblyFinding::None);
  EXPECT_NEAR(pair.contact->area, 16, 1e-12);
  EXPECT_NEAR((pair.place() - Vec3(10, 5, 5)).norm(), 0, 0.5);
  EXPECT_EQ(pair.contact->facesB.size(), 18u);  // 3 x 3 squares
  for (const Index t : pair.contact->facesA)
    for (const Vec3& corner : cube(10, Vec3::Zero(), 4).corners(static_cast<std::size_t>(t)))
      EXPECT_EQ(corner.x(), 10);
}

TEST(AssemblyCheck, TouchingIsDecidedByPlanesByIntegersAndByArrangements) {
  // Turned blocks whose faces share a plane exactly, a block in a notch, many triangles in a notch.
  const TriangleMesh tetrahedron = shapes::tetrahedron();
  TriangleMesh mirrored = tetrahedron;
  for (double& z : mirrored.z) z = -z;
  EXPECT_EQ(pairOf(tetrahedron, mirrored).relation, Relation::Touching);
  TriangleMesh notch = cube(4);  // two blocks side by side leave a corner in which a third one fits
  notch.append(cube(4, {4, 4, 0}));
  for (const int n : {1, 12}) {
    const AssemblyPair pair = pairOf(notch, cube(2, {4, 2, 0}, n));
    EXPECT_EQ(pair.relation, Relation::Touching) << n;
    EXPECT_NEAR(pair.contact->area, 8, 1e-12) << n;
    EXPECT_EQ(pairOf(notch, cube(2, {3.875, 2, 0}, n)).relation, Relation::Interfering) << n;
  }
}

TEST(AssemblyCheck, AToleranceMakesNearFacesTouch) {
  const TriangleMesh a = cube(10), b = cube(10, {10.01, 0, 0});
  EXPECT_EQ(pairOf(a, b).relation, Relation::Apart);
  const AssemblyPair pair = pairOf(a, b, {.tolerance = 0.02});
  EXPECT_EQ(pair.relation, Relation::Touching);
  EXPECT_NEAR(pair.contact->area, 100, 1e-10);
  EXPECT_NEAR(pair.clearance(), 0.01, 1e-14);
}

TEST(AssemblyCheck, ABodyIsTheSameHoweverItIsTriangulated) {
  const AssemblyPair pair = pairOf(cube(10, {1, 2, 3}), cube(10, {1, 2, 3}, 5));
  EXPECT_EQ(pair.relation, Relation::Duplicate);
  EXPECT_EQ(pair.volume(), 1000);
  EXPECT_EQ(pairOf(cube(10, {1, 2, 3}, 9), cube(10, {1, 2, 3}, 7)).relation, Relation::Duplicate);
  EXPECT_EQ(pairOf(shapes::sphere(3), shapes::sphere(3)).relation, Relation::Duplicate);
}

TEST(AssemblyCheck, APartWithinAnotherIsContainedAlsoIfItTouchesFromInside) {
  const AssemblyPair inside = pairOf(cube(1, {2, 2, 2}), cube(10));
  EXPECT_EQ(inside.relation, Relation::Contained);
  EXPECT_EQ(inside.container, 1);
  EXPECT_EQ(inside.volume(), 1);
  const AssemblyPair flush = pairOf(cube(10), cube(1, {0, 2, 2}));
  EXPECT_EQ(flush.relation, Relation::Contained);
  EXPECT_EQ(flush.container, 0);
  const TriangleMesh corner =
      shapes::make({{0, 0, 0}, {10, 0, 0}, {0, 10, 0}, {0, 0, 10}},
                   {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}});  // with the same box
  for (const bool first : {true, false}) {
    const AssemblyPair pair = first ? pairOf(corner, cube(10)) : pairOf(cube(10), corner);
    EXPECT_EQ(pair.relation, Relation::Contained);
    EXPECT_EQ(pair.container, first ? 1 : 0);
    EXPECT_NEAR(pair.volume(), 1000.0 / 6, 1e-12);
  }
}

TEST(AssemblyCheck, APartInACavityIsApart) {
  TriangleMesh hollow = cube(10);
  hollow.append(cube(8, {1, 1, 1}));  // faces outwards, as some programs write cavities
  const AssemblyPair pair = pairOf(hollow, cube(2, {4, 4, 4}));
  EXPECT_EQ(pair.relation, Relation::Apart);
  EXPECT_NEAR(pair.clearance(), 3, 1e-14);
  EXPECT_EQ(pairOf(hollow, cube(2, {0.25, 4, 4})).relation, Relation::Interfering);
}

TEST(AssemblyCheck, PartsOfWhichOneShellLiesInsideInterfere) {
  TriangleMesh two = cube(1, {2, 2, 2});
  two.append(cube(1, {20, 2, 2}));
  const AssemblyPair pair = pairOf(cube(10), two);
  EXPECT_EQ(pair.relation, Relation::Interfering);
  EXPECT_EQ(pair.volume(), 1);
}

TEST(AssemblyCheck, ClearancesAreExactHoweverFar) {
  EXPECT_EQ(pairOf(cube(1), cube(1, {1e6, 0, 0})).clearance(), 1e6 - 1);
  const AssemblyPair pair = pairOf(cube(1), cube(1, {3, 3, 1}));
  EXPECT_NEAR(pair.clearance(), std::sqrt(8.0), 1e-15);
  EXPECT_NEAR(pair.nearest.pointA.x(), 1, 1e-15);
  EXPECT_NEAR(pair.nearest.pointB.y(), 3, 1e-15);
}

TEST(AssemblyCheck, ALimitLeavesFarPairsOutAndCountsNearOnesAsFindings) {
  const std::vector<AssemblyPart> parts{
      {"a", cube(1)}, {"b", cube(1, {1.5, 0, 0})}, {"c", cube(1, {9, 0, 0})}};
  const AssemblyReport report = check(parts, {.limitClearance = true, .clearanceBelow = 1});
  ASSERT_EQ(report.pairs.size(), 1u);
  EXPECT_EQ(report.pairs[0].finding, AssemblyFinding::Clearance);
  EXPECT_EQ(report.farPairs, 2);
  EXPECT_EQ(report.findings, 1);
  EXPECT_EQ(check(parts).findings, 0);
  EXPECT_EQ(check(parts).pairs.size(), 3u);
}

TEST(AssemblyCheck, SmallOverlapsAreNoFinding) {
  EXPECT_EQ(pairOf(cube(1), cube(1, {0.9, 0, 0}), {.minVolume = 0.2}).finding, AssemblyFinding::None);
  EXPECT_EQ(pairOf(cube(1), cube(1, {0.9, 0, 0}), {.minVolume = 0.05}).finding,
            AssemblyFinding::Interference);
}

TEST(AssemblyCheck, PairsAreIgnoredOrExpectedByName) {
  const std::vector<AssemblyPart> parts{
      {"pin 1", cube(1)}, {"pin 2", cube(1, {0.5, 0, 0})}, {"plate", cube(1, {1.5, 0, 0})}};
  const AssemblyReport ignored = check(parts, {.ignore = "pin * | pin *"});
  EXPECT_EQ(ignored.ignoredPairs, 1);
  EXPECT_EQ(ignored.findings, 0);
  EXPECT_EQ(check(parts, {.expect = "pin 1 | pin 2 | interfering"}).findings, 0);
  const AssemblyReport unexpected = check(
      parts,
      {.limitClearance = true, .clearanceBelow = 0.1, .expect = "pin 1|pin 2|any; plate|pin 1|touching"});
  EXPECT_EQ(unexpected.findings, 1);  // measured although it is beyond the limit
  EXPECT_EQ(unexpected.pairs.at(1).finding, AssemblyFinding::Unexpected);
  EXPECT_EQ(unexpected.pairs.at(1).expected, "touching");
  const std::array<std::string, 3> names{"pin 1", "pin 2", "plate"};
  EXPECT_NE(assemblyAnswer(unexpected, names).find("1 pair touches"), std::string::npos);
  EXPECT_EQ(pairAnswer(unexpected.pairs.at(1), names), "pin 1 and plate are apart, expected touching");
  const AssemblyReport far =
      check({{"a", cube(1)}, {"b", cube(1, {9, 0, 0})}},
            {.limitClearance = true, .clearanceBelow = 0.1, .expect = "a | b | touching"});
  EXPECT_EQ(assemblyAnswer(far, names), "1 finding in 2 parts · no pair overlaps; 1 pair is apart");
}

TEST(AssemblyCheck, PatternsFit) {
  EXPECT_TRUE(fitsPattern("bolt_17", "bolt_*"));
  EXPECT_TRUE(fitsPattern("bolt_17", "b*_?7"));
  EXPECT_TRUE(fitsPattern("", "*"));
  EXPECT_TRUE(fitsPattern("aaab", "*a*b"));
  EXPECT_FALSE(fitsPattern("bolt", "bolt_*"));
  EXPECT_FALSE(fitsPattern("bolts", "bolt"));
  EXPECT_FALSE(fitsPattern("ab", "a?c*"));
}

TEST(AssemblyCheck, BadInputIsOneClearError) {
  const std::vector<AssemblyPart> two{{"a", cube(1)}, {"b", cube(1)}};
  const auto of = [](const std::vector<AssemblyPart>& parts, const AssemblyOptions& options = {}) {
    return messageOf([&] { check(parts, options); });
  };
  EXPECT_NE(of({{"a", cube(1)}}).find("at least two parts, but there is one only"), std::string::npos);
  EXPECT_NE(of({{"a", cube(1)}, {"sheet", shapes::square(1, 1)}}).find("sheet is not closed: 4 edges lack"),
            std::string::npos);
  EXPECT_NE(of({{"a", cube(1)}, {"huge", cube(1e200)}}).find("huge has a coordinate beyond 1e150"),
            std::string::npos);
  EXPECT_NE(of({{"a", cube(1)}, {"empty", {}}}).find("empty"), std::string::npos);
  EXPECT_NE(of(two, {.ignore = "a | c"}).find("names a part that does not exist: 'c'"), std::string::npos);
  EXPECT_NE(of(two, {.ignore = "a"}).find("not of the form 'part | part'"), std::string::npos);
  EXPECT_NE(of(two, {.expect = "a | b | glued"}).find("unknown word: 'glued'"), std::string::npos);
}

TEST(AssemblyCheck, OpenPartsMayBeUndecided) {
  const AssemblyOptions options{.openParts = OpenParts::Undecided};
  EXPECT_EQ(pairOf(cube(1), shapes::openBox(2), options).relation, Relation::Undecided);
  const AssemblyPair apart = pairOf(cube(1, {3, 0, 0}), shapes::openBox(2), options);
  EXPECT_EQ(apart.relation, Relation::Apart);
  EXPECT_NEAR(apart.clearance(), 2, 1e-14);
}

TEST(AssemblyCheck, SizesAThousandfoldApartAreTold) {
  const AssemblyReport report = check({{"metres", cube(0.05)}, {"millimetres", cube(50, {1, 1, 1})}});
  ASSERT_EQ(report.remarks.size(), 1u);
  EXPECT_NE(report.remarks[0].find("may be given in different units"), std::string::npos);
  EXPECT_TRUE(check({{"a", cube(1)}, {"b", cube(50, {2, 2, 2})}}).remarks.empty());
}

TEST(AssemblyCheck, DistancesEqualThoseOfAllPairsOfTriangles) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> number(-1, 1);
  const auto direction = [&] { return Vec3(number(random), number(random), number(random)); };
  const std::array shapes{shapes::sphere(2), shapes::box({-1, -0.2, -0.4}, {1, 0.2, 0.4}, 2),
                          shapes::torus(1, 0.3, 12, 8), shapes::octahedron()};
  for (int i = 0; i < 60; ++i) {
    const TriangleMesh a = turned(shapes[static_cast<std::size_t>(i) % 4], direction(), 3 * number(random));
    TriangleMesh b = turned(shapes[static_cast<std::size_t>(i / 4) % 4], direction(), 3 * number(random));
    b = shapes::moved(b, 1, direction().normalized() * (i % 3 == 0 ? 2.2 : 6));
    const PreparedPart first({"a", a}), second({"b", b});
    Context context;
    const PartDistance found = distanceOf(first, second, std::numeric_limits<double>::infinity(), context);
    double least = 1e9;
    for (std::size_t s = 0; s < a.triangleCount(); ++s)
      for (std::size_t t = 0; t < b.triangleCount(); ++t) {
        const TrianglePairDistance near = trianglePairDistance(a.corners(s), b.corners(t));
        if (near.gap > found.distance + 1e-9) continue;
        least = std::min(least, extended::triangleDistance(a.corners(s), b.corners(t)));
      }
    EXPECT_NEAR(found.distance, least, 1e-15 * 6);
    if (!found.meet) {
      EXPECT_NEAR((found.pointA - found.pointB).norm(), found.distance, 1e-14);
    }
  }
}

TEST(AssemblyCheck, ResultsDoNotDependOnThreads) {
  std::vector<AssemblyPart> parts;
  for (int i = 0; i < 12; ++i)
    parts.push_back({std::string("p").append(std::to_string(i)),
                     turned(shapes::moved(shapes::sphere(2), 1, {0.9 * i, 0.1 * i, 0}), {1, 2, 3}, 0.3)});
  AssemblyReport one;
  {
    const ThreadLimit limit(1);
    one = check(parts);
  }
  const AssemblyReport many = check(parts);
  ASSERT_EQ(one.pairs.size(), many.pairs.size());
  for (std::size_t i = 0; i < one.pairs.size(); ++i) {
    EXPECT_EQ(one.pairs[i].relation, many.pairs[i].relation);
    EXPECT_EQ(one.pairs[i].clearance(), many.pairs[i].clearance());
    EXPECT_EQ(one.pairs[i].volume(), many.pairs[i].volume());
    EXPECT_EQ(one.pairs[i].place(), many.pairs[i].place());
  }
}

TEST(AssemblyCheck, CanBeCancelled) {
  Context context([](double) { return false; });
  const std::vector<AssemblyPart> parts{{"a", shapes::sphere(4)}, {"b", shapes::sphere(4)}};
  EXPECT_THROW(checkAssembly(parts, {}, context), Cancelled);
}

// A square pin in a square hole that is 0.2 too narrow is as deep as its corners, however far it must move to
// be free; a body within another one is as deep as its farthest point.
TEST(AssemblyCheck, TellsHowDeepPartsLieInEachOther) {
  TriangleMesh plate = shapes::box(Vec3(-10, -10, 0), Vec3(10, 10, 20));
  TriangleMesh hole = shapes::box(Vec3(-3, -3, -1), Vec3(3, 3, 21));
  Context context;
  const std::vector<TriangleMesh> both{plate, hole};
  const std::vector<std::string> of{"plate", "hole"};
  const SurfaceArrangement arrangement(both, of, context);
  plate = arrangement.body(BooleanOperation::Difference, InsideRule::Parity, context).mesh;
  const AssemblyReport report = check({{"plate", plate},
                                       {"pin", shapes::box(Vec3(-3.1, -3.1, -5), Vec3(3.1, 3.1, 25))},
                                       {"speck", cube(1, {6, 0, 9})}});
  const AssemblyPair& fit = report.pairs[0];
  EXPECT_EQ(fit.relation, Relation::Interfering);
  EXPECT_NEAR(fit.penetration(), 0.1 * std::numbers::sqrt2, 1e-4);
  EXPECT_GT(fit.overlap->depth, 10);
  const AssemblyPair& nested = report.pairs[1];
  EXPECT_EQ(nested.relation, Relation::Contained);
  EXPECT_NEAR(nested.penetration(), 3.5, 3.5e-3);
}

TEST(AssemblyCheck, AnswersInASentence) {
  const std::vector<AssemblyPart> parts{{"pin", cube(10)},
                                        {"plate", cube(10, {5, 0, 0})},
                                        {"far", cube(1, {30, 0, 0})},
                                        {"on", cube(1, {0, 0, 10})}};
  const AssemblyReport report = check(parts);
  const std::array<std::string, 4> names{"pin", "plate", "far", "on"};
  EXPECT_EQ(
      assemblyAnswer(report, names),
      "1 finding in 4 parts · 1 pair overlaps, deepest 5 between pin and plate; 1 pair touches; 4 pairs "
      "are apart, nearest 4 between plate and on");
  EXPECT_EQ(pairAnswer(report.pairs[0], names),
            "pin and plate interfere: volume 500, 5 deep, free after 5 along (1, 0, 0)");
}

TEST(AssemblyCheck, NonZeroUnitesTheShellsOfAPart) {
  // A cross of two bars, which overlap in its middle; a pin in there.
  TriangleMesh cross = shapes::box({-2, -0.5, -0.5}, {2, 0.5, 0.5});
  cross.append(shapes::box({-0.5, -2, -0.5}, {0.5, 2, 0.5}));
  const std::vector<AssemblyPart> parts{{"cross", cross},
                                        {"pin", shapes::box({-0.25, -0.25, -0.25}, {0.25, 0.25, 0.25})},
                                        {"foot", shapes::box({-1, -1, -2}, {1, 1, -0.5})}};
  const auto checked = [&](InsideRule rule) {
    Context context;
    return checkAssembly(parts, {.insideRule = rule}, context);
  };
  EXPECT_EQ(checked(InsideRule::Parity).pairs.at(0).relation, Relation::Apart) << "hollow in the middle";
  const AssemblyReport report = checked(InsideRule::NonZero);
  EXPECT_EQ(report.pairs.at(0).relation, Relation::Contained);
  EXPECT_EQ(report.pairs.at(0).volume(), 0.125);
  const AssemblyPair& stands = report.pairs.at(1);
  EXPECT_EQ(stands.relation, Relation::Touching);
  EXPECT_NEAR(stands.contact->area, 3, 1e-14) << "the cross within the foot";
  for (const Index face : stands.contact->facesA) {
    ASSERT_LT(face, static_cast<Index>(cross.triangleCount()));
    for (const Vec3& corner : cross.corners(static_cast<std::size_t>(face))) EXPECT_EQ(corner.z(), -0.5);
  }
}

TEST(AssemblyCheck, NonZeroLeavesSimplePartsAsTheyAre) {
  const std::vector<AssemblyPart> parts{{"a", shapes::unitBox()},
                                        {"b", shapes::moved(shapes::unitBox(), 1, Vec3(2, 0, 0))}};
  Context context;
  const AssemblyReport report = checkAssembly(parts, {.insideRule = InsideRule::NonZero}, context);
  Context other;
  const AssemblyReport parity = checkAssembly(parts, {}, other);
  EXPECT_EQ(report.pairs.at(0).nearest.triangleA, parity.pairs.at(0).nearest.triangleA);
  EXPECT_EQ(report.pairs.at(0).clearance(), 1);
}

}  // namespace
}  // namespace talus::test_assembly_check
