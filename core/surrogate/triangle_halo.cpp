#include "surrogate/triangle_halo.h"

#include <algorithm>

namespace talus {

namespace {

// Position, 0 … 1, of the nearest point on a segment of squared length `squared`; 0 if its length is 0.
double along(double projection, double squared) {
  return squared > 0 ? std::clamp(projection / squared, 0.0, 1.0) : 0;
}

}  // namespace

TriangleHalo::TriangleHalo(const Corners& corners) {
  const Vec3 ab = corners[1] - corners[0], ac = corners[2] - corners[0];
  triangle_ = {corners, ab, ac, ab.squaredNorm(), ab.dot(ac), ac.squaredNorm()};
}

std::array<double, 3> TriangleHalo::weights(const Vec3& p) const {
  const auto& [corners, edgeAb, edgeAc, abab, abac, acac] = triangle_;
  const Vec3 ap = p - corners[0];
  const double d1 = edgeAb.dot(ap), d2 = edgeAc.dot(ap);
  // Unscaled weights: twice the area that p's projection spans with each edge, times twice the triangle's
  // area.
  const double v = d1 * acac - d2 * abac;
  const double w = d2 * abab - d1 * abac;
  const double area = abab * acac - abac * abac;
  const double u = area - v - w;
  if (u > 0 && v > 0 && w > 0) return {u / area, v / area, w / area};

  // Otherwise the nearest point is on an edge: the nearest of the three.
  const double onAb = along(d1, abab);
  const double onAc = along(d2, acac);
  const double bcbc = abab - 2 * abac + acac;
  const double onBc = along(d2 - d1 + abab - abac, bcbc);
  // Squared distances of the edges from p, minus that of corner a.
  const double ab = onAb * (onAb * abab - 2 * d1);
  const double ac = onAc * (onAc * acac - 2 * d2);
  const double bc = abab - 2 * d1 + onBc * (onBc * bcbc - 2 * (d2 - d1 + abab - abac));
  if (ab <= ac && ab <= bc) return {1 - onAb, onAb, 0};
  if (ac <= bc) return {1 - onAc, 0, onAc};
  return {0, 1 - onBc, onBc};
}

Vec3 TriangleHalo::at(const std::array<double, 3>& weights) const {
  return weights[0] * triangle_.corners[0] + weights[1] * triangle_.corners[1] +
         weights[2] * triangle_.corners[2];
}

}  // namespace talus
