#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/context.h"
#include "base/types.h"
#include "options/placement_options.h"
#include "scene/bodies.h"
#include "scene/body_shape.h"

namespace talus {

/// Points at which bodies are placed. The other lists are empty, or as long as `position`.
struct PlacementPoints {
  std::vector<Vec3> position;
  std::vector<Quaternion> orientation;  ///< in place of `orientationMode`; any norm but 0
  std::vector<double> size;             ///< in place of `sizes`; > 0
  std::vector<Vec3> velocity;           ///< in place of `velocity`, m/s
};

/// Options, with the points and the walls of a placement.
struct PlacementRequest : PlacementOptions {
  PlacementPoints points{};  ///< AtPoints
  /// Fixed bodies at their offsets, unrotated. No placed body may touch a wall's surface or lie inside it,
  /// whatever the value of `separation`. Random: without a region, bodies are placed in the box around the
  /// walls. Other arrangements: bodies that would touch a wall are omitted.
  std::vector<BodyShape> walls{};

  /// The region as a box; empty if it is automatic.
  Box box() const;
  Vec3 cellCounts() const { return {double(cells[0]), double(cells[1]), double(cells[2])}; }
  Quaternion rotation() const { return {orientation[0], orientation[1], orientation[2], orientation[3]}; }
  int upAxis() const { return static_cast<int>(up); }
};

/// The placed bodies.
struct PlacedBodies {
  Bodies bodies;                      ///< dynamic, of material 0, with the ids 0, 1, 2 …
  std::int64_t wanted = 0;            ///< more than the number of bodies if some could not be placed
  std::int64_t overlappingPairs = 0;  ///< AtPoints: pairs of bodies that `separation` forbids; otherwise 0
  double sphereFraction = 0;          ///< Random: the fraction of the region that the bounding spheres fill
  std::string warning;                ///< empty, or the deviation from the request, and the remedy
};

/// Places instances of shapes in the world.
///
/// A body's shape, size and orientation depend only on the seed and its index; results do not depend on the
/// number of threads. Random: random sequential insertion, the largest bodies first, which is denser and
/// faster than insertion by index. Equal spheres reach 37 % of the space available to their centres (the
/// jamming limit is 38.4 %: S. Torquato, Random heterogeneous materials (2002), section 12.5). A rejected
/// position costs about 0.2 µs; a body that needs more than `attempts` is omitted, as are all that are no
/// smaller. 10⁵ grains that fill a fifth take 0.3 s, with Separation::Surfaces 1.3 s; a grid or a column 0.1
/// s. 300 bytes per body.
///
/// Runs the context's stages to 1.
/// @param shapes closed, outward, their centres of mass at the origins (makeBodyShape); at least one.
/// @throws Error options out of range; lists of wrong lengths; bodies larger than their region or cell; no
/// body fits.
PlacedBodies placeBodies(const std::vector<BodyShape>& shapes, const PlacementRequest& request,
                         Context& context);

}  // namespace talus
