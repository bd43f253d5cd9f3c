#pragma once

#include <span>
#include <vector>

#include "base/context.h"
#include "scene/body_placement.h"
#include "scene/shared_surface.h"
#include "shapes/random.h"

namespace talus {

/// A body that has everything but a place.
struct DrawnBody {
  Index shape = 0;
  double size = 1;
  double radius = 0;  ///< of its bounding sphere
  Quaternion orientation{};
  Box extent;  ///< what must not overlap others', about the body's position
};

/// Where a body went.
struct BodyPlace {
  Index body;  ///< its number among the drawn ones
  Vec3 position;
};

/// What random numbers of a body are for: each purpose has its own, so that a change of one option leaves
/// the rest as it was.
enum class Draw { Shape, Size, Turn, Place, Layer };

/// The generator of a body's numbers for one purpose.
inline KeyedRandom randomOf(const PlacementOptions& options, std::size_t body, Draw purpose) {
  return KeyedRandom(options.seed)[static_cast<std::int64_t>(purpose)][static_cast<std::int64_t>(body)];
}

/// Draws `count` bodies. Advances the context by as many steps. @throws Error sizes or weights out of range.
std::vector<DrawnBody> drawBodies(std::span<const SharedSurface> surfaces, const PlacementOptions& options,
                                  std::size_t count, Context& context);

}  // namespace talus
