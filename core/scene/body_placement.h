#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/context.h"
#include "scene/bodies.h"
#include "scene/body_shape.h"
#include "scene/size_distribution.h"

namespace talus {

/// The arrangement of bodies. The numbers are used in files: append, never renumber.
enum class Arrangement {
  Grid = 0,        ///< one in each cell of a regular lattice
  Random = 1,      ///< at random in the region, without contact
  DropColumn = 2,  ///< in layers above the region's floor, lowest first
  AtPoints = 3     ///< at given points, touching or not
};

/// The geometry that must not overlap. The numbers are used in files: append, never renumber.
enum class Separation {
  BoundingSpheres = 0,  ///< bounding spheres about the centres of mass
  Surfaces = 1          ///< the surfaces of the bodies: denser, and slower
};

/// The orientation of bodies. The numbers are used in files: append, never renumber.
enum class OrientationMode {
  None = 0,    ///< that of the shape
  Random = 1,  ///< uniformly distributed rotations: K. Shoemake, Uniform random rotations, Graphics Gems III
               ///< (1992)
  Given = 2    ///< one quaternion for all
};

/// Points at which bodies are placed. The other lists are empty, or as long as `position`.
struct PlacementPoints {
  std::vector<Vec3> position;
  std::vector<Quaternion> orientation;  ///< in place of `orientationMode`; any norm but 0
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
  double clearance = 0;  ///< minimum gap between the geometries that must not overlap, a length ≥ 0
  /// Fixed bodies at their offsets, unrotated, which no placed body may touch or lie in: by their surfaces,
  /// whatever `separation` says. Random: without a region, bodies are placed in the box around them. Other
  /// arrangements: bodies that would touch one are omitted.
  std::vector<BodyShape> walls{};
  double jitter = 0.5;  ///< Grid and DropColumn: random displacement from the cells' centres, as a fraction
                        ///< of the free space there: 0 … 1
  int up = 2;           ///< DropColumn: axis that points upwards: 0 (x), 1 (y) or 2 (z)
  int attempts = 2000;  ///< Random: positions tried for a body before it is omitted, 1 … 10⁶
  SizeOptions sizes{};
  std::vector<double> weights{};  ///< relative frequency of each shape, ≥ 0, not all 0; empty: equal
  OrientationMode orientationMode = OrientationMode::Random;
  Quaternion orientation{};      ///< for OrientationMode::Given, any norm but 0
  Vec3 velocity = Vec3::Zero();  ///< of all, m/s
  double density = 2500;         ///< kg/m³, > 0
  std::uint64_t seed = 1;        ///< of the random numbers
};

/// The placed bodies.
struct PlacedBodies {
  Bodies bodies;                      ///< dynamic, of material 0, with the ids 0, 1, 2 …
  std::int64_t wanted = 0;            ///< more than the number of bodies if some could not be placed
  std::int64_t overlappingPairs = 0;  ///< AtPoints: pairs of bodies that `separation` forbids; else 0
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
PlacedBodies placeBodies(const std::vector<BodyShape>& shapes, const PlacementOptions& options,
                         Context& context);

}  // namespace talus
