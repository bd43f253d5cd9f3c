// The whole way from raw surfaces to labels: merging, checking, choosing, several bodies, tolerance, bad
// input.
#include "enclosure/classifier.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/error.h"
#include "base/parallel.h"
#include "shapes.h"

namespace talus {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Classification classify(std::vector<TriangleMesh> surfaces, const std::vector<Vec3>& points,
                        const ClassifierOptions& options = {}) {
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
    const Classifier classifier({shapes::openBox(2)}, {.method = wanted}, context);
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
  const auto result =
      classify({shapes::unitBox(1)}, {{0.5, 0.5, 0.5}}, {.windingNumber = false, .enclosingBody = false});
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

void expectError(const TriangleMesh& mesh, const std::string& words, const ClassifierOptions& options = {}) {
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
  expectError(beyond, "does not exist");
  TriangleMesh flat = shapes::unitBox(1);
  std::fill(flat.x.begin(), flat.x.end(), 0.0);
  std::fill(flat.y.begin(), flat.y.end(), 0.0);
  expectError(flat, "zero area");
  expectError(shapes::unitBox(1), "tolerance", {.tolerance = -1});
  expectError(shapes::unitBox(1), "tolerance", {.tolerance = nan});
  expectError(shapes::unitBox(1), "not available", {.method = Method::FastMultipole});
}

}  // namespace
}  // namespace talus
