// Two closed slabs a hair apart: the case in which ray shooting with tolerances goes wrong.

#include <gtest/gtest.h>

#include <cstdio>
#include <random>

#include "core/shapes.h"
#include "enclosure/classifier/make_enclosure.h"
#include "peers/vtk.h"
#ifdef TALUS_HAVE_CGAL
#include "peers/cgal.h"
#endif

namespace talus {
namespace {

constexpr std::size_t count = 4000;

std::vector<Vec3> randomPoints() {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> unit(0, 1);
  std::vector<Vec3> points;
  for (std::size_t i = 0; i < count; ++i) points.emplace_back(unit(random), unit(random), unit(random));
  return points;
}

// The same, with z pressed into two gaps' height about the gap.
std::vector<Vec3> pointsAboutTheGap(double gap) {
  std::vector<Vec3> points = randomPoints();
  for (Vec3& p : points) p.z() = 0.5 + (p.z() - 0.5) * 2 * gap;
  return points;
}

// The truth for points with 0 < x, y, z < 1.
std::vector<Side> analyticSides(const TriangleMesh& slabs, const std::vector<Vec3>& points) {
  double top = 0;     // of the lower slab
  double bottom = 1;  // of the upper one
  for (const double z : slabs.z) (z < 0.5 ? top : bottom) = z < 0.5 ? std::max(top, z) : std::min(bottom, z);
  std::vector<Side> sides;
  for (const Vec3& p : points)
    sides.push_back(p.z() == top || p.z() == bottom ? Side::OnSurface
                    : p.z() < top || p.z() > bottom ? Side::Inside
                                                    : Side::Outside);
  return sides;
}

std::size_t wrong(const std::vector<Side>& sides, const std::vector<Side>& truth) {
  std::size_t differences = 0;
  for (std::size_t i = 0; i < sides.size(); ++i) differences += sides[i] != truth[i];
  return differences;
}

class Slabs : public testing::TestWithParam<double> {};

TEST_P(Slabs, EveryMethodIsRight) {
  const TriangleMesh mesh = shapes::slabs(GetParam());
  for (const auto& points : {randomPoints(), pointsAboutTheGap(GetParam())}) {
    const std::vector<Side> truth = analyticSides(mesh, points);
    std::printf("gap %.0e, wrong of %zu:", GetParam(), count);
    for (const EnclosureOptions& options : {EnclosureOptions{Method::DiscreteFunction, RaySearch::Tree, 1},
                                            EnclosureOptions{Method::RayCrossing, RaySearch::Flat, 1},
                                            EnclosureOptions{Method::RayCrossing, RaySearch::Tree, 1},
                                            EnclosureOptions{Method::SolidAngle, RaySearch::Tree, 1}}) {
      Context context;
      std::vector<Side> sides(points.size());
      makeEnclosure(mesh, {}, options, context)->classify(points, sides, {});
      EXPECT_EQ(wrong(sides, truth), 0u) << name(options.method);
      std::printf(" %s %zu,", name(options.method), wrong(sides, truth));
    }
#ifdef TALUS_HAVE_CGAL
    const peers::CgalSide cgal(mesh);
    std::vector<Side> sides;
    for (const Vec3& p : points) sides.push_back(cgal.side(p));
    EXPECT_EQ(wrong(sides, truth), 0u);
    std::printf(" CGAL %zu,", wrong(sides, truth));
#endif
    std::printf(" vtkSelectEnclosedPoints %zu\n", wrong(peers::vtkSides(mesh, points), truth));
  }
}

INSTANTIATE_TEST_SUITE_P(Gaps, Slabs, testing::Values(3e-4, 1e-4, 1e-5, 1e-12));

}  // namespace
}  // namespace talus
