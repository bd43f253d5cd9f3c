#include "shapes/foam.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>

#include "base/error.h"
#include "shapes/rounded_box.h"
#include "shapes/strut_network.h"
#include "shapes/triangle_count.h"

namespace talus {

namespace {

// Narrows [low, high] to the t with |start + t · rate| ≤ limit.
void clip(double start, double rate, double limit, double& low, double& high) {
  if (rate == 0) {
    if (std::abs(start) > limit) high = low;
    return;
  }
  const double t1 = (-limit - start) / rate, t2 = (limit - start) / rate;
  low = std::max(low, std::min(t1, t2));
  high = std::min(high, std::max(t1, t2));
}

// The part of a segment's parameter range within the outline of the given half width.
std::pair<double, double> rangeWithin(FoamOutline outline, const StrutAxis& s, double halfWidth) {
  const Vec3 along = s.b - s.a;
  double low = 0, high = 1;
  if (outline == FoamOutline::Cube) {
    for (int axis = 0; axis < 3; ++axis) clip(s.a[axis], along[axis], halfWidth, low, high);
    return {low, high};
  }
  const double middle = -s.a.dot(along) / along.squaredNorm();
  const double off2 = (s.a + middle * along).squaredNorm();
  if (off2 >= halfWidth * halfWidth) return {1, 0};
  const double half = std::sqrt((halfWidth * halfWidth - off2) / along.squaredNorm());
  return {std::max(low, middle - half), std::min(high, middle + half)};
}

// The struts' axes cut off where their round ends touch the outline of size 1.
std::vector<StrutAxis> cutOff(FoamOutline outline, const std::vector<StrutAxis>& axes, double radius) {
  std::vector<StrutAxis> kept;
  for (const StrutAxis& s : axes) {
    const auto [low, high] = rangeWithin(outline, s, 0.5 - radius);
    if (low < high) kept.push_back({.a = s.a + low * (s.b - s.a), .b = s.a + high * (s.b - s.a)});
  }
  return kept;
}

double totalLength(const std::vector<StrutAxis>& segments) {
  double sum = 0;
  for (const StrutAxis& s : segments) sum += (s.b - s.a).norm();
  return sum;
}

}  // namespace

TriangleMesh makeFoam(const FoamOptions& options, Context& context) {
  requireValid(options);
  const double volume = options.outline == FoamOutline::Ball ? std::numbers::pi / 6 : 1;
  const CellComplex complex{volume / options.cells, options.irregularity, options.seed};
  const double radius = options.strutThickness / 2 * std::cbrt(complex.cellVolume);
  const double reach = 2.2 * radius;
  context.beginStage(0.1, complex.steps(0.5));
  const std::vector<StrutAxis> axes = cutOff(options.outline, complex.edges(0.5, context), radius);

  const Box domain(Vec3::Constant(-0.5), Vec3::Constant(0.5));
  const StrutField struts(axes, radius, reach, domain);
  // Joints may bulge beyond the outline.
  const Field foam = [&](const Vec3& p) {
    const bool ball = options.outline == FoamOutline::Ball;
    const double outline = ball ? p.norm() - 0.5 : roundedCube(p, 0.5, radius);
    return smoothMax(struts(p), outline, radius / 2);
  };
  const double area = 2 * std::numbers::pi * radius * totalLength(axes);
  if (2 * radius < spacingFor(options.triangles, area))  // thinner struts would break
    throw Error(std::to_string(options.triangles) + " triangles are too few for the struts of " +
                    std::to_string(options.cells) + " cells",
                "", "Request more triangles, fewer cells or thicker struts");
  TriangleMesh mesh = surfaceWithCount(foam, domain, options.triangles, area, context);
  apply(options.placement, mesh);
  return mesh;
}

}  // namespace talus
