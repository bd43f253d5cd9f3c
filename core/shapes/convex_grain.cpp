#include "shapes/convex_grain.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/error.h"
#include "geometry/convex/convex_hull.h"
#include "shapes/random.h"
#include "shapes/sphere_points.h"

namespace talus {

namespace {

// Any rotation is as likely as any other: K. Shoemake, Uniform random rotations, Graphics Gems III (1992).
Eigen::Quaterniond rotation(const KeyedRandom& random) {
  const double u = random[0].value();
  const double s = 2 * std::numbers::pi * random[1].value(), t = 2 * std::numbers::pi * random[2].value();
  const double p = std::sqrt(1 - u), q = std::sqrt(u);
  return {q * std::cos(t), p * std::sin(s), p * std::cos(s), q * std::sin(t)};
}

// Points move less than half of the closest two are apart (√3 reach), and those of a tetrahedron so little
// that it keeps its centre (19.4°).
double reachOf(const ConvexGrainOptions& options) {
  const double spacing = std::sqrt(4 * std::numbers::pi / options.vertices);
  return options.irregularity * std::min(0.25 * spacing, 0.19);
}

}  // namespace

TriangleMesh makeConvexGrain(const ConvexGrainOptions& options, Context& context) {
  requireValid(options);
  context.beginStage(1, 1);
  const KeyedRandom random(options.seed);
  const Eigen::Quaterniond turn = rotation(random[-1]);
  const double reach = reachOf(options);
  std::vector<Vec3> points = spherePoints(options.vertices);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const KeyedRandom r = random[static_cast<std::int64_t>(i)];
    const Vec3 offset = reach * Vec3(r[0].between(), r[1].between(), r[2].between());
    const Vec3 unit = (turn * points[i] + offset).normalized();
    points[i] = placed(options.placement, unit.cwiseProduct(options.semiAxes));
  }
  TriangleMesh mesh = convexHull(points);
  if (mesh.pointCount() != points.size())
    throw Error("Vertices of the grain coincide after rounding", "", "Request fewer vertices");
  context.advance(1);
  return mesh;
}

}  // namespace talus
