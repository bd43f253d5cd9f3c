#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include "base/compensated_sum.h"
#include "base/error.h"
#include "base/parallel.h"
#include "geometry/mass/mass_properties.h"
#include "shapes.h"
#include "voxels/voxelizer.h"

namespace talus::test_voxelizer {
namespace {

// All layers of a run in one array each.
struct Voxels {
  VoxelGrid grid;
  std::vector<Side> side;
  std::vector<Index> body;
  std::vector<double> distance;
  std::vector<double> fraction;
  VoxelTally tally;
  std::string warning;
  VolumeFraction method = VolumeFraction::None;

  std::size_t at(Index i, Index j, Index k) const {
    return static_cast<std::size_t>((k * grid.counts[1] + j) * grid.counts[0] + i);
  }
  double volume() const {
    CompensatedSum sum;
    for (const double part : fraction) sum.add(part);
    return sum.value() * grid.voxelVolume();
  }
};

template <class T>
void append(std::vector<T>& all, const std::vector<T>& part) {
  all.insert(all.end(), part.begin(), part.end());
}

VoxelExtent everything(const VoxelGrid& grid, bool nodes) {
  VoxelExtent extent{{0, 0, 0}, grid.counts};
  for (Index& end : extent.end) end += nodes ? 1 : 0;
  return extent;
}

struct Wanted {
  VolumeFraction fraction = VolumeFraction::Exact;
  bool distance = false;
  bool nodes = false;
  InsideRule rule = InsideRule::Parity;
  int samples = 4;
  std::optional<VoxelExtent> extent = {};
};

Voxels voxelsOf(const std::vector<TriangleMesh>& surfaces, const VoxelGrid& grid, const Wanted& wanted = {}) {
  Context context;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < surfaces.size(); ++i) names.push_back("surface " + std::to_string(i));
  const VoxelizerOptions options{.fraction = wanted.fraction,
                                 .distance = wanted.distance,
                                 .insideRule = wanted.rule,
                                 .expectedPoints = grid.voxelCount()};
  const Voxelizer voxelizer(surfaces, names, options, context);
  Voxels all;
  all.grid = grid;
  VoxelRequest request;
  request.grid = grid;
  request.extent = wanted.extent.value_or(everything(grid, wanted.nodes));
  request.nodes = wanted.nodes;
  request.distance = wanted.distance;
  request.fraction = wanted.fraction != VolumeFraction::None && !wanted.nodes;
  request.samples = wanted.samples;
  all.tally = voxelizer.run(
      request,
      [&](VoxelLayers& layers) {
        append(all.side, layers.side);
        append(all.body, layers.body);
        append(all.distance, layers.distance);
        append(all.fraction, layers.fraction);
      },
      context);
  all.warning = voxelizer.warning();
  all.method = voxelizer.fraction();
  return all;
}

Voxels voxelsOf(const TriangleMesh& surface, const VoxelGrid& grid, const Wanted& wanted = {}) {
  return voxelsOf(std::vector{surface}, grid, wanted);
}

VoxelGrid cubicGrid(const Vec3& low, double edge, Index count) {
  return {low, Vec3::Constant(edge), {count, count, count}};
}

TriangleMesh turned(TriangleMesh mesh, double angle, const Vec3& axis, const Vec3& shift = Vec3::Zero()) {
  const Eigen::Matrix3d turn = Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix();
  for (std::size_t i = 0; i < mesh.pointCount(); ++i) {
    const Vec3 p = turn * mesh.point(static_cast<Index>(i)) + shift;
    mesh.x[i] = p.x();
    mesh.y[i] = p.y();
    mesh.z[i] = p.z();
  }
  return mesh;
}

TriangleMesh insideOut(TriangleMesh mesh) {
  std::swap(mesh.b, mesh.c);
  return mesh;
}

double volumeOf(const TriangleMesh& mesh) {
  Context context;
  return massProperties(mesh, {}, context).volume;
}

double overlap(double low, double high, double from, double to) {
  return std::max(0.0, std::min(high, to) - std::max(low, from));
}

// The part of each voxel that lies in a box along the axes, in closed form.
void expectBoxFractions(const Voxels& found, const Vec3& low, const Vec3& high, double tolerance) {
  const VoxelGrid& grid = found.grid;
  for (Index k = 0; k < grid.counts[2]; ++k)
    for (Index j = 0; j < grid.counts[1]; ++j)
      for (Index i = 0; i < grid.counts[0]; ++i) {
        double part = 1;
        const std::array<Index, 3> cell{i, j, k};
        for (int axis = 0; axis < 3; ++axis) {
          const double from = grid.plane(axis, cell[static_cast<std::size_t>(axis)]);
          part *= overlap(low[axis], high[axis], from, from + grid.spacing[axis]) / grid.spacing[axis];
        }
        ASSERT_NEAR(found.fraction[found.at(i, j, k)], part, tolerance) << i << " " << j << " " << k;
      }
}

// ---- Fractions ----

TEST(VoxelFractions, OfABoxAreTheProductsOfItsOverlaps) {
  const VoxelGrid grid{Vec3(-1, -1, -1), Vec3(0.25, 0.5, 0.125), {12, 6, 24}};
  for (const Vec3& shift : {Vec3(0, 0, 0), Vec3(0.1, 0.2, 0.03), Vec3(-0.7, 0.01, 0.3),
                            Vec3(0.125, 0.25, 0.0625), Vec3(1e-9, -1e-9, 0.5)}) {
    const Vec3 low = Vec3(-0.3, -0.4, -0.2) + shift;
    const Vec3 high = Vec3(0.5, 0.45, 0.7) + shift;
    expectBoxFractions(voxelsOf(shapes::box(low, high, 3), grid), low, high, 1e-14);
  }
}

TEST(VoxelFractions, FacesOnVoxelPlanesFillVoxelsWholly) {
  const VoxelGrid grid = cubicGrid(Vec3(-0.3, -0.3, -0.3), 0.1, 16);  // 0.1 is no binary fraction
  const Vec3 low = grid.node(3, 4, 5);
  const Vec3 high = grid.node(13, 11, 15);
  for (const int squares : {1, 7}) {
    const Voxels found = voxelsOf(shapes::box(low, high, squares), grid);
    for (Index k = 0; k < 16; ++k)
      for (Index j = 0; j < 16; ++j)
        for (Index i = 0; i < 16; ++i) {
          const bool inside = i >= 3 && i < 13 && j >= 4 && j < 11 && k >= 5 && k < 15;
          ASSERT_EQ(found.fraction[found.at(i, j, k)], inside ? 1 : 0) << i << " " << j << " " << k;
        }
  }
}

TEST(VoxelFractions, SumToTheVolume) {
  const Vec3 axis(1, 2, 3);
  const std::vector<TriangleMesh> bodies{
      shapes::unitBox(),        turned(shapes::unitBox(4), 0.7, axis),
      shapes::sphere(4),        turned(shapes::torus(1, 0.3, 60, 24), 1.1, axis, Vec3(0.01, 0.02, 0.03)),
      shapes::groundBody(7, 2), shapes::tetrahedron()};
  for (const TriangleMesh& body : bodies)
    for (const Index count : {3, 17, 64}) {
      const VoxelGrid grid = makeGrid({.longestCount = count}, body.bounds());
      const Voxels found = voxelsOf(body, grid);
      EXPECT_NEAR(found.volume() / volumeOf(body), 1, 1e-12) << body.triangleCount() << " at " << count;
      EXPECT_EQ(found.method, VolumeFraction::Exact);
      EXPECT_EQ(found.warning, "");
    }
}

TEST(VoxelFractions, AreRightAtAnyScaleAndPlace) {
  const TriangleMesh body = turned(shapes::sphere(3), 0.4, Vec3(1, 1, 0));
  const double volume = volumeOf(body);
  for (const double scale : {1e-9, 1e-3, 1.0, 1e6, 1e30}) {
    const TriangleMesh scaled = shapes::moved(body, scale, Vec3::Zero());
    const Voxels found = voxelsOf(scaled, makeGrid({.longestCount = 20}, scaled.bounds()));
    EXPECT_NEAR(found.volume() / (volume * scale * scale * scale), 1, 1e-12) << scale;
  }
  // Far away the coordinates themselves are rounded: compare with the body that they make.
  const TriangleMesh far = shapes::moved(body, 1, Vec3(1e6, -2e6, 3e6));
  EXPECT_NEAR(voxelsOf(far, makeGrid({.longestCount = 20}, far.bounds())).volume() / volumeOf(far), 1, 1e-12);
}

// Independent: a voxel's part of a convex body is the mass of the body cut by the voxel's planes, here by
// points.
TEST(VoxelFractions, OfATurnedCubeAgreeWithPoints) {
  const TriangleMesh body = turned(shapes::unitBox(), 0.6, Vec3(3, -1, 2), Vec3(0.1, 0.2, 0.3));
  const VoxelGrid grid = makeGrid({.longestCount = 7}, body.bounds());
  const Voxels exact = voxelsOf(body, grid);
  const Voxels sampled = voxelsOf(body, grid, {.fraction = VolumeFraction::Sampled, .samples = 40});
  double worst = 0;
  for (std::size_t n = 0; n < exact.fraction.size(); ++n)
    worst = std::max(worst, std::abs(exact.fraction[n] - sampled.fraction[n]));
  EXPECT_LT(worst, 2e-3);
  EXPECT_EQ(sampled.method, VolumeFraction::Sampled);
}

TEST(VoxelFractions, OfASphereApproachTheBall) {
  double before = 1;
  for (const int levels : {2, 3, 4, 5}) {
    const TriangleMesh body = shapes::sphere(levels);
    const Voxels found = voxelsOf(body, makeGrid({.longestCount = 25}, body.bounds()));
    const double error = 1 - found.volume() / (4.0 / 3 * std::numbers::pi);
    EXPECT_GT(error, 0);  // an inscribed polyhedron
    EXPECT_LT(error, before / 3.5);
    before = error;
  }
  EXPECT_LT(before, 2e-3);
}

TEST(VoxelFractions, OfABodyAndOfItsHollowAddToTheWhole) {
  const TriangleMesh inner = turned(shapes::sphere(3), 0.3, Vec3(1, 0, 1));
  const TriangleMesh outer = shapes::box(Vec3::Constant(-1.5), Vec3::Constant(1.4));
  const VoxelGrid grid = makeGrid({.longestCount = 19}, outer.bounds());
  const Voxels full = voxelsOf(outer, grid);
  const Voxels core = voxelsOf(inner, grid);
  // The shell of the hollow may face either way, and so may the whole.
  for (const bool inwards : {false, true})
    for (const bool turnedRound : {false, true}) {
      TriangleMesh hollow = outer;
      hollow.append(inwards ? insideOut(inner) : inner);
      const Voxels found = voxelsOf(turnedRound ? insideOut(hollow) : hollow, grid);
      EXPECT_EQ(found.method, VolumeFraction::Exact);
      for (std::size_t n = 0; n < found.fraction.size(); ++n)
        ASSERT_NEAR(found.fraction[n] + core.fraction[n], full.fraction[n], 1e-13);
    }
}

TEST(VoxelFractions, OfNestedShellsAlternate) {
  TriangleMesh shells;
  double volume = 0;
  for (int i = 0; i < 4; ++i) {
    const TriangleMesh shell = shapes::moved(shapes::sphere(3), 2 - 0.4 * i, Vec3::Zero());
    shells.append(i % 3 == 0 ? insideOut(shell) : shell);  // directions at random
    volume += (i % 2 == 0 ? 1 : -1) * volumeOf(shell);
  }
  const Voxels found = voxelsOf(shells, makeGrid({.longestCount = 23}, shells.bounds()));
  EXPECT_NEAR(found.volume() / volume, 1, 1e-12);
}

TEST(VoxelFractions, OfAnInwardSurfaceAreTheSame) {
  const TriangleMesh body = shapes::torus(1, 0.3, 30, 16);
  const VoxelGrid grid = makeGrid({.longestCount = 30}, body.bounds());
  const Voxels outward = voxelsOf(body, grid);
  const Voxels inward = voxelsOf(insideOut(body), grid);
  EXPECT_EQ(outward.side, inward.side);
  for (std::size_t n = 0; n < outward.fraction.size(); ++n)
    ASSERT_NEAR(outward.fraction[n], inward.fraction[n], 1e-14);
}

TEST(VoxelFractions, OfAPlateThinnerThanAVoxel) {
  const VoxelGrid grid = cubicGrid(Vec3::Constant(-1), 0.25, 8);
  const Vec3 low(-0.8, -0.8, 0.1), high(0.8, 0.8, 0.1 + 1e-6);
  const Voxels found = voxelsOf(shapes::box(low, high, 2), grid);
  expectBoxFractions(found, low, high, 1e-14);
  EXPECT_NEAR(found.volume() / (1.6 * 1.6 * ((0.1 + 1e-6) - 0.1)), 1, 1e-9);
  const TriangleMesh slanted = turned(shapes::box(low, high, 2), 0.5, Vec3(1, 2, 0));
  EXPECT_NEAR(voxelsOf(slanted, grid).volume() / volumeOf(slanted), 1, 1e-9);
}

TEST(VoxelFractions, OfNeedles) {
  // A tetrahedron so thin that no centre of a voxel lies in it, across many voxels.
  const TriangleMesh needle = turned(shapes::make({{-3, 0, 0}, {3, 0, 0}, {0, 1e-4, 0}, {0, 0, 1e-4}},
                                                  {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}),
                                     0.9, Vec3(1, -2, 1));
  const Voxels found = voxelsOf(needle, makeGrid({.longestCount = 50}, needle.bounds()));
  using Exact = Eigen::Matrix<long double, 3, 3>;
  Exact edges;
  for (Index i = 1; i < 4; ++i)
    edges.col(i - 1) = needle.point(i).cast<long double>() - needle.point(0).cast<long double>();
  const auto volume = static_cast<double>(std::abs(edges.determinant()) / 6);
  EXPECT_NEAR(found.volume() / volume, 1, 1e-9);
}

TEST(VoxelFractions, SeeOnlyWhatIsInTheGrid) {
  const TriangleMesh body = turned(shapes::sphere(4), 0.2, Vec3(1, 5, 2));
  const VoxelGrid whole = cubicGrid(Vec3::Constant(-1.25), 0.125, 20);
  const VoxelGrid window{whole.node(4, 6, 9), whole.spacing, {7, 9, 5}};
  const Voxels all = voxelsOf(body, whole);
  const Voxels part = voxelsOf(body, window);
  for (Index k = 0; k < 5; ++k)
    for (Index j = 0; j < 9; ++j)
      for (Index i = 0; i < 7; ++i) {
        ASSERT_NEAR(part.fraction[part.at(i, j, k)], all.fraction[all.at(i + 4, j + 6, k + 9)], 1e-14);
        ASSERT_EQ(part.side[part.at(i, j, k)], all.side[all.at(i + 4, j + 6, k + 9)]);
      }
  const VoxelGrid inside = cubicGrid(Vec3::Constant(-0.1), 0.02, 10);
  for (const double fraction : voxelsOf(body, inside).fraction) EXPECT_EQ(fraction, 1);
  const VoxelGrid outside = cubicGrid(Vec3::Constant(5), 0.02, 10);
  for (const double fraction : voxelsOf(body, outside).fraction) EXPECT_EQ(fraction, 0);
}

TEST(VoxelFractions, OfSeveralBodiesAddUp) {
  const TriangleMesh left = shapes::box(Vec3(0, 0, 0), Vec3(0.53, 1, 1));
  const TriangleMesh right = shapes::box(Vec3(0.53, 0, 0), Vec3(1, 1, 1), 3);
  const VoxelGrid grid = cubicGrid(Vec3::Constant(-0.1), 0.1, 12);
  const Voxels found = voxelsOf(std::vector{left, right}, grid);
  expectBoxFractions(found, Vec3::Zero(), Vec3::Ones(), 1e-13);
  EXPECT_EQ(found.tally.overlapping, 0);
  EXPECT_EQ(found.body[found.at(3, 5, 5)], 0);
  EXPECT_EQ(found.body[found.at(8, 5, 5)], 1);
  EXPECT_EQ(found.body[found.at(0, 0, 0)], -1);
  const Voxels twice = voxelsOf(std::vector{left, left}, grid);
  EXPECT_GT(twice.tally.overlapping, 0);
  for (const double fraction : twice.fraction) EXPECT_LE(fraction, 1);
}

// ---- Where there is no exact volume ----

TEST(VoxelFractions, OfAnOpenSurfaceAreSampledAndSaidToBe) {
  const TriangleMesh open = shapes::openBox(8);
  const VoxelGrid grid = cubicGrid(Vec3::Constant(-0.2), 0.1, 14);
  const Voxels found = voxelsOf(open, grid);
  EXPECT_EQ(found.method, VolumeFraction::Sampled);
  EXPECT_NE(found.warning.find("it is open"), std::string::npos) << found.warning;
  EXPECT_NE(found.warning.find("sampled"), std::string::npos);
  EXPECT_EQ(found.fraction[found.at(7, 7, 3)], 1);
  EXPECT_EQ(found.fraction[found.at(0, 0, 0)], 0);
  EXPECT_NEAR(found.volume(), 1, 1e-12);  // the winding number is a half just where the lid would be
}

TEST(VoxelFractions, OfSurfacesThatCutThemselvesAreSampledAndSaidToBe) {
  TriangleMesh two = shapes::unitBox();
  two.append(shapes::moved(shapes::unitBox(), 1, Vec3::Constant(0.5)));
  const VoxelGrid grid = cubicGrid(Vec3::Constant(-0.25), 0.125, 16);
  const Voxels parity = voxelsOf(two, grid, {.samples = 2});
  EXPECT_EQ(parity.method, VolumeFraction::Sampled);
  EXPECT_NE(parity.warning.find("intersect or touch"), std::string::npos) << parity.warning;
  EXPECT_NEAR(parity.volume(), 2 - 2 * 0.125, 1e-12);  // faces lie on planes: samples are exact
  const Voxels united = voxelsOf(two, grid, {.rule = InsideRule::NonZero, .samples = 2});
  EXPECT_NEAR(united.volume(), 2 - 0.125, 1e-12);
  EXPECT_GT(parity.tally.ambiguous, 0);

  TriangleMesh flipped = shapes::unitBox();
  shapes::flip(flipped, 0);
  EXPECT_NE(voxelsOf(flipped, grid).warning.find("orientation of parts of it differs"), std::string::npos);
  TriangleMesh doubled = shapes::unitBox();
  doubled.append(shapes::unitBox());
  EXPECT_NE(voxelsOf(doubled, grid).warning.find("duplicate"), std::string::npos);
}

// ---- Labels and distances ----

void expectLabelsOfTheClassifier(const std::vector<TriangleMesh>& bodies, const VoxelGrid& grid, bool nodes) {
  Context context;
  const Voxels found =
      voxelsOf(bodies, grid, {.fraction = VolumeFraction::None, .distance = true, .nodes = nodes});
  std::vector<Vec3> points;
  const VoxelExtent extent = everything(grid, nodes);
  for (Index k = 0; k < extent.end[2]; ++k)
    for (Index j = 0; j < extent.end[1]; ++j)
      for (Index i = 0; i < extent.end[0]; ++i)
        points.push_back(nodes ? grid.node(i, j, k) : grid.centre(i, j, k));
  const Classifier classifier(bodies, {.distance = true, .enclosingBody = true}, context);
  const Classification expected = classifier.classify(points, context);
  EXPECT_EQ(found.side, expected.side);
  EXPECT_EQ(found.body, expected.body);
  EXPECT_EQ(found.distance, expected.distance);
  EXPECT_NE(std::count(found.side.begin(), found.side.end(), Side::Inside), 0);
}

TEST(VoxelLabels, AreThoseOfTheClassifier) {
  TriangleMesh hollow = shapes::sphere(4);
  hollow.append(insideOut(shapes::moved(shapes::sphere(2), 0.6, Vec3(0.1, 0, 0))));
  const std::vector<std::vector<TriangleMesh>> cases{
      {shapes::sphere(3)},
      {turned(shapes::unitBox(2), 0.8, Vec3(1, 2, 3))},
      {shapes::slabs(1e-4)},
      {hollow},
      {shapes::openBox(3)},
      {shapes::moebius(20)},
      {shapes::unitBox(), shapes::moved(shapes::sphere(2), 0.5, Vec3(1.2, 0.5, 0.5))}};
  for (const auto& bodies : cases)
    for (const bool nodes : {false, true}) {
      expectLabelsOfTheClassifier(bodies, cubicGrid(Vec3::Constant(-1.1), 0.13, 21), nodes);
      // Places on faces, edges and corners of the unit box.
      expectLabelsOfTheClassifier(bodies, cubicGrid(Vec3::Constant(-0.5), 0.125, 17), nodes);
    }
}

TEST(VoxelLabels, AreThoseOfTheClassifierWhereFacesLieOnRoundedPlanes) {
  const VoxelGrid grid = cubicGrid(Vec3(-0.3, 0.7, -12.1), 0.1, 16);  // 0.1 is no binary fraction
  const TriangleMesh body = shapes::box(grid.node(3, 4, 5), grid.node(13, 11, 15), 3);
  for (const bool nodes : {false, true}) expectLabelsOfTheClassifier({body}, grid, nodes);
}

TEST(VoxelLabels, OfPlacesOnTheSurfaceAreZero) {
  const VoxelGrid grid = cubicGrid(Vec3::Constant(-0.5), 0.25, 8);
  const Voxels found = voxelsOf(shapes::unitBox(), grid, {.fraction = VolumeFraction::None, .nodes = true});
  for (Index k = 0; k <= 8; ++k)
    for (Index j = 0; j <= 8; ++j)
      for (Index i = 0; i <= 8; ++i) {
        const auto out = [](Index n) { return n < 2 || n > 6; };
        const auto on = [](Index n) { return n == 2 || n == 6; };
        const Side expected = out(i) || out(j) || out(k) ? Side::Outside
                              : on(i) || on(j) || on(k)  ? Side::OnSurface
                                                         : Side::Inside;
        ASSERT_EQ(found.side[static_cast<std::size_t>((k * 9 + j) * 9 + i)], expected);
      }
}

// ---- Same bits ----

TEST(Voxelizer, GivesTheSameBitsForAnyThreadsAndExtent) {
  const TriangleMesh body = turned(shapes::torus(1, 0.4, 80, 40), 0.3, Vec3(2, 1, 1));
  const VoxelGrid grid = makeGrid({.longestCount = 150}, body.bounds());
  const Wanted wanted{.distance = true};
  Voxels one, all;
  {
    const ThreadLimit limit(1);
    one = voxelsOf(body, makeGrid({.longestCount = 40}, body.bounds()), wanted);
  }
  all = voxelsOf(body, makeGrid({.longestCount = 40}, body.bounds()), wanted);
  EXPECT_EQ(one.side, all.side);
  EXPECT_EQ(one.distance, all.distance);
  EXPECT_EQ(one.fraction, all.fraction);

  const Voxels whole = voxelsOf(body, grid);
  const VoxelExtent extent{{11, 70, 5}, {97, 140, 31}};
  const Voxels part = voxelsOf(body, grid, {.extent = extent});
  std::size_t n = 0;
  for (Index k = extent.begin[2]; k < extent.end[2]; ++k)
    for (Index j = extent.begin[1]; j < extent.end[1]; ++j)
      for (Index i = extent.begin[0]; i < extent.end[0]; ++i, ++n) {
        ASSERT_EQ(part.fraction[n], whole.fraction[whole.at(i, j, k)]);
        ASSERT_EQ(part.side[n], whole.side[whole.at(i, j, k)]);
      }
}

TEST(Voxelizer, CanBeCancelled) {
  const TriangleMesh body = shapes::sphere(4);
  Context build;
  const Voxelizer voxelizer({body}, {"the ball"}, {.fraction = VolumeFraction::None, .distance = true},
                            build);
  VoxelRequest request;
  request.grid = makeGrid({.longestCount = 80}, body.bounds());
  request.extent = everything(request.grid, false);
  request.distance = true;
  Context context([](double fraction) { return fraction < 0.2; });
  EXPECT_THROW(voxelizer.run(
                   request, [](VoxelLayers&) {}, context),
               Cancelled);
}

TEST(Voxelizer, RefusesVoxelsThatAreTooSmall) {
  const TriangleMesh body = shapes::sphere(1);
  const VoxelGrid grid = cubicGrid(Vec3::Zero(), 1e-12, 4);
  EXPECT_THROW(voxelsOf(body, grid), Error);
}

// ---- Grids ----

TEST(VoxelGrid, CoversTheSurfaceWithItsPadding) {
  const Box box(Vec3(0, 0, 0), Vec3(10, 4, 1));
  const VoxelGrid cubic = makeGrid({.longestCount = 22, .padding = 1}, box);
  EXPECT_EQ(cubic.counts, (std::array<Index, 3>{22, 10, 4}));
  EXPECT_EQ(cubic.spacing, Vec3::Constant(0.5));
  EXPECT_EQ(cubic.origin, Vec3(-0.5, -0.5, -0.5));
  const VoxelGrid counted = makeGrid({.sizeBy = GridSize::Counts, .counts = {7, 8, 4}, .padding = 1}, box);
  EXPECT_EQ(counted.counts, (std::array<Index, 3>{7, 8, 4}));
  EXPECT_EQ(counted.spacing, Vec3(2, 4.0 / 6, 0.5));
  const VoxelGrid spaced =
      makeGrid({.sizeBy = GridSize::Spacing, .spacing = Vec3(3, 1, 1), .padding = 0}, box);
  EXPECT_EQ(spaced.counts, (std::array<Index, 3>{4, 4, 1}));
  EXPECT_EQ(spaced.origin, Vec3(-1, 0, 0));  // the surplus lies on both sides
  const VoxelGrid window = makeGrid({.sizeBy = GridSize::Spacing,
                                     .spacing = Vec3(3, 1, 1),
                                     .padding = 5,
                                     .useBounds = true,
                                     .bounds = {0, 10, 0, 4, 0, 1}},
                                    Box());
  EXPECT_EQ(window.origin, Vec3(0, 0, 0));
  EXPECT_EQ(window.counts, (std::array<Index, 3>{4, 4, 1}));
}

TEST(VoxelGrid, RefusesWhatIsNoGrid) {
  const Box box(Vec3::Zero(), Vec3::Ones());
  const Box flat(Vec3::Zero(), Vec3(1, 1, 0));
  EXPECT_THROW(makeGrid({.longestCount = 2, .padding = 1}, box), Error);
  EXPECT_THROW(makeGrid({.longestCount = 0, .padding = 0}, box), Error);
  EXPECT_THROW(makeGrid({.padding = -1}, box), Error);
  EXPECT_THROW(makeGrid({.sizeBy = GridSize::Spacing, .spacing = Vec3(1, 0, 1)}, box), Error);
  EXPECT_THROW(makeGrid({.sizeBy = GridSize::Spacing, .spacing = Vec3(1, NAN, 1)}, box), Error);
  EXPECT_THROW(makeGrid({.sizeBy = GridSize::Spacing, .spacing = Vec3::Constant(1e-10)}, box), Error);
  EXPECT_THROW(makeGrid({.sizeBy = GridSize::Counts, .counts = {3, 0, 3}}, box), Error);
  EXPECT_THROW(makeGrid({.sizeBy = GridSize::Counts}, flat), Error);
  EXPECT_THROW(makeGrid({.useBounds = true, .bounds = {1, 0, 1, 0, 1, 0}}, box), Error);
  EXPECT_NO_THROW(makeGrid({}, flat));
}

}  // namespace
}  // namespace talus::test_voxelizer
