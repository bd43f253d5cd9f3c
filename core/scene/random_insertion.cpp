#include "scene/random_insertion.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <optional>

#include "base/error.h"
#include "base/number_text.h"
#include "scene/free_space.h"

namespace talus {

namespace {

double sphereVolume(double radius) {
  return 4.0 / 3 * std::numbers::pi * radius * radius * radius;
}

// A cube about the origin. Spheres, including half the clearance, fill a quarter of the space available to
// their centres: well below the limit of random insertion.
Box automaticRegion(std::span<const DrawnBody> bodies, double clearance) {
  double volume = 0, largest = 0;
  for (const DrawnBody& body : bodies) {
    volume += sphereVolume(body.radius + clearance / 2);
    largest = std::max(largest, body.radius);
  }
  const double half = std::cbrt(volume / 0.25) / 2 + largest;
  return {Vec3::Constant(-half), Vec3::Constant(half)};
}

Box regionOf(std::span<const DrawnBody> bodies, const PlacementRequest& options) {
  if (!options.automaticRegion) return options.box();
  if (options.walls.empty()) return automaticRegion(bodies, options.clearance);
  Box around;
  for (const BodyShape& wall : options.walls)
    for (std::size_t t = 0; t < wall.mesh.triangleCount(); ++t)
      for (const Vec3& corner : wall.mesh.corners(t)) around.extend(wall.offset + corner);
  return around;
}

// The box of positions at which the body lies inside the region.
Box roomOf(const DrawnBody& body, const Box& region) {
  const Vec3 spare = region.sizes() - body.extent.sizes();
  for (int axis = 0; axis < 3; ++axis)
    if (spare[axis] < -1e-12 * region.sizes()[axis])
      throw Error("A body is larger than the region: " + numberText(body.extent.sizes()[axis]) + " along " +
                      "xyz"[axis] + ", where the region has " + numberText(region.sizes()[axis]),
                  "", "Use a larger region, or smaller bodies");
  const Vec3 low = region.min() - body.extent.min();
  return {low, low + spare.cwiseMax(0)};
}

class Insertion {
 public:
  Insertion(std::span<const SharedSurface> surfaces, std::span<const DrawnBody> bodies,
            const PlacementRequest& options)
      : bodies_(bodies),
        options_(options),
        region_(regionOf(bodies, options)),
        space_(surfaces, options, bodies.size()) {}

  RandomInsertion run(Context& context) {
    RandomInsertion result;
    double smallestRefused = std::numeric_limits<double>::infinity(), filled = 0;
    for (const Index i : largestFirst(bodies_)) {
      const DrawnBody& body = bodies_[static_cast<std::size_t>(i)];
      context.advance(1);
      if (body.radius > worthTrying * smallestRefused) continue;
      if (const auto place = freePlace(i)) {
        space_.take(body, *place);
        result.places.push_back({i, *place});
        filled += sphereVolume(body.radius);
      } else {
        smallestRefused = body.radius;
      }
    }
    std::sort(result.places.begin(), result.places.end(),
              [](const BodyPlace& a, const BodyPlace& b) { return a.body < b.body; });
    result.sphereFraction = filled / region_.volume();
    result.full = result.places.size() < bodies_.size();
    return result;
  }

 private:
  static constexpr double worthTrying = 0.98;  // of the size of a body for which there was no room

  std::optional<Vec3> freePlace(Index i) const {
    const DrawnBody& body = bodies_[static_cast<std::size_t>(i)];
    const Box room = roomOf(body, region_);
    const KeyedRandom random = randomOf(options_, static_cast<std::size_t>(i), Draw::Place);
    for (int attempt = 0; attempt < options_.attempts; ++attempt) {
      const KeyedRandom numbers = random[attempt];
      const Vec3 share(numbers[0].value(), numbers[1].value(), numbers[2].value());
      const Vec3 place = room.min() + share.cwiseProduct(room.sizes());
      if (space_.isFree(body, place)) return place;
    }
    return {};
  }

  std::span<const DrawnBody> bodies_;
  const PlacementRequest& options_;
  Box region_;
  FreeSpace space_;
};

}  // namespace

std::vector<Index> largestFirst(std::span<const DrawnBody> bodies) {
  std::vector<Index> order(bodies.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [bodies](Index i, Index j) {
    return bodies[static_cast<std::size_t>(i)].radius > bodies[static_cast<std::size_t>(j)].radius;
  });
  return order;
}

RandomInsertion insertAtRandom(std::span<const SharedSurface> surfaces, std::span<const DrawnBody> bodies,
                               const PlacementRequest& options, Context& context) {
  return Insertion(surfaces, bodies, options).run(context);
}

}  // namespace talus
