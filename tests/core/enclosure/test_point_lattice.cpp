// Points that are a lattice get the labels that they get one by one, by whatever method.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "base/error.h"
#include "base/parallel.h"
#include "enclosure/classifier/classifier.h"
#include "shapes.h"
#include "shapes/foam.h"

namespace talus::test_point_lattice {
namespace {

// A sphere and, in the corner of its box, a foam so small that its cells get levels of their own.
TriangleMesh ballWithTinyFoam() {
  TriangleMesh mesh = shapes::sphere(3);
  Context context;
  const TriangleMesh foam = makeFoam({.cells = 4, .triangles = 4000}, context);
  mesh.append(shapes::moved(foam, 0.01, Vec3::Constant(0.99)));
  return mesh;
}

std::vector<double> steps(double low, double high, int count) {
  std::vector<double> all;
  for (int i = 0; i < count; ++i) all.push_back(low + (high - low) * i / std::max(count - 1, 1));
  return all;
}

PointLattice over(const Box& box, int n) {
  PointLattice lattice;
  for (int axis = 0; axis < 3; ++axis) {
    const double margin = 0.1 * box.sizes()[axis];
    lattice.along[static_cast<std::size_t>(axis)] =
        steps(box.min()[axis] - margin, box.max()[axis] + margin, n + axis);
  }
  return lattice;
}

std::vector<Vec3> pointsOf(const PointLattice& lattice) {
  std::vector<Vec3> points;
  for (const double z : lattice.along[2])
    for (const double y : lattice.along[1])
      for (const double x : lattice.along[0]) points.push_back({x, y, z});
  return points;
}

std::vector<Side> asLattice(const Classifier& classifier, const PointLattice& lattice) {
  Context context;
  std::vector<Side> sides(lattice.size(), Side::OnSurface);
  classifier.classify(LatticePoints(lattice), {.side = sides}, context);
  return sides;
}

std::vector<Side> asList(const Classifier& classifier, const PointLattice& lattice) {
  Context context;
  return classifier.classify(pointsOf(lattice), context).side;
}

void expectSame(const TriangleMesh& mesh, const PointLattice& lattice, const EnclosureOptions& options = {}) {
  Context context;
  const Classifier classifier({mesh}, options, context);
  EXPECT_EQ(asLattice(classifier, lattice), asList(classifier, lattice));
}

TEST(PointLattice, IsReadAsItsPoints) {
  const PointLattice lattice{{{{3, 1, 2}, {5, 4}, {-1, 0, 7, 9}}}};
  const std::vector<Vec3> points = pointsOf(lattice);
  ASSERT_EQ(lattice.size(), points.size());
  const LatticePoints source(lattice);
  for (std::size_t begin = 0; begin < points.size(); ++begin)
    for (const std::size_t count : {std::size_t{1}, points.size() - begin}) {
      std::vector<Vec3> room(count);
      const auto read = source.read(begin, room);
      EXPECT_TRUE(std::equal(read.begin(), read.end(), points.begin() + static_cast<std::ptrdiff_t>(begin)));
    }
}

TEST(PointLattice, FineAndCoarse) {
  const TriangleMesh mesh = ballWithTinyFoam();
  for (const int n : {1, 2, 9, 64}) expectSame(mesh, over(mesh.bounds(), n));
  const Box corner(Vec3::Constant(0.985), Vec3::Constant(0.995));
  expectSame(mesh, over(corner, 40));
}

// Neighbours so far apart that a row is labelled point by point.
TEST(PointLattice, FarApartForItsSurface) {
  const TriangleMesh mesh = shapes::sphere(7);
  for (const int n : {5, 12}) expectSame(mesh, over(mesh.bounds(), n));
}

TEST(PointLattice, OnFacesEdgesAndVertices) {
  const TriangleMesh mesh = shapes::box(Vec3(0, 0, 0), Vec3(1, 2, 3), 4);
  const PointLattice lattice{{steps(-0.25, 1.25, 13), steps(-0.5, 2.5, 13), steps(-0.75, 3.75, 13)}};
  Context context;
  const Classifier classifier({mesh}, {}, context);
  const std::vector<Side> sides = asLattice(classifier, lattice);
  EXPECT_EQ(sides, asList(classifier, lattice));
  EXPECT_EQ(std::count(sides.begin(), sides.end(), Side::Inside), 7 * 7 * 7);
  EXPECT_EQ(std::count(sides.begin(), sides.end(), Side::OnSurface), 9 * 9 * 9 - 7 * 7 * 7);
}

TEST(PointLattice, CoordinatesInAnyOrder) {
  const TriangleMesh mesh = ballWithTinyFoam();
  PointLattice lattice = over(mesh.bounds(), 30);
  std::mt19937_64 random(3);
  std::reverse(lattice.along[0].begin(), lattice.along[0].end());
  std::shuffle(lattice.along[1].begin(), lattice.along[1].end(), random);
  lattice.along[2].push_back(1e300);
  lattice.along[2].push_back(lattice.along[2].front());
  expectSame(mesh, lattice);
  std::shuffle(lattice.along[0].begin(), lattice.along[0].end(), random);
  expectSame(mesh, lattice);
}

TEST(PointLattice, EveryMethodAndOption) {
  const TriangleMesh mesh = shapes::sphere(2);
  const PointLattice lattice = over(mesh.bounds(), 12);
  for (const Method method : {Method::Auto, Method::RayCrossing, Method::SolidAngle, Method::FastMultipole,
                              Method::CyrusBeck, Method::Antipodal})
    expectSame(mesh, lattice, {.method = method});
  expectSame(mesh, lattice, {.memory = MemoryUse::Lean});
  expectSame(mesh, lattice, {.tolerance = 0.05});
  expectSame(ballWithTinyFoam(), lattice, {.insideRule = InsideRule::NonZero});
}

TEST(PointLattice, PointsThatAreNoNumbersAreOutsideAndCounted) {
  Context context;
  const TriangleMesh mesh = shapes::sphere(3);
  const Classifier classifier({mesh}, {}, context);
  PointLattice lattice = over(mesh.bounds(), 20);
  lattice.along[1][7] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(asLattice(classifier, lattice), asList(classifier, lattice));
  std::vector<Side> sides(lattice.size());
  const LabelCounts counts = classifier.classify(LatticePoints(lattice), {.side = sides}, context);
  EXPECT_EQ(counts.nonFinitePoints, 20 * 22);
}

// One or a few rows of many points, along each axis.
std::vector<PointLattice> thinLattices(int count) {
  std::vector<PointLattice> all;
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (const int rows : {1, 2}) {
      PointLattice& lattice = all.emplace_back(PointLattice{{{{0.1}, {0.1}, {0.1}}}});
      lattice.along[axis] = steps(-1.2, 1.2, count / rows);
      lattice.along[(axis + 1) % 3] = steps(0.1, 0.9, rows);
    }
  return all;
}

TEST(PointLattice, FewRowsHaveTheLabelsAndDistancesOfTheirPoints) {
  Context context;
  const Classifier classifier({ballWithTinyFoam()}, {.distance = true, .distanceBand = 0.5}, context);
  for (const PointLattice& lattice : thinLattices(3000)) {
    const Classification listed = classifier.classify(pointsOf(lattice), context);
    Classification found = listed;
    found.side.assign(lattice.size(), Side::OnSurface);
    found.distance.assign(lattice.size(), -1);
    classifier.classify(LatticePoints(lattice), found.spans(), context);
    EXPECT_EQ(found.side, listed.side);
    EXPECT_EQ(found.distance, listed.distance);
    EXPECT_EQ(found.closestTriangle, listed.closestTriangle);
  }
}

// A row is dealt to all threads in pieces, so that progress is told, and the work can be cancelled soon.
TEST(PointLattice, FewRowsAreDealtInPieces) {
  const TriangleMesh mesh = ballWithTinyFoam();
  Context context;
  const Classifier classifier({mesh}, {.expectedPoints = 1'000'000}, context);
  for (const PointLattice& lattice : thinLattices(10'000'000)) {
    std::vector<Side> sides(lattice.size());
    int calls = 0;
    double last = 0;
    Context told([&](double fraction) {
      ++calls;
      EXPECT_GE(fraction, last);
      last = fraction;
      return true;
    });
    classifier.classify(LatticePoints(lattice), {.side = sides}, told);
    EXPECT_EQ(last, 1);
    EXPECT_GT(calls, 5);
    Context cancelling([](double fraction) { return fraction < 0.1; });
    EXPECT_THROW(classifier.classify(LatticePoints(lattice), {.side = sides}, cancelling), Cancelled);
  }
}

TEST(PointLattice, ThreadsDoNotMatterAndProgressEndsAtOne) {
  const TriangleMesh mesh = ballWithTinyFoam();
  Context context;
  const Classifier classifier({mesh}, {}, context);
  const PointLattice lattice = over(mesh.bounds(), 60);
  const std::vector<Side> all = asLattice(classifier, lattice);
  const ThreadLimit one(1);
  EXPECT_EQ(all, asLattice(classifier, lattice));
  double last = 0;
  Context told([&last](double fraction) {
    EXPECT_GE(fraction, last);
    last = fraction;
    return true;
  });
  std::vector<Side> sides(lattice.size());
  classifier.classify(LatticePoints(lattice), {.side = sides}, told);
  EXPECT_EQ(last, 1);
}

}  // namespace
}  // namespace talus::test_point_lattice
