#pragma once

#include <limits>
#include <memory>

#include "broadphase/body_pairs.h"
#include "dynamics/halo/last_search.h"
#include "dynamics/halo/near_features.h"
#include "dynamics/halo/near_surfaces.h"

namespace talus {

/// What spares the search of two bodies in the next steps. Results have the same bits without it, so that it
/// is not part of snapshots.
struct KeptSearch {
  static constexpr double unknown = -std::numeric_limits<double>::infinity();

  BodyPair bodies;
  /// The separating direction in the accepted memory surely passes its test, PairForces::isStillSeparated,
  /// while the reach and the paths of both bodies (BodyKinematics::pathLength) add up to less, m.
  double apart = unknown;
  std::unique_ptr<NearFeatures> near{};  ///< of convex bodies that were near each other
  std::unique_ptr<LastSearch> last{};    ///< of the same, in long steps
  /// Of closed bodies, not both convex, under HaloArea and Barrier.
  std::unique_ptr<NearSurfaces> surfaces{};
};

}  // namespace talus
