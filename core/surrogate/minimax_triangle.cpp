#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "surrogate/point_spread.h"
#include "surrogate/surrogate_triangle.h"
#include "surrogate/triangle_halo.h"

namespace talus {

namespace {

using Corners = std::array<Vec3, 3>;

// An equilateral triangle with a corner at `angle`, stretched by the points' spread along both axes of their
// plane.
Corners startTriangle(const PointSpread& spread, double angle) {
  constexpr double sizeRatio =
      1.8;  // measured: smaller triangles need more steps, larger ones stay too large
  Corners corners;
  for (std::size_t i = 0; i < 3; ++i) {
    const double phi = angle + 2 * std::numbers::pi * static_cast<double>(i) / 3;
    corners[i] = spread.centre + sizeRatio * (std::cos(phi) * spread.deviation[2] * spread.axes.col(2) +
                                              std::sin(phi) * spread.deviation[1] * spread.axes.col(1));
  }
  return corners;
}

struct Candidate {
  Corners corners;
  double squaredHalo;
};

// Moves a triangle, step by step, towards the point farthest from it. Each corner moves in proportion to its
// weight, so that a full step brings the triangle's nearest point to the farthest point.
Candidate pull(Corners corners, const PaddedPoints& points, int steps) {
  Candidate best{corners, std::numeric_limits<double>::infinity()};
  for (int i = 0; i < steps; ++i) {
    const TriangleHalo halo(corners);
    const FarthestPoint farthest = halo.farthest(points);
    if (farthest.squaredDistance < best.squaredHalo) best = {corners, farthest.squaredDistance};
    const Vec3 target = points.point(farthest.point);
    const auto weights = halo.weights(target);
    const double sum = weights[0] * weights[0] + weights[1] * weights[1] + weights[2] * weights[2];
    const Vec3 way = (target - halo.at(weights)) / (sum * std::sqrt(1.0 + i));
    for (std::size_t k = 0; k < 3; ++k) corners[k] += weights[k] * way;
  }
  return best;
}

}  // namespace

Corners minimaxTriangle(std::span<const Vec3> points, SurrogateSearch search) {
  if (points.size() <= 3) return {points.front(), points[points.size() / 2], points.back()};
  const PointSpread spread = spreadOf(points);
  const PaddedPoints padded(points);
  const int steps = search == SurrogateSearch::Long ? 60 : 5;
  const Candidate first = pull(startTriangle(spread, 0), padded, steps);
  const Candidate second = pull(startTriangle(spread, std::numbers::pi), padded, steps);
  return first.squaredHalo <= second.squaredHalo ? first.corners : second.corners;
}

}  // namespace talus
