#pragma once

#include <tbb/enumerable_thread_specific.h>

#include <cstdint>

#include "dynamics/certificate/guarded_bodies.h"
#include "dynamics/certificate/surface_check.h"

namespace talus {

/// The result of the checks of a state.
struct Certificate {
  double leastGap = 0;        ///< proven for all pairs, m; at most the range searched
  std::int64_t proven = 0;    ///< pairs of bodies with a proven gap
  std::int64_t unproven = 0;  ///< pairs without one: they touch, overlap, or are too close for rounding
  std::int64_t meeting = 0;   ///< of these, pairs that share a point by exact predicates
  BodyPair first{-1, -1};     ///< rows of the first pair without a proof
};

/// Proves that no two bodies of a state touch, without data of earlier checks.
class Certifier {
 public:
  /// Checks all pairs. @param range bodies whose boxes, grown by half of it, do not overlap are farther apart
  /// than the range.
  Certificate check(GuardedBodies& bodies, const BodyState& state, double time, double range);

 private:
  tbb::enumerable_thread_specific<GapFinder> finders_;
  tbb::enumerable_thread_specific<SurfaceCheck> checks_;
};

}  // namespace talus
