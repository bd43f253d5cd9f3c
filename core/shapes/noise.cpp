#include "shapes/noise.h"

#include <array>
#include <cmath>

#include "shapes/random.h"

namespace talus {

namespace {

// One of the twelve directions to the middles of a cube's edges.
Vec3 gradientAt(const KeyedRandom& random, const Vec3& site) {
  const auto key = [](double coordinate) { return static_cast<std::int64_t>(coordinate); };
  const double value = random[key(site.x())][key(site.y())][key(site.z())].value();
  const int number = static_cast<int>(12 * value);
  Vec3 gradient;
  gradient[number % 3] = 0;
  gradient[(number + 1) % 3] = number / 3 & 1 ? 1 : -1;
  gradient[(number + 2) % 3] = number / 6 ? 1 : -1;
  return gradient;
}

// Blend from 0 to 1 with slope and curvature 0 at both ends.
double fade(double t) {
  return t * t * t * (t * (6 * t - 15) + 10);
}

double octave(const KeyedRandom& random, const Vec3& p) {
  const Vec3 low = p.array().floor();
  const Vec3 within = p - low;
  const std::array<double, 3> weight{fade(within.x()), fade(within.y()), fade(within.z())};
  double sum = 0;
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3 offset(corner & 1, corner >> 1 & 1, corner >> 2 & 1);
    double share = 1;
    for (int axis = 0; axis < 3; ++axis) {
      const double w = weight[static_cast<std::size_t>(axis)];
      share *= offset[axis] > 0 ? w : 1 - w;
    }
    sum += share * gradientAt(random, low + offset).dot(within - offset);
  }
  return sum;
}

}  // namespace

double HierarchicalNoise::operator()(const Vec3& p) const {
  const KeyedRandom random(seed_);
  double sum = 0, scale = 1;
  for (int i = 0; i < octaves_; ++i, scale *= 2) sum += octave(random[i], scale * p) / scale;
  return sum;
}

}  // namespace talus
