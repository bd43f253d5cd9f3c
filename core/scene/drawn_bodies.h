#pragma once

#include <span>
#include <vector>

#include "base/context.h"
#include "scene/body_placement.h"
#include "scene/shared_surface.h"
#include "shapes/random.h"

namespace talus {

/// A body without a position.
struct DrawnBody {
  Index shape = 0;
  double size = 1;
  double radius = 0;  ///< of its bounding sphere
  Quaternion orientation{};
  Box extent;  ///< the geometry that must not overlap, about the body's position
};

/// The position of a body.
struct BodyPlace {
  Index body;  ///< index among the drawn bodies
  Vec3 position;
};

/// The purposes of a body's random numbers: each has its own, so that a change of one option does not affect
/// the rest.
enum class Draw { Shape, Size, Turn, Place, Layer };

/// The generator of a body's numbers for one purpose.
inline KeyedRandom randomOf(const PlacementRequest& options, std::size_t body, Draw purpose) {
  return KeyedRandom(options.seed)[static_cast<std::int64_t>(purpose)][static_cast<std::int64_t>(body)];
}

/// Draws `count` bodies. Advances the context by as many steps. @throws Error sizes or weights out of range.
std::vector<DrawnBody> drawBodies(std::span<const SharedSurface> surfaces, const PlacementRequest& options,
                                  std::size_t count, Context& context);

}  // namespace talus
