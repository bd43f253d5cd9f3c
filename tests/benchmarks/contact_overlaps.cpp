// overlap/spheres/DEPTH/TRIANGLES: two unit spheres that overlap by so much, intersected by discrete
// functions (Williams and O'Connor, section 5). Counter: points of the intersection curves.

#include <cstdlib>

#include "contact/overlap/surface_intersection.h"
#include "contact_suites.h"
#include "core/pair_poses.h"
#include "core/shapes.h"

namespace talus::bench {

namespace {

constexpr std::size_t poses = 8;

struct Overlap {
  std::shared_ptr<const SurfaceCells> cells;
  std::vector<Pose> first, second;
};

Overlap overlapping(const std::shared_ptr<const SurfaceCells>& cells, double depth) {
  Overlap overlap{cells, {}, {}};
  pairs::Random random(1);
  for (std::size_t i = 0; i < poses; ++i) {
    overlap.first.push_back({.rotation = random.rotation()});
    overlap.second.push_back({.position = (2 - depth) * random.direction(), .rotation = random.rotation()});
  }
  return overlap;
}

std::size_t pointsOf(const Overlap& overlap, std::size_t i) {
  return intersectSurfaces(*overlap.cells, overlap.first[i], *overlap.cells, overlap.second[i])
      .piercings.size();
}

void measure(const Overlap& overlap, double& meanPoints, benchmark::State& state) {
  std::size_t i = 0;
  for ([[maybe_unused]] auto step : state) {
    benchmark::DoNotOptimize(pointsOf(overlap, i));
    i = (i + 1) % poses;
  }
  if (meanPoints < 0) {
    meanPoints = 0;
    for (std::size_t k = 0; k < poses; ++k) meanPoints += double(pointsOf(overlap, k)) / double(poses);
  }
  state.counters["points"] = meanPoints;
}

}  // namespace

void enterOverlaps(const ContactRun& run) {
  for (int level = 2; level <= (run.quick ? 3 : 7); ++level) {
    const TriangleMesh sphere = shapes::sphere(level);
    const auto cells = std::make_shared<const SurfaceCells>(sphere);
    for (const char* depth : {"0.001", "0.01", "0.1", "1"})
      enter(run, std::string("overlap/spheres/") + depth + "/" + std::to_string(sphere.triangleCount()),
            [overlap = overlapping(cells, std::atof(depth)), points = std::make_shared<double>(-1)](
                benchmark::State& state) { measure(overlap, *points, state); });
  }
}

}  // namespace talus::bench
