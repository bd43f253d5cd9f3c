// Where one exact method overtakes another: the times behind Method::Auto
// (core/enclosure/classifier/method_choice.cpp) and the table in core/enclosure/README.md. One thread, the
// fastest of seven runs; prints Markdown.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <functional>
#include <limits>
#include <memory>
#include <vector>

#include "base/parallel.h"
#include "core/shapes.h"
#include "enclosure/classifier/make_enclosure.h"
#include "geometry/check/mesh_check.h"

namespace talus::bench {
namespace {

constexpr int repetitions = 7;

// The fastest of some runs: on a busy machine the others measure its load.
double fastestNanoseconds(const std::function<void()>& work) {
  double fastest = std::numeric_limits<double>::infinity();
  for (int i = 0; i < repetitions; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - begin;
    fastest = std::min(fastest, time.count());
  }
  return fastest;
}

std::vector<Vec3> pointsAround(std::size_t count) {
  std::vector<Vec3> points;
  for (std::size_t i = 0; i < count; ++i) {
    const auto t = static_cast<double>(i);
    points.emplace_back(1.1 * std::sin(t * 1.1), 1.1 * std::sin(t * 1.7), 1.1 * std::sin(t * 2.3));
  }
  return points;
}

// What preparing costs, and a point after that; in nanoseconds.
struct Cost {
  double build = 0;
  double point = 0;
};

Cost costOf(Method method, const TriangleMesh& mesh, std::size_t points, RaySearch search = RaySearch::Tree) {
  Context context;
  const MeshReport report = checkMesh(mesh, {.selfIntersections = false}, context);
  const SurfaceKind kind{.closed = report.closed, .oriented = report.oriented};
  const EnclosureOptions options{.method = method, .raySearch = search};
  std::unique_ptr<Enclosure> enclosure;
  Cost cost;
  cost.build = fastestNanoseconds([&] { enclosure = makeEnclosure(mesh, kind, options, context); });
  const std::vector<Vec3> asked = pointsAround(points);
  std::vector<Side> sides(points);
  std::vector<double> winding(points);
  cost.point =
      fastestNanoseconds([&] { enclosure->classify(asked, sides, winding); }) / static_cast<double>(points);
  return cost;
}

// From how many points on the method with the costlier preparation is faster; negative: never.
double crossOver(const Cost& cheapBuild, const Cost& cheapQuery) {
  const double saved = cheapBuild.point - cheapQuery.point;
  return saved > 0 ? std::max(0.0, (cheapQuery.build - cheapBuild.build) / saved) : -1;
}

void convexBodies() {
  std::printf("\nConvex bodies: nanoseconds a point, and the build in microseconds\n\n");
  std::printf("| triangles | CyrusBeck | build | DiscreteFunction | build | from so many points on |\n");
  std::printf("|---|---|---|---|---|---|\n");
  std::vector<TriangleMesh> bodies = {shapes::tetrahedron(), shapes::octahedron(), shapes::unitBox(1)};
  for (int levels = 1; levels <= 4; ++levels) bodies.push_back(shapes::sphere(levels));
  for (const TriangleMesh& mesh : bodies) {
    const Cost planes = costOf(Method::CyrusBeck, mesh, 20000);
    const Cost cells = costOf(Method::DiscreteFunction, mesh, 20000);
    std::printf("| %zu | %.1f | %.1f | %.1f | %.1f | %.0f |\n", mesh.triangleCount(), planes.point,
                planes.build / 1e3, cells.point, cells.build / 1e3, crossOver(planes, cells));
  }
}

void fewPoints() {
  std::printf("\nClosed surfaces, few points: nanoseconds a triangle (build) or a point\n\n");
  std::printf(
      "| triangles | SolidAngle build | a point and triangle | RayCrossing build (tree) | a point | "
      "DiscreteFunction build | a point | overtakes SolidAngle from | RayCrossing from |\n");
  std::printf("|---|---|---|---|---|---|---|---|---|\n");
  for (int levels = 1; levels <= 7; ++levels) {
    const TriangleMesh mesh = shapes::sphere(levels);
    const auto triangles = static_cast<double>(mesh.triangleCount());
    const Cost angles = costOf(Method::SolidAngle, mesh, 64);
    const Cost rays = costOf(Method::RayCrossing, mesh, 2000);
    const Cost cells = costOf(Method::DiscreteFunction, mesh, 20000);
    std::printf("| %.0f | %.0f | %.2f | %.0f | %.0f | %.0f | %.1f | %.0f points | %.0f points |\n", triangles,
                angles.build / triangles, angles.point / triangles, rays.build / triangles, rays.point,
                cells.build / triangles, cells.point, crossOver(angles, cells), crossOver(rays, cells));
  }
}

// A sphere without every n-th triangle of those above a height.
TriangleMesh withHoles(int levels, std::size_t holes) {
  TriangleMesh whole = shapes::sphere(levels);
  TriangleMesh mesh = whole;
  mesh.a.clear();
  mesh.b.clear();
  mesh.c.clear();
  const std::size_t stride =
      std::max<std::size_t>(whole.triangleCount() / std::max<std::size_t>(holes, 1), 1);
  std::size_t made = 0;
  for (std::size_t t = 0; t < whole.triangleCount(); ++t) {
    if (t % stride == 0 && made++ < holes) continue;
    mesh.addTriangle(whole.a[t], whole.b[t], whole.c[t]);
  }
  return mesh;
}

void openSurfaces() {
  std::printf("\nOpen surfaces\n\n");
  std::printf(
      "| triangles | boundary edges | SolidAngle: ns a point and triangle | build, ns a triangle | "
      "Antipodal: "
      "ns a point | build, ns a triangle | Antipodal overtakes from |\n|---|---|---|---|---|---|---|\n");
  for (const int levels : {2, 3, 4, 5, 6})
    for (const std::size_t part : {0u, 64u, 16u, 8u, 4u}) {
      const std::size_t triangles = std::size_t{8} << (2 * levels);
      const TriangleMesh mesh = withHoles(levels, part == 0 ? 1 : triangles / part);
      Context context;
      const MeshReport report = checkMesh(mesh, {.selfIntersections = false}, context);
      const auto count = static_cast<double>(mesh.triangleCount());
      const Cost angles = costOf(Method::SolidAngle, mesh, 256);
      const Cost rays = costOf(Method::Antipodal, mesh, 512);
      std::printf("| %zu | %lld | %.2f | %.0f | %.0f | %.0f | ", mesh.triangleCount(),
                  static_cast<long long>(report.boundaryEdges), angles.point / count, angles.build / count,
                  rays.point, rays.build / count);
      const double from = crossOver(angles, rays);
      from < 0 ? std::printf("never |\n") : std::printf("%.0f points |\n", from);
    }
}

// FastMultipole sees all points at once, so that its time is measured for several numbers of them.
void manyPointsOnOpenSurfaces() {
  std::printf(
      "\nOpen surfaces, many points: milliseconds in all, preparation included (FastMultipole: accuracy "
      "1e-3)\n\n");
  std::printf(
      "| triangles | boundary edges | points | SolidAngle | Antipodal | FastMultipole "
      "|\n|---|---|---|---|---|---|\n");
  for (const int levels : {3, 5, 6})
    for (const std::size_t part : {0u, 64u, 8u})
      for (const std::size_t points : {300u, 3000u, 30000u}) {
        const std::size_t triangles = std::size_t{8} << (2 * levels);
        const TriangleMesh mesh = withHoles(levels, part == 0 ? 1 : triangles / part);
        Context context;
        const MeshReport report = checkMesh(mesh, {.selfIntersections = false}, context);
        const auto count = static_cast<double>(points);
        const auto total = [&](Method method) {  // methods point by point from fewer of them
          const Cost cost = costOf(method, mesh, 512);
          return (cost.build + cost.point * count) / 1e6;
        };
        const std::vector<Vec3> asked = pointsAround(points);
        std::vector<Side> sides(points);
        std::vector<double> winding(points);
        const double fast = fastestNanoseconds([&] {
          const auto enclosure = makeEnclosure(mesh, {.closed = report.closed, .oriented = report.oriented},
                                               {.method = Method::FastMultipole}, context);
          enclosure->classifyAll(asked, sides, winding, context);
        });
        std::printf("| %zu | %lld | %zu | %.1f | %.1f | %.1f |\n", mesh.triangleCount(),
                    static_cast<long long>(report.boundaryEdges), points, total(Method::SolidAngle),
                    total(Method::Antipodal), fast / 1e6);
      }
}

}  // namespace
}  // namespace talus::bench

int main() {
  const talus::ThreadLimit limit(1);
  talus::bench::convexBodies();
  talus::bench::fewPoints();
  talus::bench::openSurfaces();
  talus::bench::manyPointsOnOpenSurfaces();
}
