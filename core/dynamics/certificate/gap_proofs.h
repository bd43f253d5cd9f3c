#pragma once

#include <tbb/enumerable_thread_specific.h>

#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "dynamics/certificate/closing_pair.h"
#include "dynamics/certificate/guarded_bodies.h"
#include "dynamics/certificate/near_triangles.h"

namespace talus {

/// A pair, with stored values that may save a new search for its gap.
struct SearchedPair : ClosingPair {
  std::optional<FeaturePair> features;  // of convex bodies: where the last search ended
  CertifiedGap searched;                // the last one; of length 0: none
  Pose seen;                            // pose of B in A's frame in that search
  std::int64_t start = -1;              // the motions at whose start that was
  NearTriangles triangles;              // of bodies that no plane separates
  double ways = unknown;                // since the list, of both bodies, that the gap allows, m

  static constexpr double unknown = -std::numeric_limits<double>::infinity();

  void writeSearch(ByteWriter& to) const;  // what a search finds
  void readSearch(ByteReader& from);
};

/// The motions of all bodies from one state.
struct BodyMotions {
  BodyState before;        ///< where they start
  std::int64_t start = 0;  ///< counts the states in which motions started
  std::vector<StepMotion> all;
  double ofWalls =
      1;  ///< times the motion of walls is looked ahead for; more than 1: gaps beside them are searched anew

  const StepMotion& operator[](Index i) const { return all[static_cast<std::size_t>(i)]; }
};

/// Proves gaps of pairs where motions start: by the stored values of earlier searches where they suffice,
/// otherwise by a new search.
class GapProofs {
 public:
  /// @param open the numbers of the pairs to prove.
  void prove(const GuardedBodies& bodies, const BodyMotions& motions, std::span<SearchedPair> pairs,
             std::span<const std::size_t> open);

 private:
  tbb::enumerable_thread_specific<GapFinder> finders_;
};

}  // namespace talus
