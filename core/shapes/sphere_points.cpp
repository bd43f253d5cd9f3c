#include "shapes/sphere_points.h"

#include <cmath>
#include <numbers>

#include "geometry/convex/convex_hull.h"
#include "shapes/platonic_corners.h"
#include "shapes/refined_sphere.h"

namespace talus {

namespace {

std::vector<Vec3> refinedPoints(TriangleMesh mesh, int levels) {
  for (int level = 0; level < levels; ++level) mesh = refinedOnSphere(mesh);
  std::vector<Vec3> points;
  for (std::size_t p = 0; p < mesh.pointCount(); ++p) points.push_back(mesh.point(static_cast<Index>(p)));
  return points;
}

std::vector<Vec3> fibonacciLattice(int count) {
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i) {
    const double z = 1 - (2 * i + 1.0) / count;
    const double turn = i / std::numbers::phi;
    const double angle = 2 * std::numbers::pi * (turn - std::floor(turn));
    const double radius = std::sqrt((1 - z) * (1 + z));
    points.push_back(Vec3(radius * std::cos(angle), radius * std::sin(angle), z).normalized());
  }
  return points;
}

// How often a body with so many points is refined to have `count`; −1: never exactly.
int levelsTo(int count, int points) {
  int levels = 0;
  while (points < count) {
    points = 4 * points - 6;
    ++levels;
  }
  return points == count ? levels : -1;
}

}  // namespace

std::vector<Vec3> spherePoints(int count) {
  if (count == 4) return platonicCorners(Platonic::Tetrahedron);
  if (const int levels = levelsTo(count, 6); levels >= 0) return refinedPoints(unitOctahedron(), levels);
  if (const int levels = levelsTo(count, 12); levels >= 0)
    return refinedPoints(convexHull(platonicCorners(Platonic::Icosahedron)), levels);
  return fibonacciLattice(count);
}

}  // namespace talus
