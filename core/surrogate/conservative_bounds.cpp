#include "surrogate/conservative_bounds.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "surrogate/triangle_halo.h"

namespace talus {

float roundedUp(double value) {
  const double bound = value + boundSlack;
  const auto rounded = static_cast<float>(bound);
  return rounded >= bound ? rounded : std::nextafter(rounded, std::numeric_limits<float>::infinity());
}

Vec3 roundedToFloat(const Vec3& p) {
  return p.cwiseMax(-4).cwiseMin(4).cast<float>().cast<double>();
}

std::array<Vec3, 3> roundedToFloat(const std::array<Vec3, 3>& corners) {
  return {roundedToFloat(corners[0]), roundedToFloat(corners[1]), roundedToFloat(corners[2])};
}

float coveringHalo(const std::array<Vec3, 3>& corners, std::span<const Vec3> points) {
  return roundedUp(std::sqrt(TriangleHalo(corners).farthest(PaddedPoints(points)).squaredDistance));
}

namespace {

struct Far {
  std::size_t point = 0;
  double squared = -1;
};

Far farthestFrom(const Vec3& centre, std::span<const Vec3> points) {
  Far far;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double squared = (points[i] - centre).squaredNorm();
    if (squared > far.squared) far = {i, squared};
  }
  return far;
}

}  // namespace

// The centre moves towards the farthest point in steps of decreasing length (Badoiu and Clarkson, Smaller
// core-sets for balls, 2003).
CoveringSphere coveringSphere(std::span<const Vec3> points) {
  constexpr int steps = 30;
  Box box;
  for (const Vec3& p : points) box.extend(p);
  Vec3 centre = box.center(), best = centre;
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < steps; ++i) {
    const Far far = farthestFrom(centre, points);
    if (far.squared < least) {
      least = far.squared;
      best = centre;
    }
    centre += (points[far.point] - centre) / (i + 4);
  }
  best = roundedToFloat(best);
  return {best, roundedUp(std::sqrt(farthestFrom(best, points).squared))};
}

}  // namespace talus
