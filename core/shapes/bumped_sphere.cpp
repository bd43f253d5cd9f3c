#include "shapes/bumped_sphere.h"

#include <algorithm>
#include <vector>

#include "base/parallel.h"
#include "geometry/convex/convex_hull.h"
#include "shapes/noise.h"
#include "shapes/random.h"
#include "shapes/sphere_points.h"

namespace talus {

namespace {

// Radii of the points of a unit sphere, from 1 to the bumpiness.
std::vector<double> radii(const TriangleMesh& sphere, const BumpedSphereOptions& options, Context& context) {
  const HierarchicalNoise noise(options.seed, options.octaves);
  const KeyedRandom random = KeyedRandom(options.seed)[-1];
  const Vec3 shift(random[0].value(), random[1].value(), random[2].value());  // off the sites of the lattice
  std::vector<double> height(sphere.pointCount());
  parallelChunks(height.size(), 1024, context, [&](std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p) height[p] = noise(shift + sphere.point(static_cast<Index>(p)));
  });
  const auto [low, high] = std::minmax_element(height.begin(), height.end());
  const double lowest = *low, range = *high - *low;
  for (double& h : height) h = 1 + (range > 0 ? (options.bumpiness - 1) * ((h - lowest) / range) : 0);
  return height;
}

}  // namespace

TriangleMesh makeBumpedSphere(const BumpedSphereOptions& options, Context& context) {
  requireValid(options);
  const auto vertices = static_cast<int>(options.triangles / 2 + 2);
  context.beginStage(0.7, 1);
  TriangleMesh mesh = convexHull(spherePoints(vertices));
  context.advance(1);
  context.beginStage(1, vertices);
  const std::vector<double> radius = radii(mesh, options, context);
  for (std::size_t p = 0; p < mesh.pointCount(); ++p) {
    mesh.x[p] *= radius[p] / 2;
    mesh.y[p] *= radius[p] / 2;
    mesh.z[p] *= radius[p] / 2 * options.stretch;
  }
  apply(options.placement, mesh);
  return mesh;
}

}  // namespace talus
