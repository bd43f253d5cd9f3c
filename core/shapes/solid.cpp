#include "shapes/solid.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "geometry/convex/convex_hull.h"
#include "shapes/loft.h"
#include "shapes/platonic_corners.h"

namespace talus {

namespace {

constexpr double pi = std::numbers::pi;

Ring round(double radius, double z) {
  return {radius, radius, z};
}

std::vector<Vec3> regular(Platonic solid) {
  std::vector<Vec3> corners = platonicCorners(solid);
  for (Vec3& corner : corners) corner /= 2;
  return corners;
}

std::vector<Vec3> cuboid(const Vec3& extents) {
  const Vec3 half = extents / 2;
  return ringPoints(squareOutline(), {{half.x(), half.y(), -half.z()}, {half.x(), half.y(), half.z()}});
}

std::vector<Vec3> frustum(int segments, double topDiameter, double height) {
  return ringPoints(circleOutline(segments), {round(0.5, -height / 2), round(topDiameter / 2, height / 2)});
}

TriangleMesh torus(int segments, double tubeDiameter) {
  const double tube = tubeDiameter / 2, radius = 0.5 - tube;
  const int around = segments / 2;
  std::vector<Ring> rings;
  for (int i = 0; i < around; ++i) {
    const double angle = 2 * pi * i / around;
    rings.push_back(round(radius + tube * std::cos(angle), tube * std::sin(angle)));
  }
  return lofted(circleOutline(segments), rings, LoftEnds::Joined);
}

std::vector<Vec3> capsule(int segments, double height) {
  const int steps = segments / 4;  // from the equator to a pole
  std::vector<Ring> rings;
  for (int i = 0; i <= steps; ++i) {
    const double angle = pi / 2 * i / steps;
    const double radius = i < steps ? std::cos(angle) / 2 : 0;
    const double z = height / 2 + std::sin(angle) / 2;
    rings.push_back(round(radius, z));
    rings.push_back(round(radius, -z));
  }
  return ringPoints(circleOutline(segments), rings);
}

// Of the convex ones.
std::vector<Vec3> cornersOf(Solid solid, const SolidOptions& options) {
  switch (solid) {
    case Solid::Tetrahedron:
    case Solid::Cube:
    case Solid::Octahedron:
    case Solid::Dodecahedron:
    case Solid::Icosahedron:
      return regular(static_cast<Platonic>(solid));
    case Solid::Cuboid:
      return cuboid(options.extents);
    case Solid::Cylinder:
      return frustum(options.segments, 1, options.height);
    case Solid::Cone:
      return frustum(options.segments, options.topDiameter, options.height);
    case Solid::Prism:
      return frustum(options.sides, 1, options.height);
    case Solid::Capsule:
      return capsule(options.segments, options.height);
    case Solid::Torus:
      break;
  }
  return {};
}

}  // namespace

TriangleMesh makeSolid(Solid solid, const SolidOptions& options, Context& context) {
  requireValid(options);
  context.beginStage(1, 1);
  TriangleMesh mesh;
  if (solid == Solid::Torus) {
    mesh = torus(options.segments, options.tubeDiameter);
    apply(options.placement, mesh);
  } else {
    std::vector<Vec3> corners = cornersOf(solid, options);
    for (Vec3& corner : corners) corner = placed(options.placement, corner);
    mesh = convexHull(corners);  // of the points as placed: placing rounds
  }
  context.advance(1);
  return mesh;
}

}  // namespace talus
