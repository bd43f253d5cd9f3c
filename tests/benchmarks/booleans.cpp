// Unions of spheres, foams and cubes, from the check of the surfaces to the mended result: microseconds a
// triangle, and how they grow. One thread, its own CPU time, the fastest of some calls.
// Usage: bench_booleans [--quick]; prints Markdown.

#include <cmath>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "arrangement/result/surface_arrangement.h"
#include "base/parallel.h"
#include "clocks.h"
#include "core/shapes.h"
#include "shapes/foam.h"

namespace talus::bench {
namespace {

using Surfaces = std::vector<TriangleMesh>;

std::size_t trianglesOf(const Surfaces& surfaces) {
  std::size_t count = 0;
  for (const TriangleMesh& surface : surfaces) count += surface.triangleCount();
  return count;
}

// Two of radius 1 at a distance of 1.
Surfaces spheres(int levels) {
  const TriangleMesh sphere = shapes::sphere(levels);
  return {sphere, shapes::moved(sphere, 1, Vec3(1, 0, 0))};
}

Surfaces foams(int cells, int triangles) {
  Context context;
  const TriangleMesh foam = makeFoam({.cells = cells, .triangles = triangles}, context);
  return {foam, shapes::moved(foam, 1, foam.bounds().sizes().maxCoeff() * Vec3(0.1, 0.07, 0.05))};
}

// Cubes of edge 1 in a lattice of spacing 0.75.
Surfaces cubes(int perSide) {
  Surfaces all;
  for (int i = 0; i < perSide * perSide * perSide; ++i)
    all.push_back(shapes::moved(shapes::unitBox(), 1,
                                0.75 * Vec3(i % perSide, i / perSide % perSide, i / perSide / perSide)));
  return all;
}

void measure(const std::string& name, const Surfaces& surfaces, int calls) {
  double volume = 0;
  std::size_t triangles = 0;
  const double seconds = fastestSeconds(calls, [&] {
    Context context;
    const ArrangementBody body = booleanOf(surfaces, {.operation = BooleanOperation::Union}, {}, context);
    volume = body.moments.volume;
    triangles = body.mesh.triangleCount();
  });
  const auto given = static_cast<double>(trianglesOf(surfaces));
  std::printf("| %s | %.0f | %zu | %.16g | %.3f | %.2f |\n", name.c_str(), given, triangles, volume, seconds,
              1e6 * seconds / given);
  std::fflush(stdout);
}

void run(bool quick) {
  std::printf(
      "| union of | triangles | of the result | volume | s | µs a triangle |\n|---|---|---|---|---|---|\n");
  const int calls = quick ? 1 : 3;
  for (int levels = 3; levels <= (quick ? 4 : 8); ++levels) measure("two spheres", spheres(levels), calls);
  measure("two foams", quick ? foams(7, 5000) : foams(30, 120868), calls);
  const int perSide = quick ? 3 : 10;
  measure(std::to_string(perSide * perSide * perSide) + " cubes", cubes(perSide), calls);
}

}  // namespace
}  // namespace talus::bench

int main(int argc, char** argv) {
  const bool quick = argc == 2 && std::string_view(argv[1]) == "--quick";
  if (argc != 1 && !quick) {
    std::fprintf(stderr, "usage: bench_booleans [--quick]\n");
    return 2;
  }
  const talus::ThreadLimit one(1);
  talus::bench::run(quick);
  return 0;
}
