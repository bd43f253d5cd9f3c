#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/context.h"
#include "scene/bodies.h"
#include "scene/body_shape.h"
#include "scene/size_distribution.h"

namespace talus {

/// Where bodies go. The numbers are used in files: append, never renumber.
enum class Arrangement {
  Grid = 0,        ///< one in each cell of a regular lattice
  Random = 1,      ///< anywhere within the region, none touching another
  DropColumn = 2,  ///< in layers upon the region's floor, as high as it takes, lowest first
  AtPoints = 3     ///< at given points, touching or not
};

/// What must not overlap. The numbers are used in files: append, never renumber.
enum class Separation {
  BoundingSpheres = 0,  ///< the spheres about the centres of mass that hold the bodies
  Surfaces = 1          ///< the bodies themselves: denser, and slower
};

/// How bodies are turned. The numbers are used in files: append, never renumber.
enum class Turning {
  None = 0,    ///< as the shape is
  Random = 1,  ///< all rotations alike: K. Shoemake, Uniform random rotations, Graphics Gems III (1992)
  Given = 2    ///< all by one quaternion
};

/// Points to put bodies at. The other lists are empty, or as long as `position`.
struct PlacementPoints {
  std::vector<Vec3> position;
  std::vector<Quaternion> orientation;  ///< in place of `turning`; any norm but 0
  std::vector<double> size;             ///< in place of `sizes`; > 0
  std::vector<Vec3> velocity;           ///< in place of `velocity`, m/s
};

struct PlacementOptions {
  Arrangement arrangement = Arrangement::Random;
  std::int64_t count = 1000;          ///< Random and DropColumn: how many, 1 … 10⁸
  Eigen::Vector3i cells{10, 10, 10};  ///< Grid: bodies along x, y and z, each ≥ 1, together ≤ 10⁸
  /// All but AtPoints. Grid: its cells divide it evenly. Random: bodies stay within. DropColumn: what lies
  /// across `up`, and the floor, bound the column. Empty: about the origin (a column: above it), as large as
  /// the bodies need; Random: a cube of which their bounding spheres fill about a fifth.
  Box region{};
  PlacementPoints points{};  ///< AtPoints
  Separation separation = Separation::BoundingSpheres;
  double clearance = 0;  ///< nothing that must not overlap comes nearer, a length ≥ 0
  /// Bodies that stand where their offsets say, not turned, and that no placed one may touch nor lie in: by
  /// their surfaces, whatever `separation` says. Random: without a region bodies go within the box around
  /// them. Other arrangements: bodies that would touch one are left out.
  std::vector<BodyShape> walls{};
  double jitter =
      0.5;  ///< Grid and DropColumn: how far bodies stray from their cells' middle, of the room there: 0 … 1
  int up = 2;           ///< DropColumn: axis that points upwards: 0 (x), 1 (y) or 2 (z)
  int attempts = 2000;  ///< Random: places that are tried for a body before it is left out, 1 … 10⁶
  SizeOptions sizes{};
  std::vector<double> weights{};  ///< how often each shape is taken, ≥ 0, not all 0; empty: all alike
  Turning turning = Turning::Random;
  Quaternion orientation{};      ///< for Turning::Given, any norm but 0
  Vec3 velocity = Vec3::Zero();  ///< of all, m/s
  double density = 2500;         ///< kg/m³, > 0
  std::uint64_t seed = 1;        ///< another one, other bodies
};

/// Bodies in their places.
struct PlacedBodies {
  Bodies bodies;                      ///< dynamic, of material 0, with the ids 0, 1, 2 …
  std::int64_t wanted = 0;            ///< more than there are bodies if some found no room
  std::int64_t overlappingPairs = 0;  ///< AtPoints: pairs of bodies that `separation` forbids; else 0
  double sphereFraction = 0;          ///< Random: how much of the region the bounding spheres fill
  std::string warning;                ///< empty, or what is not as it was wanted, and what to do
};

/// Puts instances of shapes into the world.
///
/// A body's shape, size and orientation depend on the seed and its number alone; nothing depends on the
/// number of threads. Random: random sequential insertion, the largest bodies first, which is denser and
/// quicker than the order of their numbers. Equal spheres reach 37 % of the space where their centres may be
/// (the jamming limit is 38.4 %: S. Torquato, Random heterogeneous materials (2002), section 12.5). A place
/// that is refused costs about 0.2 µs; a body that needs more than `attempts` is left out, as are all that
/// are no smaller. 10⁵ grains that fill a fifth take 0.3 s, with Separation::Surfaces 1.3 s; a grid or a
/// column 0.1 s. 300 bytes a body.
///
/// Runs the context's stages to 1.
/// @param shapes closed, outward, their centres of mass at the origins (makeBodyShape); at least one.
/// @throws Error options out of range; lists of wrong lengths; bodies larger than their region or cell; no
/// room for a single body.
PlacedBodies placeBodies(const std::vector<BodyShape>& shapes, const PlacementOptions& options,
                         Context& context);

}  // namespace talus
