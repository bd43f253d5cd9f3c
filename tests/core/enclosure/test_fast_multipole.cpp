// The fast multipole method: its parts against solid_harmonics, the whole against sums of solid angles.
#include "enclosure/multipole/fast_multipole.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <set>
#include <sstream>

#include "base/error.h"
#include "base/parallel.h"
#include "enclosure/classifier/make_enclosure.h"
#include "enclosure/direct/solid_angle.h"
#include "enclosure/multipole/crossing_kernel.h"
#include "geometry/check/mesh_check.h"
#include "geometry/exact/predicates.h"
#include "shapes.h"
#include "solid_harmonics.h"

namespace talus::test_fast_multipole {
namespace {

using Corners = std::array<Vec3, 3>;

Vec3 randomVector(std::mt19937_64& engine) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  const double x = uniform(engine), y = uniform(engine), z = uniform(engine);
  return {x, y, z};
}

// Points all over and far around a surface, and near it on both sides.
std::vector<Vec3> probe(const TriangleMesh& mesh, std::size_t count) {
  std::mt19937_64 engine(3);
  std::uniform_int_distribution<std::size_t> pick(0, mesh.triangleCount() - 1);
  const Box box = mesh.bounds();
  const double size = box.sizes().norm();
  std::vector<Vec3> points;
  for (std::size_t i = 0; i < count; ++i) {
    points.push_back(box.center() + 0.6 * randomVector(engine).cwiseProduct(box.sizes()));
    points.push_back(box.center() + std::pow(10.0, static_cast<double>(i % 5)) * size * randomVector(engine));
    const auto [a, b, c] = mesh.corners(pick(engine));
    const Vec3 normal = (b - a).cross(c - a).stableNormalized();
    for (const double distance : {1e-2, 1e-5, 1e-9})
      for (const int side : {-1, 1})
        points.push_back(0.2 * a + 0.5 * b + 0.3 * c + side * distance * size * normal);
  }
  return points;
}

std::vector<double> approximate(const FastMultipole& method, const std::vector<Vec3>& points) {
  Context context;
  std::vector<double> winding(points.size());
  method.evaluate(points, winding, context);
  return winding;
}

// Not rounded, whatever the surface is.
std::vector<double> exact(const TriangleMesh& mesh, const std::vector<Vec3>& points) {
  std::vector<Side> side(points.size());
  std::vector<double> winding(points.size());
  SolidAngle(mesh, false).classify(points, side, winding);
  return winding;
}

std::string firstDifference(const std::vector<Side>& s, const std::vector<Side>& t,
                            const std::vector<Vec3>& points) {
  std::ostringstream text;
  for (std::size_t i = 0; i < s.size(); ++i)
    if (s[i] != t[i]) {
      text << "point " << i << " of " << s.size() << ", " << points[i].transpose() << ": " << int(s[i])
           << ", not " << int(t[i]);
      break;
    }
  return text.str();
}

double largestDifference(const std::vector<double>& s, const std::vector<double>& t) {
  double largest = 0;
  for (std::size_t i = 0; i < s.size(); ++i) largest = std::max(largest, std::abs(s[i] - t[i]));
  return largest;
}

FastMultipole methodFor(const TriangleMesh& mesh, double accuracy, TreeDepth depth = TreeDepth::Adaptive) {
  Context context;
  return FastMultipole(mesh, false, {.accuracy = accuracy, .treeDepth = depth}, context);
}

struct Body {
  std::string name;
  TriangleMesh mesh;
};

TriangleMesh overlappingSpheres() {
  TriangleMesh mesh;
  for (int i = 0; i < 12; ++i)
    mesh.append(shapes::moved(shapes::sphere(3), 1 + 0.01 * i, Vec3(0.02 * i, 0, 0)));
  return mesh;
}

TriangleMesh soup(int triangles) {
  std::mt19937_64 engine(1);
  TriangleMesh mesh;
  for (Index i = 0; i < triangles; ++i) {
    const Vec3 centre = randomVector(engine);
    for (int k = 0; k < 3; ++k) mesh.addPoint(centre + 0.1 * randomVector(engine));
    mesh.addTriangle(3 * i, 3 * i + 1, 3 * i + 2);
  }
  return mesh;
}

// Large panels with tiny ones beside them.
TriangleMesh uneven() {
  TriangleMesh mesh = shapes::openBox(1);
  mesh.append(shapes::moved(shapes::sphere(4), 1e-3, Vec3(0.5, 0.5, 0.01)));
  mesh.append(shapes::moved(shapes::openBox(12), 1e-2, Vec3(0.2, 0.2, 0.99)));
  return mesh;
}

// Three sheets that share an edge.
TriangleMesh fan() {
  TriangleMesh mesh;
  for (const double angle : {0.0, 2.0, 4.0}) {
    TriangleMesh sheet = shapes::box(Vec3(0, 0, 0), Vec3(1, 1, 1), 10);
    sheet.a.resize(200);
    sheet.b.resize(200);
    sheet.c.resize(200);
    for (std::size_t i = 0; i < sheet.pointCount(); ++i) {
      const double y = sheet.y[i];
      sheet.x[i] = y * std::cos(angle);
      sheet.y[i] = y * std::sin(angle);
    }
    mesh.append(sheet);
  }
  return mergeDuplicatePoints(mesh).mesh;
}

std::vector<Body> bodies() {
  return {{"sphere", shapes::sphere(4)},
          {"open box", shapes::openBox(18)},
          {"moebius", shapes::moebius(400)},
          {"overlapping spheres", overlappingSpheres()},
          {"soup", soup(3000)},
          {"uneven", uneven()},
          {"fan", fan()},
          {"torus", shapes::torus(1, 0.3, 80, 30)},
          {"two sheets", shapes::slabs(1e-4)},
          {"one box", shapes::unitBox(1)}};
}

TEST(FastMultipole, KeepsItsAccuracy) {
  for (const Body& body : bodies()) {
    const auto points = probe(body.mesh, 120);
    const std::vector<double> truth = exact(body.mesh, points);
    for (const double accuracy : {0.4, 1e-1, 1e-3, 1e-6})
      for (const TreeDepth depth : {TreeDepth::Adaptive, TreeDepth::TrianglesOnly}) {
        const double error =
            largestDifference(approximate(methodFor(body.mesh, accuracy, depth), points), truth);
        EXPECT_LE(error, accuracy) << body.name << ", depth " << int(depth);
      }
  }
}

TEST(FastMultipole, TakesMostPairsAsFar) {
  // Else the tests of the accuracy would test nothing.
  const TriangleMesh mesh = shapes::openBox(40);
  const auto points = probe(mesh, 300);
  const double error = largestDifference(approximate(methodFor(mesh, 1e-2), points), exact(mesh, points));
  EXPECT_GT(error, 1e-5);
  EXPECT_LE(error, 1e-2);
}

// The same pairs for each degree: the error must fall with it.
TEST(FastMultipole, ConvergesWithTheDegree) {
  for (const Body& body : {Body{"sphere", shapes::sphere(4)}, Body{"soup", soup(3000)}}) {
    std::vector<Corners> panels;
    for (std::size_t t = 0; t < body.mesh.triangleCount(); ++t) panels.push_back(body.mesh.corners(t));
    const auto points = probe(body.mesh, 100);
    const std::vector<double> truth = exact(body.mesh, points);
    std::vector<double> errors;
    for (const int degree : {2, 4, 8, 16}) {
      Context context;
      const PanelTree tree(panels, 8, degree, context);
      PointClusters clusters(points.size());
      for (std::size_t i = 0; i < points.size(); ++i) clusters.set(i, points[i], i);
      MultipoleSweep sweep(tree, {.tolerance = {1e9, 1e99}, .leafPairs = 512, .directPairs = 0}, clusters);
      sweep.run(context);
      double error = 0;
      for (std::size_t i = 0; i < points.size(); ++i)
        error = std::max(error, std::abs(sweep.winding()[i] - truth[clusters.number(i)]));
      errors.push_back(error);
    }
    // Pairs are admitted up to a ratio of 0.95 of radii and distance, so it falls slowly.
    for (std::size_t i = 1; i < errors.size(); ++i) EXPECT_LT(errors[i], 0.7 * errors[i - 1]) << body.name;
    EXPECT_LT(errors.back(), errors.front() / 20) << body.name;
    EXPECT_GT(errors.front(), 1e-2) << body.name << ": no pair was far";
  }
}

TEST(FastMultipole, LabelsOfClosedSurfacesAreExact) {
  for (const TriangleMesh& mesh :
       {shapes::unitBox(6), shapes::sphere(3), shapes::slabs(1e-4), shapes::tetrahedron()}) {
    Context context;
    auto points = probe(mesh, 60);
    for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
      const auto [a, b, c] = mesh.corners(t);
      for (const Vec3& p : {a, Vec3((a + b) / 2), Vec3((a + b + c) / 3)}) points.push_back(p);
    }
    const auto truth = makeEnclosure(mesh, {}, {.method = Method::DiscreteFunction}, context);
    std::vector<Side> expected(points.size());
    std::vector<double> number(points.size());
    truth->classify(points, expected, number);
    for (const double accuracy : {0.49, 1e-1, 1e-3}) {
      const FastMultipole method(mesh, true, {.accuracy = accuracy}, context);
      std::vector<Side> side(points.size());
      std::vector<double> winding(points.size());
      const Tally tally = method.classifyAll(points, side, winding, context);
      EXPECT_EQ(firstDifference(side, expected, points), "");
      EXPECT_LT(largestDifference(winding, number), 1e-9);
      EXPECT_LT(tally.exactDecisions, static_cast<std::int64_t>(points.size()));
    }
  }
}

// Points in dense grids share reference points; closed bodies with large panels beside tiny ones.
TEST(FastMultipole, SegmentsGiveTheSameLabelsAsRays) {
  TriangleMesh parts = shapes::unitBox(2);
  parts.append(shapes::moved(shapes::sphere(3), 1e-2, Vec3(0.52, 0.51, 1.1)));
  TriangleMesh lenses = shapes::sphere(3);
  lenses.append(shapes::moved(shapes::sphere(3), 1, Vec3(0.7, 0, 0)));
  for (const TriangleMesh& mesh : {shapes::sphere(4), parts, lenses, shapes::unitBox(8)}) {
    const Box box = mesh.bounds();
    std::vector<Vec3> points;
    for (int i = 0; i < 40 * 40 * 40; ++i)
      points.push_back(box.min() + Vec3(i % 40, i / 40 % 40, i / 1600).cwiseProduct(box.sizes()) / 39);
    Context context;
    const auto rays = makeEnclosure(mesh, {}, {.method = Method::DiscreteFunction}, context);
    std::vector<Side> expected(points.size());
    std::vector<double> number(points.size());
    rays->classify(points, expected, number);
    for (const TreeDepth depth : {TreeDepth::Adaptive, TreeDepth::TrianglesOnly}) {
      const FastMultipole method(mesh, true, {.accuracy = 1e-2, .treeDepth = depth}, context);
      std::vector<Side> side(points.size());
      std::vector<double> winding(points.size());
      method.classifyAll(points, side, winding, context);
      EXPECT_EQ(firstDifference(side, expected, points), "");
      EXPECT_LT(largestDifference(winding, number), 1e-9);
    }
  }
}

TEST(CrossingKernel, CountsWhatExactSignsCount) {
  std::mt19937_64 engine(4);
  std::vector<Corners> triangles(40);
  for (Corners& triangle : triangles)
    for (Vec3& corner : triangle) corner = randomVector(engine);
  const Vec3 reference(0.01, 0.02, 0.03);
  std::vector<SegmentTarget> targets;
  VectorArrays points;
  std::vector<Vec3> ends;
  for (const Corners& t : triangles) {
    targets.emplace_back(reference, t);
    ASSERT_TRUE(targets.back().isClear());
    ends.push_back((t[0] + t[1]) / 2);                     // on an edge, or beside it by rounding
    ends.push_back(2 * t[0] - reference);                  // behind a corner
    ends.push_back(0.3 * t[0] + 0.3 * t[1] + 0.4 * t[2]);  // on the face, or beside it
    for (int i = 0; i < 50; ++i) ends.push_back(2 * randomVector(engine));
  }
  for (const Vec3& end : ends) points.push(end);
  std::vector<double> winding(ends.size(), 5.0);
  std::vector<unsigned char> open(ends.size(), 0);
  addCrossings(targets, reference, points, {0, ends.size()}, winding.data(), open.data());
  std::size_t crossings = 0;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    if (i % 53 < 3) {
      EXPECT_EQ(open[i], 1) << "point " << i;
      continue;
    }
    double truth = 5;
    for (const auto& [a, b, c] : triangles) {
      const int from = orient3d(a, b, c, reference), to = orient3d(a, b, c, ends[i]);
      const int u = orient3d(reference, ends[i], a, b), v = orient3d(reference, ends[i], b, c),
                w = orient3d(reference, ends[i], c, a);
      if (from == to || u != v || v != w) continue;
      truth += to;
      ++crossings;
    }
    ASSERT_EQ(open[i], 0) << "point " << i;
    ASSERT_EQ(winding[i], truth) << "point " << i;
  }
  EXPECT_GT(crossings, 100u);
}

TEST(ClusterPairs, NoPanelThatTouchesABoxIsMissing) {
  const TriangleMesh mesh = uneven();
  std::vector<Corners> panels;
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) panels.push_back(mesh.corners(t));
  Context context;
  const PanelTree tree(panels, 8, 2, context);
  const std::uint32_t root = 0;
  std::mt19937_64 engine(6);
  std::size_t found = 0;
  for (int n = 0; n < 300; ++n) {
    const Vec3 centre = n % 2 ? Vec3(0.5, 0.5, 0.01) + 2e-3 * randomVector(engine) : randomVector(engine);
    const Vec3 half = (n % 2 ? 1e-3 : 0.3) * randomVector(engine).cwiseAbs();
    const Box box(centre - half, centre + half);
    const auto touching = panelsTouching(tree, std::span(&root, 1), box, panels.size());
    const std::set<std::size_t> all(touching.begin(), touching.end());
    for (std::size_t t = 0; t < panels.size(); ++t) {
      // Points of the panel within the box prove that it touches.
      const Corners c = tree.panel(t);
      bool inside = false;
      for (int i = 0; i <= 6; ++i)
        for (int j = 0; i + j <= 6; ++j)
          inside |= box.contains(c[0] + (i * (c[1] - c[0]) + j * (c[2] - c[0])) / 6);
      ASSERT_TRUE(!inside || all.count(t) == 1) << "panel " << t;
      found += inside;
    }
    EXPECT_LE(panelsTouching(tree, std::span(&root, 1), box, 3).size(), 11u)
        << "stops after the leaf in hand";
  }
  EXPECT_GT(found, 100u);
}

TEST(FastMultipole, LabelsOfOpenSurfacesFollowTheExactWindingNumber) {
  const TriangleMesh mesh = shapes::openBox(8);
  auto points = probe(mesh, 200);
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) points.push_back(mesh.corners(t)[0]);
  std::vector<Side> expected(points.size());
  std::vector<double> number(points.size());
  SolidAngle(mesh, false).classify(points, expected, number);
  Context context;
  for (const double accuracy : {0.2, 1e-3}) {  // 0.2: more points than a few are near ½
    std::vector<Side> side(points.size());
    std::vector<double> winding(points.size());
    methodFor(mesh, accuracy).classifyAll(points, side, winding, context);
    EXPECT_EQ(firstDifference(side, expected, points), "");
    EXPECT_LE(largestDifference(winding, number), accuracy);
  }
}

TEST(FastMultipole, ScaleAndPlaceChangeNothing) {
  const TriangleMesh unit = shapes::openBox(12);
  const auto points = probe(unit, 100);
  const std::vector<double> truth = exact(unit, points);
  for (const double scale : {1e-6, 1e-150, 1e6, 1e150}) {
    std::vector<Vec3> moved;
    for (const Vec3& p : points) moved.push_back(p * scale);
    const FastMultipole method = methodFor(shapes::moved(unit, scale, Vec3::Zero()), 1e-3);
    EXPECT_LE(largestDifference(approximate(method, moved), truth), 1e-3) << scale;
  }
  // Far from the origin the coordinates themselves are rounded: compare with the sum over the rounded mesh.
  const TriangleMesh away = shapes::moved(unit, 1, Vec3(1e6, -1e6, 1e6));
  const auto around = probe(away, 100);
  EXPECT_LE(largestDifference(approximate(methodFor(away, 1e-3), around), exact(away, around)), 1e-3);
}

TEST(FastMultipole, BitsDoNotDependOnTheThreads) {
  const TriangleMesh mesh = shapes::openBox(25);
  const auto points = probe(mesh, 4000);
  std::vector<std::vector<double>> results;
  for (const int threads : {1, 2}) {
    const ThreadLimit limit(threads);
    results.push_back(approximate(methodFor(mesh, 1e-3), points));
  }
  EXPECT_EQ(results[0], results[1]);
}

TEST(FastMultipole, BatchesKeepTheAccuracyToo) {
  const TriangleMesh mesh = shapes::openBox(12);
  const FastMultipole method = methodFor(mesh, 1e-3);
  const auto points = probe(mesh, 50);
  const std::vector<double> truth = exact(mesh, points);
  for (const std::size_t size : {std::size_t{1}, std::size_t{7}, std::size_t{100}})
    for (std::size_t begin = 0; begin < points.size(); begin += size) {
      const std::size_t count = std::min(size, points.size() - begin);
      std::vector<Side> side(count);
      std::vector<double> winding(count);
      method.classify(std::span(points).subspan(begin, count), side, winding);
      for (std::size_t i = 0; i < count; ++i) ASSERT_LE(std::abs(winding[i] - truth[begin + i]), 1e-3);
    }
}

TEST(FastMultipole, AnswersTheSmallestQuestions) {
  Context context;
  const FastMultipole triangle =
      methodFor(shapes::make({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}), 1e-3);
  triangle.classifyAll({}, {}, {}, context);
  const std::vector<Vec3> points = {
      {0.25, 0.25, 0}, {0, 0, -1e-9}, {0.25, 0.25, -1e-9}, {2, 0, 0}, {1e30, 0, 0}};
  std::vector<Side> side(points.size());
  std::vector<double> winding(points.size());
  triangle.classifyAll(points, side, winding, context);
  EXPECT_EQ(side[0], Side::OnSurface);
  EXPECT_NEAR(winding[2], 0.5, 1e-6) << "a face beside a point fills half of its view";
  EXPECT_EQ(winding[3], 0);
  EXPECT_EQ(winding[4], 0);
}

TEST(FastMultipole, ManyEqualPointsAndPanels) {
  TriangleMesh mesh;
  for (int i = 0; i < 100; ++i) mesh.append(shapes::tetrahedron());
  std::vector<Vec3> points(1000, Vec3(0.1, 0.1, 0.1));
  points.resize(2000, Vec3(0.1, 0.1, std::nextafter(0.1, 1)));
  EXPECT_LE(largestDifference(approximate(methodFor(mesh, 1e-3), points), std::vector<double>(2000, 100.0)),
            1e-3);
}

TEST(FastMultipole, RefusesBadAccuracies) {
  for (const double accuracy : {0.0, -1.0, 1e-9, 0.5, 7.0, std::numeric_limits<double>::quiet_NaN(),
                                std::numeric_limits<double>::infinity()}) {
    Context context;
    try {
      makeEnclosure(shapes::unitBox(1), {}, {.method = Method::FastMultipole, .accuracy = accuracy}, context);
      ADD_FAILURE() << "no error for " << accuracy;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("accuracy"), std::string::npos);
      EXPECT_FALSE(error.remedy().empty());
    }
  }
}

TEST(FastMultipole, CanBeCancelled) {
  const TriangleMesh mesh = shapes::openBox(25);
  const FastMultipole method = methodFor(mesh, 1e-3);
  const auto points = probe(mesh, 4000);
  std::vector<double> winding(points.size());
  double last = 0;
  Context context([&last](double fraction) {
    EXPECT_GE(fraction, last);
    last = fraction;
    return fraction < 0.3;
  });
  context.beginStage(1, static_cast<std::int64_t>(points.size()));
  const ThreadLimit limit(1);
  EXPECT_THROW(method.evaluate(points, winding, context), Cancelled);
  EXPECT_LT(last, 1);
}

TEST(FastMultipole, TheTreeForDoubtfulPointsCanBeCancelled) {
  const TriangleMesh mesh = shapes::openBox(25);
  const FastMultipole method = methodFor(mesh, 0.2);
  std::vector<Vec3> points;  // in the opening, where winding numbers are near 1/2
  for (int i = 0; i < 300; ++i) points.emplace_back(0.4 + 0.2 / 300 * i, 0.5, 1);
  std::vector<Side> sides(points.size());
  const double work = 10.0 * static_cast<double>(points.size());
  const double withoutTree = 2.0 * static_cast<double>(points.size()) / work;
  Context context([&](double fraction) { return fraction <= withoutTree; });
  context.beginStage(1, static_cast<std::int64_t>(work));
  const ThreadLimit limit(1);
  EXPECT_THROW(method.classifyAll(points, sides, {}, context), Cancelled);
}

TEST(PanelTree, CoversAllPanels) {
  for (const Body& body : bodies()) {
    std::vector<Corners> panels;
    for (std::size_t t = 0; t < body.mesh.triangleCount(); ++t) panels.push_back(body.mesh.corners(t));
    Context context;
    const PanelTree tree(panels, 8, 2, context);
    EXPECT_EQ(std::set<std::size_t>(tree.order().begin(), tree.order().end()).size(), panels.size());
    EXPECT_EQ(tree.clusters()[0].panels.count(), panels.size());
    for (const PanelCluster& cluster : tree.clusters()) {
      for (std::size_t t = cluster.panels.begin; t < cluster.panels.end; ++t)
        for (const Vec3& corner : panels[tree.order()[t]])
          ASSERT_LE((corner - cluster.centre).norm(), cluster.radius * (1 + 1e-14));
      std::size_t next = cluster.panels.begin;
      for (const PanelCluster& child : tree.clusters().subspan(cluster.firstChild, cluster.childCount)) {
        ASSERT_EQ(child.panels.begin, next);
        ASSERT_LT(child.panels.begin, child.panels.end);
        next = child.panels.end;
      }
      ASSERT_EQ(next, cluster.childCount > 0 ? cluster.panels.end : cluster.panels.begin);
    }
  }
}

TEST(PanelTree, LargePanelsDoNotWidenTheClustersOfTinyOnes) {
  const TriangleMesh mesh = uneven();
  std::vector<Corners> panels;
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) panels.push_back(mesh.corners(t));
  Context context;
  const PanelTree tree(panels, 8, 2, context);
  for (const PanelCluster& cluster : tree.clusters()) {
    if (cluster.childCount > 0) continue;
    double smallest = 2;
    for (std::size_t t = cluster.panels.begin; t < cluster.panels.end; ++t) {
      const Corners& c = panels[tree.order()[t]];
      smallest = std::min(smallest, (c[0] - c[1]).norm());
    }
    EXPECT_LT(cluster.radius, smallest < 1e-2 ? 0.05 : 2);
  }
}

TEST(PointClusters, SplittingLosesNoPoint) {
  std::mt19937_64 engine(2);
  std::vector<Vec3> points;
  for (int i = 0; i < 3000; ++i) points.push_back(randomVector(engine).array().pow(5.0));
  PointClusters clusters(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) clusters.set(i, points[i], i);
  std::vector<PointCluster> open{clusters.all()};
  std::vector<int> seen(points.size());
  while (!open.empty()) {
    const PointCluster cluster = open.back();
    open.pop_back();
    for (std::size_t i = cluster.points.begin; i < cluster.points.end; ++i)
      ASSERT_LE((points[clusters.number(i)] - cluster.centre).norm(), cluster.radius * (1 + 1e-14));
    if (cluster.radius == PointCluster::leastRadius) {
      for (std::size_t i = cluster.points.begin; i < cluster.points.end; ++i) ++seen[clusters.number(i)];
      continue;
    }
    std::array<PointCluster, 8> children;
    const std::size_t count = clusters.split(cluster, children);
    ASSERT_GE(count, 2u);
    open.insert(open.end(), children.begin(), children.begin() + static_cast<std::ptrdiff_t>(count));
  }
  EXPECT_EQ(std::count(seen.begin(), seen.end(), 1), 3000);
}

// An expansion of solid_harmonics.h in the kernel's order and scale: degree n by radius^(exponent(n)).
template <class Exponent>
std::vector<double> scaled(const HarmonicExpansion& c, double radius, const Exponent& exponent) {
  std::vector<double> real, imaginary;
  for (int n = 0; n <= c.degree(); ++n)
    for (int m = 0; m <= n; ++m) {
      const auto value = c.at(n, m) * std::pow(radius, exponent(n));
      real.push_back(value.real());
      imaginary.push_back(value.imag());
    }
  real.insert(real.end(), imaginary.begin(), imaginary.end());
  return real;
}

std::vector<double> scaledMoments(const HarmonicExpansion& c, double radius) {
  return scaled(c, radius, [](int n) { return -(n + 1); });
}

std::vector<double> scaledLocal(const HarmonicExpansion& c, double radius) {
  return scaled(c, radius, [](int n) { return n; });
}

void expectNear(const std::vector<double>& s, const std::vector<double>& t) {
  ASSERT_EQ(s.size(), t.size());
  double size = 0;
  for (const double v : t) size = std::max(size, std::abs(v));
  EXPECT_LT(largestDifference(s, t), 1e-13 * size);
}

class Kernel : public testing::TestWithParam<int> {
 protected:
  // Moments of some panels about a centre.
  HarmonicExpansion momentsOf(const std::vector<Corners>& panels, const Vec3& centre) const {
    HarmonicExpansion moments(GetParam());
    for (const Corners& panel : panels) addPanelMoments(panel, centre, moments);
    return moments;
  }

  std::vector<Corners> randomPanels(const Vec3& centre, std::size_t count) {
    std::vector<Corners> panels(count);
    for (Corners& panel : panels)
      for (Vec3& corner : panel) corner = centre + 0.5 * randomVector(engine_);
    return panels;
  }

  std::mt19937_64 engine_{8};
};

TEST_P(Kernel, PanelMomentsAgree) {
  const Vec3 centre(0.1, 0.2, 0.3);
  const auto some = randomPanels(centre, 13);
  PanelArrays<3> panels;
  for (const Corners& panel : some)
    for (std::size_t i = 0; i < 9; ++i)
      panels.coordinate[i].push_back(panel[i / 3][static_cast<Eigen::Index>(i % 3)]);
  const std::vector<Corners> asked(some.begin() + 2, some.begin() + 12);
  std::vector<double> moments(coefficientCount(GetParam()));
  gatherPanelMoments(GetParam(), panels, {2, 12}, centre, 0.8, moments.data());
  expectNear(moments, scaledMoments(momentsOf(asked, centre), 0.8));
}

TEST_P(Kernel, MomentsToParentAgree) {
  std::vector<Vec3> shifts;
  std::vector<std::vector<double>> children;
  std::vector<ShiftedExpansion> list;
  HarmonicExpansion sum(GetParam());
  for (int i = 0; i < 9; ++i) {
    const HarmonicExpansion moments = momentsOf(randomPanels(Vec3::Zero(), 3), Vec3::Zero());
    shifts.push_back(randomVector(engine_));
    children.push_back(scaledMoments(moments, 0.5 + 0.01 * i));
    const HarmonicExpansion moved = momentsToParent(moments, shifts.back());
    for (int n = 0; n <= GetParam(); ++n)
      for (int m = 0; m <= n; ++m) sum.at(n, m) += moved.at(n, m);
  }
  for (std::size_t i = 0; i < children.size(); ++i)
    list.push_back({children[i].data(), shifts[i], 0.5 + 0.01 * static_cast<double>(i)});
  std::vector<double> parent(coefficientCount(GetParam()));
  gatherMoments(GetParam(), list, 1.5, parent.data());
  expectNear(parent, scaledMoments(sum, 1.5));
}

TEST_P(Kernel, MomentsToLocalAgree) {
  std::vector<Vec3> shifts;
  std::vector<std::vector<double>> sources;
  std::vector<ShiftedExpansion> list;
  HarmonicExpansion sum(GetParam());
  for (int i = 0; i < 11; ++i) {
    const HarmonicExpansion moments = momentsOf(randomPanels(Vec3::Zero(), 3), Vec3::Zero());
    shifts.push_back(3 * randomVector(engine_).normalized());
    sources.push_back(scaledMoments(moments, 0.9));
    const HarmonicExpansion local = momentsToLocal(moments, shifts.back());
    for (int n = 0; n <= GetParam(); ++n)
      for (int m = 0; m <= n; ++m) sum.at(n, m) += local.at(n, m);
  }
  for (std::size_t i = 0; i < sources.size(); ++i) list.push_back({sources[i].data(), shifts[i], 0.9});
  std::vector<double> local(coefficientCount(GetParam()));
  gatherLocal(GetParam(), list, 0.7, local.data());
  expectNear(local, scaledLocal(sum, 0.7));
}

TEST_P(Kernel, LocalToChildAndItsFieldAgree) {
  const HarmonicExpansion moments = momentsOf(randomPanels(Vec3::Zero(), 3), Vec3::Zero());
  const HarmonicExpansion parent = momentsToLocal(moments, Vec3(2, 1, -2));
  const Vec3 shift(0.3, -0.2, 0.1);
  const HarmonicExpansion child = localToChild(parent, shift);
  const std::vector<double> scaledParent = scaledLocal(parent, 0.7);
  std::vector<double> result(coefficientCount(GetParam()));
  passLocal(GetParam(), {scaledParent.data(), shift, 0.7}, 0.4, result.data());
  expectNear(result, scaledLocal(child, 0.4));

  const Vec3 centre(5, 6, 7);
  VectorArrays points;
  std::vector<double> winding(21, 1.0), truth(21, 1.0);
  for (std::size_t i = 0; i < winding.size(); ++i) {
    const Vec3 p = 0.4 * randomVector(engine_);
    points.push(Vec3(centre + p));
    if (i >= 2) truth[i] += windingOfLocal(child, p);
  }
  addLocalWinding(GetParam(), result.data(), centre, 0.4, points, {2, 21}, winding.data());
  EXPECT_LT(largestDifference(winding, truth), 1e-13);
}

INSTANTIATE_TEST_SUITE_P(Degrees, Kernel, testing::Values(2, 3, 4, 7, 12, highestDegree));

}  // namespace
}  // namespace talus::test_fast_multipole
