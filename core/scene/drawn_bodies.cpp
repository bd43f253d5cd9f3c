#include "scene/drawn_bodies.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "base/error.h"
#include "base/parallel.h"
#include "scene/size_distribution.h"

namespace talus {

namespace {

// Cumulative sums of the weights.
std::vector<double> cumulated(std::span<const double> weights, std::size_t shapes) {
  if (weights.empty()) return cumulated(std::vector<double>(shapes, 1.0), shapes);
  if (weights.size() != shapes)
    throw Error(
        "There are " + std::to_string(weights.size()) + " weights for " + std::to_string(shapes) + " shapes",
        "", "Give one weight for each shape, or none");
  std::vector<double> sums(shapes);
  std::partial_sum(weights.begin(), weights.end(), sums.begin());
  if (!(sums.back() > 0)) throw Error("The weights of all shapes are 0", "", "Raise at least one");
  return sums;
}

// K. Shoemake, Uniform random rotations, Graphics Gems III (1992), page 129.
Quaternion randomRotation(const KeyedRandom& random) {
  const double u = random[0].value();
  const double s = 2 * std::numbers::pi * random[1].value(), t = 2 * std::numbers::pi * random[2].value();
  const double a = std::sqrt(1 - u), b = std::sqrt(u);
  return Quaternion{b * std::cos(t), a * std::sin(s), a * std::cos(s), b * std::sin(t)}.normalised();
}

class Drawing {
 public:
  Drawing(std::span<const SharedSurface> surfaces, const PlacementRequest& options)
      : surfaces_(surfaces),
        options_(options),
        atPoints_(options.arrangement == Arrangement::AtPoints),
        shapes_(cumulated(options.weights, surfaces.size())),
        sizes_(options.sizes) {}

  DrawnBody operator()(std::size_t i) const {
    DrawnBody body;
    const double u = randomOf(options_, i, Draw::Shape).value() * shapes_.back();
    body.shape =
        static_cast<Index>(std::upper_bound(shapes_.begin(), shapes_.end() - 1, u) - shapes_.begin());
    body.size = sizeOf(i);
    body.orientation = orientationOf(i);
    const SharedSurface& surface = surfaces_[static_cast<std::size_t>(body.shape)];
    body.radius = surface.radius() * body.size;
    body.extent = options_.separation == Separation::Surfaces
                      ? surface.extent(body.orientation.matrix(), body.size)
                      : Box(Vec3::Constant(-body.radius), Vec3::Constant(body.radius));
    return body;
  }

 private:
  double sizeOf(std::size_t i) const {
    if (atPoints_ && !options_.points.size.empty()) return options_.points.size[i];
    return sizes_.size(i, randomOf(options_, i, Draw::Size).value());
  }
  Quaternion orientationOf(std::size_t i) const {
    if (atPoints_ && !options_.points.orientation.empty()) return options_.points.orientation[i].normalised();
    if (options_.orientationMode == OrientationMode::AllAlike) return options_.rotation().normalised();
    return options_.orientationMode == OrientationMode::UniformRandom
               ? randomRotation(randomOf(options_, i, Draw::Turn))
               : Quaternion{};
  }

  std::span<const SharedSurface> surfaces_;
  const PlacementRequest& options_;
  bool atPoints_;
  std::vector<double> shapes_;  // cumulative weights
  SizeDistribution sizes_;
};

}  // namespace

std::vector<DrawnBody> drawBodies(std::span<const SharedSurface> surfaces, const PlacementRequest& options,
                                  std::size_t count, Context& context) {
  const Drawing draw(surfaces, options);
  std::vector<DrawnBody> bodies(count);
  parallelChunks(count, 256, context, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) bodies[i] = draw(i);
  });
  return bodies;
}

}  // namespace talus
