// The whole way from raw surfaces to labels: merging, checking, choosing, several bodies, tolerance, bad
// input.
#include "enclosure/classifier/classifier.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "base/error.h"
#include "base/parallel.h"
#include "geometry/mesh/placed_mesh.h"
#include "shapes.h"

namespace talus::test_classifier {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Classification classify(std::vector<TriangleMesh> surfaces, const std::vector<Vec3>& points,
                        EnclosureOptions options = {}) {
  options.windingNumber = options.enclosingBody = true;
  Context context;
  return Classifier(std::move(surfaces), options, context).classify(points, context);
}

// Every triangle with corners of its own, as an STL file has it.
TriangleMesh soup(const TriangleMesh& mesh) {
  TriangleMesh result;
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
    const auto [a, b, c] = mesh.corners(t);
    const Index i = result.addPoint(a);
    const Index j = result.addPoint(b);
    result.addTriangle(i, j, result.addPoint(c));
  }
  return result;
}

TEST(Classifier, MergesThePointsOfASoup) {
  Context context;
  const Classifier classifier({soup(shapes::sphere(2))}, {}, context);
  EXPECT_TRUE(classifier.report(0).closed);
  EXPECT_EQ(classifier.method(0), Method::DiscreteFunction);
  EXPECT_EQ(classifier.warning(), "");
}

TEST(Classifier, OpenSurfaceFallsBackToSolidAngleAndSaysSo) {
  Context context;
  for (const Method wanted : {Method::Auto, Method::RayCrossing, Method::DiscreteFunction}) {
    const Classifier classifier({shapes::openBox(2)}, {.method = wanted, .enclosingBody = true}, context);
    EXPECT_EQ(classifier.method(0), Method::SolidAngle);
    EXPECT_NE(classifier.reason(0).find("8 boundary edges"), std::string::npos) << classifier.reason(0);
    EXPECT_NE(classifier.warning(), "");
    const auto result = classifier.classify(std::vector<Vec3>{{0.5, 0.5, 0.5}, {0.5, 0.5, 3}}, context);
    EXPECT_EQ(result.side, (std::vector<Side>{Side::Inside, Side::Outside}));
    EXPECT_EQ(result.body, (std::vector<Index>{0, -1}));
  }
}

TEST(Classifier, ChoosesAntipodalWhereTheBoundaryIsShort) {
  TriangleMesh open = shapes::sphere(4);
  for (auto* corner : {&open.a, &open.b, &open.c}) corner->pop_back();
  Context context;
  const Classifier classifier({open}, {}, context);
  EXPECT_EQ(classifier.method(0), Method::Antipodal);
  EXPECT_EQ(classifier.reason(0), "the surface is open (3 boundary edges)");
}

TEST(Classifier, CyrusBeckIsForConvexSurfacesOnly) {
  Context context;
  EXPECT_EQ(Classifier({shapes::sphere(2)}, {.method = Method::CyrusBeck}, context).method(0),
            Method::CyrusBeck);
  Context second;
  const Classifier torus({shapes::torus(1.0, 0.3, 24, 12)}, {.method = Method::CyrusBeck}, second);
  EXPECT_EQ(torus.method(0), Method::DiscreteFunction);
  EXPECT_NE(torus.reason(0).find("convex"), std::string::npos);
}

TEST(Classifier, SeveralSurfacesAreSeveralBodies) {
  const auto result =
      classify({shapes::box(Vec3(0, 0, 0), Vec3(2, 1, 1)), shapes::box(Vec3(1, 0, 0), Vec3(3, 1, 1))},
               {{0.5, 0.5, 0.5}, {1.5, 0.5, 0.5}, {2.5, 0.5, 0.5}, {2, 0.5, 0.5}, {3, 0.5, 0.5}, {9, 9, 9}});
  EXPECT_EQ(result.side, (std::vector<Side>{Side::Inside, Side::Inside, Side::Inside, Side::Inside,
                                            Side::OnSurface, Side::Outside}));
  EXPECT_EQ(result.body, (std::vector<Index>{0, 0, 1, 1, 1, -1}));
  const std::vector<double> winding = {1, 2, 1, 1.5, 0.5, 0};
  for (std::size_t i = 0; i < winding.size(); ++i) EXPECT_NEAR(result.winding[i], winding[i], 1e-14);
}

TEST(Classifier, InnermostShellHoldsThePoint) {
  TriangleMesh nested = shapes::box(Vec3(0, 0, 0), Vec3(4, 4, 4));
  nested.append(shapes::box(Vec3(1, 1, 1), Vec3(3, 3, 3)));
  nested.append(shapes::box(Vec3(1.5, 1.5, 1.5), Vec3(2.5, 2.5, 2.5)));
  nested.append(shapes::box(Vec3(6, 0, 0), Vec3(7, 1, 1)));
  const auto result =
      classify({nested}, {{0.5, 2, 2}, {1.25, 2, 2}, {2, 2, 2}, {6.5, 0.5, 0.5}, {5, 2, 2}, {3, 2, 2}});
  EXPECT_EQ(result.side, (std::vector<Side>{Side::Inside, Side::Outside, Side::Inside, Side::Inside,
                                            Side::Outside, Side::OnSurface}));
  EXPECT_EQ(result.body, (std::vector<Index>{0, -1, 2, 3, -1, 1}));
}

// Boxes that overlap at random, against each asked alone.
TEST(Classifier, InnermostShellAmongManyThatOverlap) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> unit(0, 1);
  const auto place = [&] { return Vec3(unit(random), unit(random), unit(random)); };
  std::vector<std::unique_ptr<Classifier>> alone;
  std::vector<double> volume;
  TriangleMesh all;
  Context context;
  for (int i = 0; i < 12; ++i) {
    const Vec3 low = place();
    const Vec3 size = Vec3::Constant(0.05) + 0.5 * place();
    const TriangleMesh box = shapes::box(low, low + size, 3);
    all.append(box);
    volume.push_back(size.prod());
    alone.push_back(std::make_unique<Classifier>(std::vector{box}, EnclosureOptions{}, context));
  }
  std::vector<Vec3> points;
  for (int i = 0; i < 5000; ++i) points.push_back(1.5 * place());
  std::vector<Index> expected(points.size(), -1);
  for (std::size_t s = 0; s < alone.size(); ++s) {
    const std::vector<Side> sides = alone[s]->classify(points, context).side;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const auto best = static_cast<std::size_t>(expected[i]);
      if (sides[i] != Side::Outside && (expected[i] < 0 || volume[s] < volume[best]))
        expected[i] = static_cast<Index>(s);
    }
  }
  for (const double tolerance : {0.0, 0.01}) {
    const auto result = classify({all}, points, {.tolerance = tolerance});
    std::vector<Index> held = expected;
    for (std::size_t i = 0; i < held.size(); ++i)
      if (result.side[i] == Side::Outside) held[i] = -1;
    EXPECT_EQ(result.body, held) << tolerance;
  }
}

TEST(Classifier, ManyBodiesInOneScene) {
  std::vector<TriangleMesh> grains;
  std::vector<Vec3> centres;
  for (int k = 0; k < 7; ++k)
    for (int j = 0; j < 7; ++j)
      for (int i = 0; i < 7; ++i) {
        centres.emplace_back(3 * i, 3 * j, 3 * k);
        grains.push_back(shapes::moved(shapes::sphere(1), 1.0, centres.back()));
      }
  const auto result = classify(grains, centres);
  for (std::size_t i = 0; i < centres.size(); ++i) {
    ASSERT_EQ(result.side[i], Side::Inside);
    ASSERT_EQ(result.body[i], static_cast<Index>(i));
  }
}

TEST(Classifier, ToleranceOnlyWidensTheSurface) {
  const std::vector<Vec3> points = {
      {0.5, 0.5, 1.05}, {0.5, 0.5, 0.95}, {0.5, 0.5, 1.15}, {0.5, 0.5, 0.5}, {1.05, 1.05, 1.05}};
  for (const Method method : {Method::Auto, Method::RayCrossing, Method::SolidAngle}) {
    const auto wide = classify({shapes::unitBox(1)}, points, {.method = method, .tolerance = 0.1});
    EXPECT_EQ(wide.side, (std::vector<Side>{Side::OnSurface, Side::OnSurface, Side::Outside, Side::Inside,
                                            Side::OnSurface}));
    const auto exact = classify({shapes::unitBox(1)}, points, {.method = method});
    EXPECT_EQ(exact.side,
              (std::vector<Side>{Side::Outside, Side::Inside, Side::Outside, Side::Inside, Side::Outside}));
  }
}

TEST(Classifier, PointsThatAreNoNumbersAreOutsideAndCounted) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const Method method : {Method::Auto, Method::RayCrossing, Method::SolidAngle}) {
    const auto result = classify({shapes::unitBox(1)},
                                 {{nan, 0.5, 0.5}, {0.5, 0.5, 0.5}, {0.5, -infinity, 0}}, {.method = method});
    EXPECT_EQ(result.nonFinitePoints, 2);
    EXPECT_EQ(result.side, (std::vector<Side>{Side::Outside, Side::Inside, Side::Outside}));
    EXPECT_EQ(result.body, (std::vector<Index>{-1, 0, -1}));
    EXPECT_EQ(result.winding, (std::vector<double>{0, 1, 0}));
  }
}

TEST(Classifier, NoPointsIsFine) {
  const auto result = classify({shapes::unitBox(1)}, {});
  EXPECT_TRUE(result.side.empty());
  EXPECT_TRUE(result.winding.empty());
  EXPECT_TRUE(result.body.empty());
}

TEST(Classifier, ThreadCountDoesNotChangeABit) {
  std::vector<Vec3> points;
  for (int i = 0; i < 20000; ++i)
    points.emplace_back(1.2 * std::sin(i * 1.1), 1.2 * std::sin(i * 1.7), 1.2 * std::sin(i * 2.3));
  TriangleMesh open = shapes::sphere(3);
  open.a.pop_back();
  open.b.pop_back();
  open.c.pop_back();
  for (const TriangleMesh& mesh : {shapes::sphere(3), open})
    for (const Method method : {Method::DiscreteFunction, Method::RayCrossing, Method::SolidAngle}) {
      std::vector<Classification> results;
      for (const int threads : {1, 2}) {
        const ThreadLimit limit(threads);
        results.push_back(classify({mesh}, points, {.method = method}));
      }
      EXPECT_EQ(results[0].side, results[1].side);
      EXPECT_EQ(results[0].winding, results[1].winding);
      EXPECT_EQ(results[0].body, results[1].body);
      EXPECT_EQ(results[0].tally.redraws, results[1].tally.redraws);
    }
}

TEST(Classifier, MisorientedSurfaceKeepsExactLabelsAndWarns) {
  TriangleMesh mesh = shapes::unitBox(2);
  shapes::flip(mesh, 3);
  Context context;
  const Classifier classifier({mesh}, {}, context);
  EXPECT_NE(classifier.warning(), "");
  const auto result = classifier.classify(std::vector<Vec3>{{0.5, 0.5, 0.4}, {0.5, 0.5, -0.1}}, context);
  EXPECT_EQ(result.side, (std::vector<Side>{Side::Inside, Side::Outside}));
}

TEST(Classifier, OptionalArraysAreLeftOut) {
  Context context;
  const auto result =
      Classifier({shapes::unitBox(1)}, {}, context).classify(std::vector<Vec3>{{0.5, 0.5, 0.5}}, context);
  EXPECT_TRUE(result.winding.empty());
  EXPECT_TRUE(result.body.empty());
  EXPECT_EQ(result.side[0], Side::Inside);
}

TEST(Classifier, CanBeCancelledWhileBuildingAndWhileClassifying) {
  const std::vector<Vec3> points(100000, Vec3(0.1, 0.2, 0.3));
  for (const double stopAt : {0.1, 0.7}) {
    Context context([stopAt](double fraction) { return fraction < stopAt; });
    EXPECT_THROW(Classifier({shapes::sphere(5)}, {}, context).classify(points, context), Cancelled);
  }
}

TEST(Classifier, ProgressRisesToOne) {
  double last = -1;
  Context context([&last](double fraction) {
    EXPECT_GE(fraction, last);
    last = fraction;
    return true;
  });
  const ThreadLimit limit(1);
  Classifier({shapes::sphere(4), shapes::sphere(3)}, {}, context)
      .classify(std::vector<Vec3>(10000, Vec3(0, 0, 0)), context);
  EXPECT_DOUBLE_EQ(last, 1.0);
}

// ---- Overlapping shells and bodies ----

// Two boxes that overlap in 1 < x < 2, as one surface.
TriangleMesh overlappingShells() {
  TriangleMesh mesh = shapes::box(Vec3(0, 0, 0), Vec3(2, 1, 1), 2);
  mesh.append(shapes::box(Vec3(1, -0.5, -0.5), Vec3(3, 1.5, 1.5), 2));
  return mesh;
}

constexpr auto inside = Side::Inside;
constexpr auto onSurface = Side::OnSurface;
constexpr auto outside = Side::Outside;

TEST(InsideRule, DecidesWhereShellsOverlap) {
  // In the first alone, in both, in the second alone, in none; then on faces: of the first inside the second,
  // of the first alone, of the second inside the first, of the second alone; where both surfaces cross.
  const std::vector<Vec3> points = {{0.5, 0.5, 0.5}, {1.5, 0.5, 0.5}, {2.5, 0.5, 0.5},
                                    {5, 0, 0},       {2, 0.3, 0.4},   {0, 0.3, 0.4},
                                    {1, 0.3, 0.4},   {3, 0.3, 0.4},   {1, 1, 0.5}};
  for (const Method method : {Method::DiscreteFunction, Method::RayCrossing, Method::SolidAngle}) {
    const auto parity = classify({overlappingShells()}, points, {.method = method});
    EXPECT_EQ(parity.side, (std::vector<Side>{inside, outside, inside, outside, onSurface, onSurface,
                                              onSurface, onSurface, onSurface}));
    EXPECT_EQ(parity.ambiguousPoints, 1);
    Context context;  // without winding numbers
    const auto nonZero =
        Classifier({overlappingShells()},
                   {.method = method, .insideRule = InsideRule::NonZero, .enclosingBody = true}, context)
            .classify(points, context);
    EXPECT_EQ(nonZero.side, (std::vector<Side>{inside, inside, inside, outside, inside, onSurface, inside,
                                               onSurface, onSurface}));
    EXPECT_EQ(nonZero.body[1], 0) << "the smaller shell holds the point in both";
  }
}

// With NonZero the parts of one surface behave as several surfaces do.
TEST(InsideRule, NonZeroEqualsTheUnionOfBodies) {
  std::vector<TriangleMesh> parts;
  for (int i = 0; i < 6; ++i)
    parts.push_back(shapes::moved(shapes::sphere(2), 1.0, Vec3(0.7 * i, 0.3 * (i % 2), 0.2 * (i % 3))));
  TriangleMesh whole;
  for (const TriangleMesh& part : parts) whole.append(part);
  std::vector<Vec3> points;
  for (int i = 0; i < 4000; ++i)
    points.emplace_back(1.5 + 3.5 * std::sin(i * 1.1), 2 * std::sin(i * 1.7), 2 * std::sin(i * 2.3));
  for (std::size_t i = 0; i < whole.pointCount(); ++i) points.push_back(whole.point(static_cast<Index>(i)));
  const auto bodies = classify(parts, points, {.nestingDepth = true});
  const auto shells = classify({whole}, points, {.insideRule = InsideRule::NonZero, .nestingDepth = true});
  EXPECT_EQ(shells.side, bodies.side);
  EXPECT_EQ(shells.depth, bodies.depth);
  EXPECT_EQ(shells.overlappingPoints, bodies.overlappingPoints);
  EXPECT_GT(shells.overlappingPoints, 100);
  EXPECT_GT(std::count(bodies.side.begin(), bodies.side.end(), Side::OnSurface), 100);
  // The same within a tolerance, away from where two surfaces are near.
  const auto wideBodies = classify(parts, points, {.tolerance = 0.02});
  const auto wideShells = classify({whole}, points, {.tolerance = 0.02, .insideRule = InsideRule::NonZero});
  EXPECT_EQ(wideShells.side, wideBodies.side);
}

TEST(InsideRule, CavitiesNeedAnInwardShellWithNonZero) {
  TriangleMesh hollow = shapes::box(Vec3(0, 0, 0), Vec3(4, 4, 4));
  TriangleMesh cavity = shapes::box(Vec3(1, 1, 1), Vec3(3, 3, 3));
  TriangleMesh outward = hollow;
  outward.append(cavity);
  for (std::size_t t = 0; t < cavity.triangleCount(); ++t) shapes::flip(cavity, t);
  hollow.append(cavity);
  const std::vector<Vec3> points = {{2, 2, 2}, {0.5, 2, 2}, {1, 2, 2}, {0, 2, 2}};
  const std::vector<Side> cavityKept = {outside, inside, onSurface, onSurface};
  EXPECT_EQ(classify({hollow}, points).side, cavityKept);
  EXPECT_EQ(classify({outward}, points).side, cavityKept);
  EXPECT_EQ(classify({hollow}, points, {.insideRule = InsideRule::NonZero}).side, cavityKept);
  EXPECT_EQ(classify({outward}, points, {.insideRule = InsideRule::NonZero}).side,
            (std::vector<Side>{inside, inside, inside, onSurface}));
  const auto depth = classify({hollow}, points, {.nestingDepth = true});
  EXPECT_EQ(depth.depth, (std::vector<Index>{2, 1, 1, 0}));
  EXPECT_EQ(depth.overlappingPoints, 0) << "a cavity is no overlap";
  EXPECT_EQ(classify({outward}, points, {.nestingDepth = true}).overlappingPoints, 1);
}

TEST(InsideRule, InvertedShellsUniteAsWell) {
  TriangleMesh mesh = overlappingShells();
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) shapes::flip(mesh, t);
  const std::vector<Vec3> points = {{1.5, 0.5, 0.5}, {0.5, 0.5, 0.5}, {2, 0.3, 0.4}, {3, 0.3, 0.4}};
  EXPECT_EQ(classify({mesh}, points, {.insideRule = InsideRule::NonZero}).side,
            (std::vector<Side>{inside, inside, inside, onSurface}));
}

TEST(InsideRule, NonZeroNeedsOrientationAndSaysSo) {
  TriangleMesh mesh = overlappingShells();
  shapes::flip(mesh, 3);
  Context context;
  const Classifier classifier({mesh}, {.insideRule = InsideRule::NonZero}, context);
  EXPECT_NE(classifier.warning().find("NonZero"), std::string::npos) << classifier.warning();
  const auto result = classifier.classify(std::vector<Vec3>{{1.5, 0.5, 0.5}, {0.5, 0.5, 0.5}}, context);
  EXPECT_EQ(result.side, (std::vector<Side>{outside, inside}));
}

TEST(NestingDepth, CountsBodiesThatHaveThePointStrictlyInside) {
  const auto result = classify({shapes::box(Vec3(0, 0, 0), Vec3(4, 4, 4)),
                                shapes::box(Vec3(1, 1, 1), Vec3(3, 3, 3)), shapes::openBox(1)},
                               {{2, 2, 2}, {0.5, 0.5, 0.5}, {1, 2, 2}, {0, 2, 2}, {9, 9, 9}, {nan, 0, 0}},
                               {.nestingDepth = true});
  EXPECT_EQ(result.depth, (std::vector<Index>{2, 2, 1, 0, 0, 0}));
  EXPECT_EQ(result.overlappingPoints, 2);
}

// More bodies around every point than are kept at once.
TEST(Classifier, ManyBodiesAroundEveryPoint) {
  std::vector<TriangleMesh> onions;
  for (int i = 1; i <= 40; ++i) onions.push_back(shapes::moved(shapes::octahedron(), i, Vec3::Zero()));
  std::vector<Vec3> points;
  for (int i = 0; i < 20000; ++i)
    points.emplace_back(20 * std::sin(i * 1.1), 20 * std::sin(i * 1.7), 20 * std::sin(i * 2.3));
  std::vector<Classification> results;
  for (const int threads : {1, 2}) {
    const ThreadLimit limit(threads);
    results.push_back(classify(onions, points, {.nestingDepth = true, .distance = true}));
  }
  EXPECT_EQ(results[0].depth, results[1].depth);
  EXPECT_EQ(results[0].winding, results[1].winding);
  EXPECT_EQ(results[0].distance, results[1].distance);
  EXPECT_EQ(results[0].closestTriangle, results[1].closestTriangle);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double size = points[i].cwiseAbs().sum();  // the octahedron it lies on
    const auto holding = static_cast<Index>(std::max(0.0, 40 - std::floor(size)));
    ASSERT_EQ(results[0].depth[i], holding) << i;
    ASSERT_EQ(results[0].winding[i], holding);
    ASSERT_EQ(results[0].body[i], holding > 0 ? 40 - holding : -1);
  }
}

// ---- Distance ----

TEST(Distance, IsThatOfABox) {
  const auto expected = [](const Vec3& p) {
    const Vec3 beyond = (p - Vec3::Constant(0.5)).cwiseAbs() - Vec3::Constant(0.5);
    return beyond.cwiseMax(0).norm() + std::min(beyond.maxCoeff(), 0.0);
  };
  std::vector<Vec3> points;
  for (int i = 0; i < 5000; ++i)
    points.emplace_back(0.5 + std::sin(i * 1.1), 0.5 + std::sin(i * 1.7), 0.5 + std::sin(i * 2.3));
  points.emplace_back(0.25, 0.75, 1.0);
  points.emplace_back(nan, 0, 0);
  for (const double tolerance : {0.0, 0.1}) {
    const auto result = classify({shapes::unitBox(3)}, points, {.tolerance = tolerance, .distance = true});
    for (std::size_t i = 0; i + 1 < points.size(); ++i)
      ASSERT_NEAR(result.distance[i], expected(points[i]), 1e-15) << points[i].transpose();
    EXPECT_EQ(result.distance[5000], 0.0);
    EXPECT_TRUE(std::isnan(result.distance.back()));
    EXPECT_EQ(result.closestTriangle.back(), -1);
    EXPECT_EQ(result.closestBody.back(), -1);
  }
}

TEST(Distance, SignFollowsTheLabelWhateverTheOrientation) {
  TriangleMesh mesh = shapes::torus(1.0, 0.4, 30, 20);
  for (std::size_t t = 0; t < mesh.triangleCount(); t += 3) shapes::flip(mesh, t);
  std::vector<Vec3> points;
  for (int i = 0; i < 3000; ++i)
    points.emplace_back(1.5 * std::sin(i * 1.1), 1.5 * std::sin(i * 1.7), 0.5 * std::sin(i * 2.3));
  for (std::size_t i = 0; i < mesh.pointCount(); ++i) points.push_back(mesh.point(static_cast<Index>(i)));
  const auto result = classify({mesh}, points, {.distance = true});
  for (std::size_t i = 0; i < points.size(); ++i) {
    const int sign = result.distance[i] > 0 ? -1 : result.distance[i] < 0 ? 1 : 0;
    ASSERT_EQ(sign, static_cast<int>(result.side[i])) << points[i].transpose();
  }
}

TEST(Distance, NamesBodyAndTriangle) {
  // Triangles keep their numbers although duplicate points are merged; several surfaces are told apart.
  const TriangleMesh first = soup(shapes::unitBox(1));
  const TriangleMesh second = shapes::box(Vec3(4, 0, 0), Vec3(5, 1, 1));
  const std::vector<Vec3> points = {{0.3, 0.2, 1.5}, {4.2, 0.7, 0.9}, {2.4, 0.5, 0.5}};
  const auto several = classify({first, second}, points, {.distance = true});
  EXPECT_EQ(several.closestBody, (std::vector<Index>{0, 1, 0}));
  const std::vector<double> distance = {0.5, -0.1, 1.4};
  for (std::size_t i = 0; i < points.size(); ++i) EXPECT_NEAR(several.distance[i], distance[i], 1e-15);
  for (std::size_t i = 0; i < 2; ++i) {
    const TriangleMesh& mesh = i == 0 ? first : second;
    const auto corners = mesh.corners(static_cast<std::size_t>(several.closestTriangle[i]));
    for (const Vec3& corner : corners) EXPECT_EQ(corner.z(), 1.0);
  }
  TriangleMesh shells = first;
  shells.append(second);
  const auto single = classify({shells}, points, {.distance = true});
  EXPECT_EQ(single.distance, several.distance);
  EXPECT_EQ(single.closestBody, several.closestBody) << "shells are numbered as bodies";
  EXPECT_EQ(single.closestTriangle[1], several.closestTriangle[1] + 12);
}

// Points of a lattice are measured brick by brick; the bits are those of a list of the points.
TEST(Distance, OfLatticesIsThatOfTheirPoints) {
  TriangleMesh open = shapes::openBox(5);
  const TriangleMesh ball = shapes::moved(shapes::sphere(4), 0.6, Vec3(0.4, 0.5, 0.6));
  PointLattice lattice;
  for (int axis = 0; axis < 3; ++axis)
    for (int i = 0; i < 19 + axis; ++i)
      lattice.along[static_cast<std::size_t>(axis)].push_back(-0.4 + 0.09 * i - 0.003 * i * (i % 3));
  PointLattice broken = lattice;
  broken.along[1][3] = nan;
  EnclosureOptions all;
  all.windingNumber = all.enclosingBody = all.nestingDepth = true;
  for (const bool more : {false, true})
    for (const double tolerance : {0.0, 0.05})
      for (const double band : {0.0, 0.11})
        for (const std::vector<TriangleMesh>& surfaces :
             {std::vector{ball}, std::vector{open}, std::vector{ball, shapes::unitBox(2)}})
          for (const PointLattice& points : {lattice, broken}) {
            EnclosureOptions options = more ? all : EnclosureOptions();
            options.tolerance = tolerance;
            options.distance = true;
            options.distanceBand = band;
            Context context;
            const Classifier classifier(surfaces, options, context);
            std::vector<Vec3> listed(points.size());
            LatticePoints(points).read(0, listed);
            const Classification expected = classifier.classify(listed, context);
            for (const int threads : {1, 4}) {
              const ThreadLimit limit(threads);
              Classification found = expected;
              std::fill(found.distance.begin(), found.distance.end(), 7);
              std::fill(found.closestTriangle.begin(), found.closestTriangle.end(), 7);
              std::fill(found.side.begin(), found.side.end(), Side::OnSurface);
              std::vector<double> reports;
              Context watched([&](double done) { return reports.push_back(done), true; });
              classifier.classify(LatticePoints(points), found.spans(), watched);
              EXPECT_TRUE(std::is_sorted(reports.begin(), reports.end()));
              ASSERT_EQ(found.side, expected.side);
              ASSERT_EQ(found.closestBody, expected.closestBody);
              ASSERT_EQ(found.closestTriangle, expected.closestTriangle);
              for (std::size_t i = 0; i < listed.size(); ++i)
                ASSERT_TRUE(found.distance[i] == expected.distance[i] ||
                            (std::isnan(found.distance[i]) && !listed[i].allFinite()))
                    << i;
            }
          }
}

TEST(Distance, OfLatticesCanBeCancelled) {
  Context context;
  const Classifier classifier({shapes::sphere(4)}, {.distance = true}, context);
  PointLattice lattice;
  for (auto& along : lattice.along)
    for (int i = 0; i < 64; ++i) along.push_back(-1.1 + 0.035 * i);
  Classification found;
  found.side.resize(lattice.size());
  found.distance.resize(lattice.size());
  found.closestBody.resize(lattice.size());
  found.closestTriangle.resize(lattice.size());
  Context cancelling([](double done) { return done < 0.5; });
  EXPECT_THROW(classifier.classify(LatticePoints(lattice), found.spans(), cancelling), Cancelled);
}

// ---- Choice of the method ----

TEST(Auto, TakesTheMethodThatFitsTheNumberOfPoints) {
  Context context;
  const TriangleMesh mesh = shapes::torus(1.0, 0.3, 40, 20);
  const auto methodFor = [&](std::int64_t points, bool cells = false) {
    return Classifier({mesh}, {.expectedPoints = points, .cells = cells}, context).method(0);
  };
  EXPECT_EQ(methodFor(0), Method::DiscreteFunction) << "unknown";
  EXPECT_EQ(methodFor(1), Method::SolidAngle);
  EXPECT_EQ(methodFor(1000000), Method::DiscreteFunction);
  EXPECT_EQ(methodFor(1, true), Method::DiscreteFunction) << "its cells are wanted";
}

TEST(Auto, KnowsWhenItsChoiceIsOutgrown) {
  Context context;
  const TriangleMesh mesh = shapes::torus(1.0, 0.3, 40, 20);
  const Classifier few({mesh}, {.expectedPoints = 3}, context);
  EXPECT_TRUE(few.suits(4));
  EXPECT_FALSE(few.suits(1000000));
  const Classifier many({mesh}, {.expectedPoints = 1000000}, context);
  EXPECT_TRUE(many.suits(3)) << "what is built is built";
  const Classifier chosen({mesh}, {.method = Method::SolidAngle, .expectedPoints = 3}, context);
  EXPECT_TRUE(chosen.suits(1000000));
}

// Its labels are exact, its winding numbers are not.
TEST(Auto, TakesFastMultipoleOnlyWhereWindingNumbersAreNotWanted) {
  const TriangleMesh whole = shapes::sphere(5);
  TriangleMesh open = whole;
  for (auto* corner : {&open.a, &open.b, &open.c}) corner->clear();
  for (std::size_t t = 0; t < whole.triangleCount(); ++t)
    if (t % 8 != 0) open.addTriangle(whole.a[t], whole.b[t], whole.c[t]);
  Context context;
  const Classifier labels({open}, {.expectedPoints = 100000}, context);
  EXPECT_EQ(labels.method(0), Method::FastMultipole);
  EXPECT_NE(labels.reason(0).find("winding numbers are not wanted"), std::string::npos);
  Context second;
  const Classifier exact({open}, {.expectedPoints = 100000, .windingNumber = true}, second);
  EXPECT_EQ(exact.method(0), Method::Antipodal);
  EXPECT_EQ(exact.windingError(), 0.0);
  std::vector<Vec3> points;
  for (int i = 0; i < 3000; ++i)
    points.emplace_back(1.1 * std::sin(i * 1.1), 1.1 * std::sin(i * 1.7), 1.1 * std::sin(i * 2.3));
  EXPECT_EQ(labels.classify(points, context).side, exact.classify(points, second).side);
}

// FastMultipole sees all points of a call, also for several bodies and beside points that are no numbers.
TEST(Classifier, FastMultipoleAmongSeveralBodies) {
  std::vector<Vec3> points;
  for (int i = 0; i < 3000; ++i)
    points.emplace_back(2.5 * std::sin(i * 1.1), 1.1 * std::sin(i * 1.7), 1.1 * std::sin(i * 2.3));
  points.emplace_back(nan, 0, 0);
  TriangleMesh open = shapes::moved(shapes::sphere(3), 1.0, Vec3(1.5, 0, 0));
  for (auto* corner : {&open.a, &open.b, &open.c}) corner->pop_back();
  const std::vector<TriangleMesh> bodies = {shapes::sphere(3), open};
  const auto exact = classify(bodies, points, {.method = Method::SolidAngle, .nestingDepth = true});
  for (const double accuracy : {1e-1, 1e-5}) {
    std::vector<Classification> results;
    for (const int threads : {1, 2}) {
      const ThreadLimit limit(threads);
      results.push_back(classify(
          bodies, points, {.method = Method::FastMultipole, .accuracy = accuracy, .nestingDepth = true}));
    }
    EXPECT_EQ(results[0].winding, results[1].winding);
    EXPECT_EQ(results[0].side, exact.side);
    EXPECT_EQ(results[0].body, exact.body);
    EXPECT_EQ(results[0].depth, exact.depth);
    for (std::size_t i = 0; i < points.size(); ++i)
      ASSERT_NEAR(results[0].winding[i], exact.winding[i], accuracy);
  }
}

TEST(Auto, FewPointsGetTheSameLabels) {
  const TriangleMesh mesh = shapes::torus(1.0, 0.3, 40, 20);
  std::vector<Vec3> points = {{1, 0, 0}, {0, 0, 0}, {1, 0.1, 0.29}, mesh.point(17)};
  const auto few = classify({mesh}, points, {.expectedPoints = 4});
  EXPECT_EQ(few.side, classify({mesh}, points).side);
}

TEST(Classifier, CellsOfTheDiscreteFunctionCoverTheSurface) {
  Context context;
  const Classifier classifier({shapes::sphere(3)}, {}, context);
  double volume = 0;
  Box bounds;
  for (const CellBox& cell : classifier.cells(0)) {
    volume += cell.box.volume();
    bounds.extend(cell.box);
    const double near = std::sqrt(cell.box.squaredExteriorDistance(Vec3::Zero()));
    if (cell.code == CellCode::Internal) {
      EXPECT_LT(near, 1);
    }
    EXPECT_EQ(cell.triangles > 0 || cell.code != CellCode::Boundary, true);
  }
  EXPECT_NEAR(volume, bounds.volume(), 1e-9 * volume) << "cells fill the box without overlap";
  EXPECT_GT(classifier.memoryBytes(), 1000u);
  EXPECT_EQ(classifier.windingError(), 0.0);
  EXPECT_TRUE(Classifier({shapes::sphere(2)}, {.method = Method::RayCrossing}, context).cells(0).empty());
}

void expectError(const TriangleMesh& mesh, const std::string& words, const EnclosureOptions& options = {}) {
  Context context;
  try {
    Classifier({mesh}, options, context);
    ADD_FAILURE() << "no error for: " << words;
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
    EXPECT_FALSE(error.remedy().empty());
  }
}

TEST(Classifier, BadSurfacesGiveOneClearError) {
  expectError(TriangleMesh(), "no triangles");
  TriangleMesh notFinite = shapes::unitBox(1);
  notFinite.x[3] = nan;
  expectError(notFinite, "NaN or infinite");
  TriangleMesh beyond = shapes::unitBox(1);
  beyond.b[5] = 77;
  expectError(beyond, "invalid point index");
  TriangleMesh flat = shapes::unitBox(1);
  std::fill(flat.x.begin(), flat.x.end(), 0.0);
  std::fill(flat.y.begin(), flat.y.end(), 0.0);
  expectError(flat, "zero area");
  expectError(shapes::unitBox(1), "tolerance", {.tolerance = -1});
  expectError(shapes::unitBox(1), "tolerance", {.tolerance = nan});
  for (const double accuracy : {0.0, -1e-3, nan})
    expectError(shapes::unitBox(1), "accuracy", {.accuracy = accuracy});
  expectError(shapes::unitBox(1), "budget", {.memoryBudget = 0});
  expectError(shapes::unitBox(1), "accuracy", {.method = Method::FastMultipole, .accuracy = 0.5});
}

TEST(DistanceBand, TellsExactDistancesWithinAndItselfBeyond) {
  std::mt19937 random(31);
  std::uniform_real_distribution<double> uniform(-3, 3);
  std::vector<Vec3> points{Vec3(nan, 0, 0)};
  for (int i = 0; i < 5000; ++i) points.push_back(Vec3(uniform(random), uniform(random), uniform(random)));
  for (const double band : {1e-3, 0.1, 0.6}) {
    Context context;
    const std::vector<TriangleMesh> surfaces{shapes::sphere(3), shapes::torus(2, 0.4, 24, 12)};
    const Classification all = Classifier(surfaces, {.distance = true}, context).classify(points, context);
    const Classification near =
        Classifier(surfaces, {.distance = true, .distanceBand = band}, context).classify(points, context);
    std::size_t beyond = 0;
    EXPECT_TRUE(std::isnan(near.distance[0]));
    for (std::size_t i = 1; i < points.size(); ++i) {
      const bool within = std::abs(all.distance[i]) <= band;
      EXPECT_EQ(near.distance[i], within ? all.distance[i] : std::copysign(band, all.distance[i]));
      EXPECT_EQ(near.closestTriangle[i], within ? all.closestTriangle[i] : -1);
      EXPECT_EQ(near.closestBody[i], within ? all.closestBody[i] : -1);
      beyond += within ? 0 : 1;
    }
    EXPECT_GT(beyond, 100U);
    EXPECT_EQ(near.side, all.side);
  }
}

// ---- Bodies that share their surfaces ----

struct Crowd {
  std::vector<TriangleMesh> shapes{shapes::sphere(2), shapes::torus(1, 0.3, 24, 12),
                                   shapes::box(Vec3(-0.5, -0.5, -0.5), Vec3(0.5, 0.5, 0.5))};
  std::vector<PlacedSurface> bodies;

  explicit Crowd(std::size_t count, const Vec3& centre = Vec3::Zero()) {
    std::mt19937 random(21);
    std::uniform_real_distribution<double> uniform(-1, 1);
    const auto vector = [&] { return Vec3(uniform(random), uniform(random), uniform(random)); };
    for (std::size_t i = 0; i < count; ++i) {
      const Eigen::Matrix3d turn =
          Eigen::AngleAxisd(3 * uniform(random), vector().normalized()).toRotationMatrix();
      bodies.push_back(
          {static_cast<Index>(i % 3), {centre + 4 * vector(), turn, 0.6 + 0.3 * uniform(random)}});
    }
  }

  std::vector<TriangleMesh> moved() const {
    std::vector<TriangleMesh> surfaces;
    for (const auto& [shape, pose] : bodies)
      surfaces.push_back(placed(shapes[static_cast<std::size_t>(shape)], pose));
    return surfaces;
  }

  // Scattered, and on the surfaces or a rounding beside: corners, and points between corners.
  std::vector<Vec3> points(std::size_t scattered, const Vec3& centre = Vec3::Zero()) const {
    std::mt19937 random(22);
    std::uniform_real_distribution<double> uniform(-5, 5);
    std::vector<Vec3> all;
    for (std::size_t i = 0; i < scattered; ++i)
      all.push_back(centre + Vec3(uniform(random), uniform(random), uniform(random)));
    for (const TriangleMesh& surface : moved())
      for (std::size_t t = 0; t < surface.triangleCount(); t += 5) {
        const auto [a, b, c] = surface.corners(t);
        all.insert(all.end(), {a, 0.5 * (a + b), (a + b + c) / 3});
      }
    return all;
  }
};

void expectLabelsOfMovedSurfaces(const Crowd& crowd, const std::vector<Vec3>& points,
                                 const EnclosureOptions& options) {
  Context context;
  const Classification shared =
      Classifier(crowd.shapes, crowd.bodies, options, context).classify(points, context);
  const Classification single = Classifier(crowd.moved(), options, context).classify(points, context);
  EXPECT_EQ(shared.side, single.side);
  EXPECT_EQ(shared.body, single.body);
  EXPECT_EQ(shared.depth, single.depth);
  EXPECT_EQ(shared.distance, single.distance);
  EXPECT_GT(std::count(shared.side.begin(), shared.side.end(), Side::OnSurface), 20);
  EXPECT_GT(std::count(shared.side.begin(), shared.side.end(), Side::Inside), 5);
}

TEST(SharedSurfaces, HaveTheLabelsOfMovedSurfaces) {
  const EnclosureOptions options{.nestingDepth = true, .enclosingBody = true};
  for (const Vec3& centre : {Vec3(0, 0, 0), Vec3(1e5, -3e6, 7e3)}) {
    const Crowd crowd(40, centre);
    expectLabelsOfMovedSurfaces(crowd, crowd.points(20000, centre), options);
  }
}

TEST(SharedSurfaces, HaveThemWithEveryMethodAndOption) {
  const Crowd crowd(6);
  const std::vector<Vec3> points = crowd.points(1500);
  for (const Method method : {Method::RayCrossing, Method::SolidAngle, Method::Antipodal})
    expectLabelsOfMovedSurfaces(crowd, points, {.method = method, .enclosingBody = true});
  expectLabelsOfMovedSurfaces(crowd, points, {.insideRule = InsideRule::NonZero, .enclosingBody = true});
  expectLabelsOfMovedSurfaces(crowd, points, {.tolerance = 1e-3, .enclosingBody = true});
  expectLabelsOfMovedSurfaces(crowd, points, {.distance = true, .enclosingBody = true});
}

TEST(SharedSurfaces, OfBodiesAlignedWithTheirPointsAreExact) {
  Crowd crowd(0);
  std::vector<Vec3> points;
  for (int i = 0; i < 8; ++i) crowd.bodies.push_back({2, {Vec3(i, 0, 0), Eigen::Matrix3d::Identity(), 1}});
  for (int x = -4; x <= 32; ++x)
    for (int y = -4; y <= 4; ++y) points.push_back(Vec3(0.25 * x, 0.25 * y, 0.125));
  expectLabelsOfMovedSurfaces(crowd, points, {.nestingDepth = true, .enclosingBody = true});
}

TEST(SharedSurfaces, ThatAreOpenAreLabelledOneByOne) {
  Crowd crowd(6);
  crowd.shapes[2] = shapes::openBox(1);
  expectLabelsOfMovedSurfaces(crowd, crowd.points(3000), {.enclosingBody = true});
}

TEST(SharedSurfaces, AloneDescribeTheirShells) {
  Crowd crowd(1);
  crowd.shapes[0].append(placed(crowd.shapes[0], {Vec3::Zero(), Eigen::Matrix3d::Identity(), 0.5}));
  expectLabelsOfMovedSurfaces(crowd, crowd.points(20000), {.nestingDepth = true, .enclosingBody = true});
}

TEST(SharedSurfaces, ThatCannotBeAreRefused) {
  Context context;
  Crowd crowd(3);
  const auto refused = [&](const PlacedSurface& body) {
    std::vector<PlacedSurface> bodies = crowd.bodies;
    bodies.push_back(body);
    EXPECT_THROW(Classifier(crowd.shapes, bodies, {}, context), Error);
  };
  refused({3, {}});
  refused({-1, {}});
  refused({0, {Vec3(nan, 0, 0), Eigen::Matrix3d::Identity(), 1}});
  refused({0, {Vec3::Zero(), Eigen::Matrix3d::Identity(), 0}});
  EXPECT_THROW(Classifier(crowd.shapes, {}, {}, context), Error);
}

}  // namespace
}  // namespace talus::test_classifier
