// Contact by discrete functions: how its cost grows with the number of triangles (Williams and O'Connor:
// O(N) at worst, about O(√N) in practice). One thread, thread CPU time, the fastest of some calls, mean of
// some poses.
// Usage: bench_intersections [--quick] OUT.json
// report_intersections.py makes tables and a plot of the JSON.

#include <cstdint>
#include <cstdio>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "clocks.h"
#include "contact/overlap/surface_intersection.h"
#include "measurement_file.h"
#include "shapes/bumped_sphere.h"
#include "shapes/foam.h"
#include "shapes/refined_sphere.h"

namespace talus::bench {
namespace {

constexpr double smallSize = 1e-3;
const Vec3 smallCentre(0.6, 0, 0);

TriangleMesh sphere(std::int64_t triangles, const Placement& placement) {
  Context context;
  SphereOptions options{placement, 0};
  while ((std::int64_t{8} << 2 * options.levels) < triangles) ++options.levels;
  return makeSphere(options, context);
}

// Two spheres of so many triangles together, one of them a thousandth of the other.
TriangleMesh unevenBody(std::int64_t triangles) {
  TriangleMesh mesh = sphere(triangles / 2, {});
  mesh.append(sphere(triangles / 2, {smallCentre, smallSize}));
  return mesh;
}

// Bodies have diameter 1.
TriangleMesh makeBody(std::string_view body, std::int64_t triangles) {
  Context context;
  if (body == "uneven") return unevenBody(triangles);
  if (body == "bumped") return makeBumpedSphere({.triangles = triangles}, context);
  if (body == "foam") return makeFoam({.outline = FoamOutline::Ball, .triangles = triangles}, context);
  return sphere(triangles, {});
}

std::vector<std::int64_t> sizes(std::string_view body, bool quick) {
  if (body == "foam" && !quick) return {28952, 60000, 120868, 250000, 494124};
  if (body == "foam") return {28952};
  std::vector<std::int64_t> all;
  const std::int64_t most = quick ? 2048 : 524288;
  for (std::int64_t n = body == "uneven" ? 16 : 8; n <= most; n *= 4) all.push_back(n);
  return all;
}

struct Overlap {
  std::string name;
  double depth;  // how far the bodies are pushed into each other from where they touch
};

const std::vector<Overlap>& overlaps() {
  static const std::vector<Overlap> all{{"0.001", 1e-3}, {"0.01", 1e-2}, {"0.25", 0.25}};
  return all;
}

struct Approach {
  Eigen::Matrix3d rotation;
  Vec3 direction;

  Pose at(double distance) const { return {distance * direction, rotation}; }
  Pose about(const Vec3& centre) const { return {centre - rotation * centre, rotation}; }
};

std::vector<Approach> approaches(int count) {
  std::mt19937_64 engine(1);
  std::normal_distribution<double> normal;
  std::vector<Approach> all;
  for (int i = 0; i < count; ++i) {
    const Eigen::Quaterniond q(normal(engine), normal(engine), normal(engine), normal(engine));
    const Vec3 direction(normal(engine), normal(engine), normal(engine));
    all.push_back({q.normalized().toRotationMatrix(), direction.normalized()});
  }
  return all;
}

// The distance of the centres at which the bodies begin to touch.
double touchingDistance(const SurfaceCells& body, const Approach& approach) {
  double touching = 0;
  double apart = 2 * body.bounds().diagonal().norm();
  while (apart - touching > 1e-6) {
    const double middle = 0.5 * (touching + apart);
    (intersectSurfaces(body, {}, body, approach.at(middle)).touching() ? touching : apart) = middle;
  }
  return touching;
}

// Means over the poses.
struct Result {
  std::size_t triangles = 0;  // of each body
  double build = 0, microseconds = 0, zone = 0, edges = 0, facets = 0, tests = 0, piercings = 0, regions = 0;

  void add(const SurfaceIntersection& hit, double share) {
    zone += share * static_cast<double>(hit.work.zoneTriangles);
    edges += share * static_cast<double>(hit.work.edges);
    facets += share * static_cast<double>(hit.work.facets);
    tests += share * static_cast<double>(hit.work.tests);
    piercings += share * static_cast<double>(hit.piercings.size());
    regions += share * static_cast<double>(hit.regions.size());
  }
};

struct Body {
  SurfaceCells cells;
  double build;                  // seconds
  std::vector<double> touching;  // distance for each approach
};

Body prepare(std::string_view name, std::int64_t triangles, const std::vector<Approach>& ways) {
  const TriangleMesh mesh = makeBody(name, triangles);
  const double build = fastestSeconds(2, [&mesh] { SurfaceCells{mesh}; });
  Body body{SurfaceCells(mesh), build, {}};
  for (const Approach& way : ways) body.touching.push_back(touchingDistance(body.cells, way));
  return body;
}

int calls(std::size_t triangles, bool quick) {
  if (quick) return 1;
  return triangles > 100000 ? 5 : 50;
}

// @param poses of the second body.
Result measure(const Body& body, const std::vector<Pose>& poses, bool quick) {
  Result result;
  result.triangles = body.cells.mesh().triangleCount();
  result.build = 1e3 * body.build;
  const double share = 1 / static_cast<double>(poses.size());
  for (const Pose& pose : poses) {
    SurfaceIntersection hit;
    const double seconds = fastestSeconds(calls(result.triangles, quick),
                                          [&] { hit = intersectSurfaces(body.cells, {}, body.cells, pose); });
    result.microseconds += share * 1e6 * seconds;
    result.add(hit, share);
  }
  return result;
}

class Report {
 public:
  explicit Report(const char* path) : file_(path) {}

  void add(std::string_view body, std::string_view overlap, const Result& r) {
    char text[512];
    std::snprintf(text, sizeof text,
                  R"({"body": "%s", "overlap": "%s", "triangles": %zu, "build": %.4g, "microseconds": %.5g, )"
                  R"("zone": %.6g, "edges": %.6g, "facets": %.6g, "tests": %.6g, "piercings": %.6g, )"
                  R"("regions": %.3g})",
                  body.data(), overlap.data(), r.triangles, r.build, r.microseconds, r.zone, r.edges,
                  r.facets, r.tests, r.piercings, r.regions);
    file_.add(text);
    std::printf("%-8s %-10s %8zu triangles %12.1f us %10.0f piercings\n", body.data(), overlap.data(),
                r.triangles, r.microseconds, r.piercings);
    std::fflush(stdout);
  }

  bool finish() { return file_.finish(); }

 private:
  MeasurementFile file_;
};

// Pushed into each other from where they touch; and, as the worst case, one body turned about its centre
// within itself: the surfaces cut each other everywhere.
void measureBody(std::string_view name, bool quick, Report& report) {
  const std::vector<Approach> ways = approaches(quick ? 1 : 4);
  for (const std::int64_t triangles : sizes(name, quick)) {
    const Body body = prepare(name, triangles, ways);
    std::vector<Pose> poses(ways.size());
    for (const Overlap& overlap : overlaps()) {
      for (std::size_t i = 0; i < ways.size(); ++i) poses[i] = ways[i].at(body.touching[i] - overlap.depth);
      report.add(name, overlap.name, measure(body, poses, quick));
    }
    for (std::size_t i = 0; i < ways.size(); ++i) poses[i] = ways[i].at(0);
    report.add(name, "concentric", measure(body, poses, quick));
  }
}

// The small spheres of two uneven bodies in each other.
void measureUneven(bool quick, Report& report) {
  const std::vector<Approach> ways = approaches(quick ? 1 : 4);
  for (const std::int64_t triangles : sizes("uneven", quick)) {
    const Body body = prepare("uneven", triangles, {});
    std::vector<Pose> poses;
    for (const Approach& way : ways) poses.push_back(way.about(smallCentre));
    report.add("uneven", "concentric", measure(body, poses, quick));
  }
}

}  // namespace
}  // namespace talus::bench

int main(int argc, char** argv) {
  using namespace talus::bench;
  const bool quick = argc > 1 && std::string_view(argv[1]) == "--quick";
  if (argc != (quick ? 3 : 2) || argv[argc - 1][0] == '-') {
    std::fprintf(stderr, "usage: bench_intersections [--quick] OUT.json\n");
    return 2;
  }
  Report report(argv[argc - 1]);
  for (const char* body : {"sphere", "bumped", "foam"}) measureBody(body, quick, report);
  measureUneven(quick, report);
  if (report.finish()) return 0;
  std::fprintf(stderr, "cannot write %s\n", argv[argc - 1]);
  return 1;
}
