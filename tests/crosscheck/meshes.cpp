// Classifies many points against every mesh of the collections with every method, and against CGAL.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <numbers>
#include <numeric>

#include "base/error.h"
#include "base/parallel.h"
#include "collection.h"
#include "enclosure/classifier/classifier.h"
#include "enclosure/classifier/make_enclosure.h"
#include "geometry/check/mesh_check.h"
#include "geometry/exact/predicates.h"
#include "peers/vtk.h"
#include "probe_points.h"
#ifdef TALUS_HAVE_CGAL
#include "peers/cgal.h"
#endif

namespace talus {
namespace {

// Calls body(begin, end) over all points, in parallel.
template <class Body>
void inBatches(std::size_t count, const Body& body) {
  Context context;
  parallelChunks(count, 512, context, body);
}

std::vector<Side> sidesBy(const TriangleMesh& mesh, const SurfaceKind& kind, const EnclosureOptions& options,
                          std::span<const Vec3> points) {
  Context context;
  const auto enclosure = makeEnclosure(mesh, kind, options, context);
  std::vector<Side> sides(points.size());
  enclosure->classifyAll(points, sides, {}, context);
  return sides;
}

#ifdef TALUS_HAVE_CGAL
std::vector<Side> sidesByCgal(const TriangleMesh& mesh, std::span<const Vec3> points) {
  const peers::CgalSide cgal(mesh);
  std::vector<Side> sides(points.size());
  inBatches(points.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) sides[i] = cgal.side(points[i]);
  });
  return sides;
}
#endif

// Labels that differ, by where the points lie.
struct Differences {
  std::size_t away = 0;
  std::size_t near = 0;
  std::size_t on = 0;

  std::size_t all() const { return away + near + on; }
};

Differences compare(const std::vector<Side>& s, const std::vector<Side>& t, const ProbePoints& probe) {
  Differences differences;
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (s[i] == t[i]) continue;
    ++(probe.isAway(i) ? differences.away : probe.isOnSurface(i) ? differences.on : differences.near);
  }
  return differences;
}

std::size_t missedOnSurface(const std::vector<Side>& sides, const ProbePoints& probe) {
  return static_cast<std::size_t>(
      std::count_if(sides.begin() + static_cast<std::ptrdiff_t>(probe.onSurfaceBegin), sides.end(),
                    [](Side side) { return side != Side::OnSurface; }));
}

struct Totals {
  std::size_t meshes = 0;
  std::size_t closed = 0;
  std::size_t convex = 0;
  std::size_t points = 0;
  std::size_t differences = 0;
};
Totals totals;

// Every method on a closed surface. DiscreteFunction is what the others are compared with.
void checkClosed(const std::string& file, const TriangleMesh& mesh, const MeshReport& report,
                 const ProbePoints& probe) {
  const SurfaceKind kind{report.closed, report.oriented};
  const auto run = [&](Method method, RaySearch search) {
    return sidesBy(mesh, kind, {method, search, 1}, probe.points);
  };
  const std::vector<Side> reference = run(Method::DiscreteFunction, RaySearch::Tree);
  const Differences flat = compare(run(Method::RayCrossing, RaySearch::Flat), reference, probe);
  const Differences tree = compare(run(Method::RayCrossing, RaySearch::Tree), reference, probe);
  const Differences angle = compare(run(Method::SolidAngle, RaySearch::Tree), reference, probe);
  // By the winding number, not the parity, where parts are flipped; so is SolidAngle.
  const Differences antipodal =
      kind.oriented ? compare(run(Method::Antipodal, RaySearch::Tree), reference, probe) : Differences{};
  const Differences cyrusBeck =
      report.convex ? compare(run(Method::CyrusBeck, RaySearch::Tree), reference, probe) : Differences{};
  const Differences multipole =
      kind.oriented
          ? compare(sidesBy(mesh, kind, {.method = Method::FastMultipole, .accuracy = 0.1}, probe.points),
                    reference, probe)
          : Differences{};
  Differences cgal;
#ifdef TALUS_HAVE_CGAL
  cgal = compare(sidesByCgal(mesh, probe.points), reference, probe);
#endif
  EXPECT_EQ(missedOnSurface(reference, probe), 0u);
  EXPECT_EQ(flat.all(), 0u);
  EXPECT_EQ(tree.all(), 0u);
  EXPECT_EQ(antipodal.all(), 0u);
  EXPECT_EQ(cyrusBeck.all(), 0u);
  EXPECT_EQ(multipole.all(), 0u);
  const std::size_t angleDifferences = kind.oriented ? angle.away : 0;
  EXPECT_EQ(angleDifferences, 0u);
  EXPECT_EQ(cgal.all(), 0u);
  std::printf(
      "%-32s %6zu triangles %6zu points (%4zu on surface)  differences: ray flat %zu, ray tree %zu, "
      "antipodal %zu, multipole %zu, Cyrus-Beck %s, CGAL %zu, solid angle %zu away, %zu near, %zu on\n",
      file.c_str(), mesh.triangleCount(), probe.points.size(), probe.points.size() - probe.onSurfaceBegin,
      flat.all(), tree.all(), antipodal.all(), multipole.all(),
      report.convex ? std::to_string(cyrusBeck.all()).c_str() : "(not convex)", cgal.all(), angle.away,
      angle.near, angle.on);
  ++totals.closed;
  totals.convex += report.convex ? 1 : 0;
  totals.points += probe.points.size();
  totals.differences += flat.all() + tree.all() + antipodal.all() + multipole.all() + cyrusBeck.all() +
                        cgal.all() + angleDifferences;
}

// Signed solid angle by van Oosterom and Strackee (1983), in extended precision.
long double windingByBruteForce(const TriangleMesh& mesh, const Vec3& p) {
  using Wide = Eigen::Matrix<long double, 3, 1>;
  long double sum = 0;
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
    const auto corners = mesh.corners(t);
    const Wide a = (corners[0] - p).cast<long double>();
    const Wide b = (corners[1] - p).cast<long double>();
    const Wide c = (corners[2] - p).cast<long double>();
    const long double la = a.norm(), lb = b.norm(), lc = c.norm();
    sum += 2 * std::atan2(a.dot(b.cross(c)), la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
  }
  return sum / (4 * std::numbers::pi_v<long double>);
}

bool liesOnSurface(const TriangleMesh& mesh, const Vec3& p) {
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
    const auto [a, b, c] = mesh.corners(t);
    if (mesh.bounds(t).contains(p) && orient3d(a, b, c, p) == 0 &&
        locateInPlane(p, a, b, c) != OnTriangle::Outside)
      return true;
  }
  return false;
}

bool follows(Side side, double winding, const TriangleMesh& mesh, const Vec3& p) {
  constexpr long double margin = 1e-6L;
  if (liesOnSurface(mesh, p)) return side == Side::OnSurface;
  const long double truth = windingByBruteForce(mesh, p);
  if (std::abs(truth - winding) > margin) return false;
  const bool clear = std::abs(std::abs(truth) - 0.5L) > margin;
  return !clear || side == (std::abs(truth) > 0.5L ? Side::Inside : Side::Outside);
}

// The reference is slow: it looks at every tenth point. Those on the surface are among them.
std::size_t wrongAgainstBruteForce(const TriangleMesh& mesh, const std::vector<Vec3>& points,
                                   const Classification& result) {
  std::vector<std::size_t> wrong((points.size() + 9) / 10, 0);
  inBatches(wrong.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      wrong[i] = !follows(result.side[10 * i], result.winding[10 * i], mesh, points[10 * i]);
  });
  return std::accumulate(wrong.begin(), wrong.end(), std::size_t{0});
}

EnclosureOptions with(Method method) {
  EnclosureOptions options;
  options.method = method;
  options.windingNumber = true;
  return options;
}

// Largest error of the fast multipole method over the accuracy that was asked for.
double errorOfMultipole(const TriangleMesh& mesh, const std::vector<Vec3>& points,
                        const std::vector<double>& truth) {
  double worst = 0;
  for (const double accuracy : {1e-1, 1e-3, 1e-6}) {
    Context context;
    const auto enclosure = makeEnclosure(mesh, {.closed = false, .oriented = false},
                                         {.method = Method::FastMultipole, .accuracy = accuracy}, context);
    std::vector<Side> sides(points.size());
    std::vector<double> winding(points.size());
    enclosure->classifyAll(points, sides, winding, context);
    for (std::size_t i = 0; i < points.size(); ++i)
      worst = std::max(worst, std::abs(winding[i] - truth[i]) / accuracy);
  }
  return worst;
}

// Open surfaces get their winding number whatever method was asked for, and a warning.
void checkOpen(const std::string& file, const TriangleMesh& mesh, const ProbePoints& probe) {
  Context context;
  std::size_t wrong = 0;
  std::vector<std::vector<double>> windings;
  for (const Method method : {Method::Antipodal, Method::SolidAngle}) {
    const Classifier classifier({mesh}, with(method), context);
    const Classification result = classifier.classify(probe.points, context);
    EXPECT_FALSE(classifier.warning().empty());
    EXPECT_EQ(missedOnSurface(result.side, probe), 0u);
    EXPECT_TRUE(
        std::all_of(result.winding.begin(), result.winding.end(), [](double w) { return std::isfinite(w); }));
    wrong += wrongAgainstBruteForce(mesh, probe.points, result);
    windings.push_back(result.winding);
  }
  double apart = 0;
  for (std::size_t i = 0; i < probe.points.size(); ++i)
    apart = std::max(apart, std::abs(windings[0][i] - windings[1][i]));
  const double multipole = errorOfMultipole(mesh, probe.points, windings[0]);
  EXPECT_EQ(wrong, 0u);
  EXPECT_LT(apart, 1e-9);
  EXPECT_LE(multipole, 1);
  for (const Method method : {Method::RayCrossing, Method::DiscreteFunction})
    EXPECT_NE(Classifier({mesh}, with(method), context).method(0), method);
  std::printf(
      "%-32s %6zu triangles %6zu points  open: %zu wrong against the winding number by brute force, "
      "antipodal and solid angle at most %.1e apart, multipole at most %.2f of its accuracy off\n",
      file.c_str(), mesh.triangleCount(), probe.points.size(), wrong, apart, multipole);
  totals.points += probe.points.size();
  totals.differences += wrong;
}

class Meshes : public testing::TestWithParam<std::filesystem::path> {
 public:
  static void TearDownTestSuite() {
    std::printf("total: %zu meshes, %zu of them closed, %zu convex, %zu points, %zu differences\n",
                totals.meshes, totals.closed, totals.convex, totals.points, totals.differences);
#ifndef TALUS_HAVE_CGAL
    std::printf("CGAL was not found: not compared\n");
#endif
  }
};

TEST_P(Meshes, EveryMethodGivesTheSameLabels) {
  const TriangleMesh mesh = peers::readMesh(GetParam());
  Context context;
  const MeshReport report = checkMesh(mesh, {false}, context);
  const ProbePoints probe = probePoints(mesh);
  const std::string file = GetParam().filename();
  ++totals.meshes;
  if (report.closed)
    checkClosed(file, mesh, report, probe);
  else
    checkOpen(file, mesh, probe);
  std::fflush(stdout);
}

INSTANTIATE_TEST_SUITE_P(Collection, Meshes, testing::ValuesIn(collectedMeshes()),
                         [](const auto& mesh) { return meshName(mesh.index, mesh.param); });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Meshes);

}  // namespace
}  // namespace talus
