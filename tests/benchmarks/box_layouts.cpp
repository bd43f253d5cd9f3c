#include "box_layouts.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace talus::bench {

namespace {

constexpr double density = 0.6;  // volume of all boxes, of that of the space they fill

struct Random {
  std::mt19937_64 engine;

  double uniform(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(engine);
  }
  Vec3 point(double half) { return {uniform(-half, half), uniform(-half, half), uniform(-half, half)}; }
  Vec3 normal(double sigma) {
    std::normal_distribution<double> bell(0, sigma);
    return {bell(engine), bell(engine), bell(engine)};
  }
};

// Sides with density ~ side^-4, from 1 to 1 000: equal volumes in equal ratios of size.
double manySizes(Random& random) {
  return std::min(1000.0, std::cbrt(1 / random.uniform(1e-9, 1)));
}

}  // namespace

const char* name(Layout layout) {
  switch (layout) {
    case Layout::Uniform:
      return "uniform";
    case Layout::Clustered:
      return "clustered";
    case Layout::SizeRatio:
      return "sizes 1:1000";
  }
  return "unknown";
}

MovingBoxes::MovingBoxes(Layout layout, std::size_t count, double speed, std::uint64_t seed)
    : speed_(speed), boxes_(count), velocities_(count), homes_(count) {
  place(layout, seed);
}

void MovingBoxes::place(Layout layout, std::uint64_t seed) {
  Random random{std::mt19937_64(seed)};
  const std::size_t count = boxes_.size();
  std::vector<Vec3> sides(count);
  double volume = 0;
  for (Vec3& side : sides) {
    const double size = layout == Layout::SizeRatio ? manySizes(random) : 1.0;
    side = size * Vec3(random.uniform(0.5, 1.5), random.uniform(0.5, 1.5), random.uniform(0.5, 1.5));
    volume += side.prod();
  }
  // The largest and the smallest size are there whatever the number of boxes.
  if (layout == Layout::SizeRatio) sides[count / 2] = Vec3::Constant(1000);
  const double half = std::cbrt(volume / density) / 2;
  std::vector<Vec3> centres(count / 1000 + 1);
  for (Vec3& centre : centres) centre = random.point(10 * half);
  const double sigma = std::cbrt(1000 / density) / 4;
  for (std::size_t i = 0; i < count; ++i) {
    const Vec3 centre = layout == Layout::Clustered ? Vec3(centres[i % centres.size()] + random.normal(sigma))
                                                    : random.point(half);
    boxes_.set(i, Box(Vec3(centre - sides[i] / 2), Vec3(centre + sides[i] / 2)));
    homes_[i] = centre;
    velocities_[i] = random.normal(1).normalized() * speed_ * sides[i].mean();
  }
}

void MovingBoxes::step() {
  if (speed_ == 0) return;
  for (std::size_t i = 0; i < velocities_.size(); ++i)
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const auto a = static_cast<Eigen::Index>(axis);
      double& v = velocities_[i][a];
      double& low = boxes_.low[axis][i];
      double& high = boxes_.high[axis][i];
      low += v;
      high += v;
      const double away = (low + high) / 2 - homes_[i][a];
      if (std::abs(away) > 2 * (high - low) && (away > 0) == (v > 0)) v = -v;
    }
}

}  // namespace talus::bench
