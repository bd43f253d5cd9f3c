#include "surrogate/triangle_halo.h"

#include <algorithm>

namespace talus {

namespace {

// Position, 0 … 1, of the nearest point on a segment of squared length `squared`; 0 if its length is 0.
double along(double projection, double squared) {
  return squared > 0 ? std::clamp(projection / squared, 0.0, 1.0) : 0;
}

}  // namespace

TriangleHalo::TriangleHalo(const Corners& corners)
    : corners_(corners),
      ab_(corners[1] - corners[0]),
      ac_(corners[2] - corners[0]),
      abab_(ab_.squaredNorm()),
      abac_(ab_.dot(ac_)),
      acac_(ac_.squaredNorm()) {}

std::array<double, 3> TriangleHalo::weights(const Vec3& p) const {
  const Vec3 ap = p - corners_[0];
  const double d1 = ab_.dot(ap), d2 = ac_.dot(ap);
  // Unscaled weights: twice the area that p's projection spans with each edge, times twice the triangle's
  // area.
  const double v = d1 * acac_ - d2 * abac_;
  const double w = d2 * abab_ - d1 * abac_;
  const double area = abab_ * acac_ - abac_ * abac_;
  const double u = area - v - w;
  if (u > 0 && v > 0 && w > 0) return {u / area, v / area, w / area};

  // Otherwise the nearest point is on an edge: the nearest of the three.
  const double onAb = along(d1, abab_);
  const double onAc = along(d2, acac_);
  const double bcbc = abab_ - 2 * abac_ + acac_;
  const double onBc = along(d2 - d1 + abab_ - abac_, bcbc);
  // Squared distances of the edges from p, minus that of corner a.
  const double ab = onAb * (onAb * abab_ - 2 * d1);
  const double ac = onAc * (onAc * acac_ - 2 * d2);
  const double bc = abab_ - 2 * d1 + onBc * (onBc * bcbc - 2 * (d2 - d1 + abab_ - abac_));
  if (ab <= ac && ab <= bc) return {1 - onAb, onAb, 0};
  if (ac <= bc) return {1 - onAc, 0, onAc};
  return {0, 1 - onBc, onBc};
}

Vec3 TriangleHalo::at(const std::array<double, 3>& weights) const {
  return weights[0] * corners_[0] + weights[1] * corners_[1] + weights[2] * corners_[2];
}

TriangleHalo::Farthest TriangleHalo::farthest(std::span<const Vec3> points) const {
  Farthest farthest;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double squared = (points[i] - at(weights(points[i]))).squaredNorm();
    if (squared > farthest.squaredDistance) farthest = {i, squared};
  }
  return farthest;
}

}  // namespace talus
