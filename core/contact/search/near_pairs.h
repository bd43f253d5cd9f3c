#pragma once

#include <vector>

#include "contact/trees/pair_sieve.h"

namespace talus {

/// Two fine triangles of two bodies, by slots (see ContactShape).
struct SlotPair {
  Index a = 0;
  Index b = 0;

  bool operator==(const SlotPair&) const = default;
};

/// The pairs of triangles of two bodies that were within the reach plus a skin when the list was made. The
/// list remains valid while the bodies move little. Plain data.
struct NearPairs {
  std::vector<SlotPair> pairs;
  RelativePlacement seen;  ///< tree A in tree B when the list was made
  double reach = 0;        ///< of the search that made it, in the world
  bool known = false;      ///< false: the bodies were never searched
  /// Whether the list was empty and neither body was inside the other. This still holds while the list is
  /// valid, as neither surface can have passed through the other.
  bool apart = false;

  /// Whether the list contains every pair within the frame's reach: that is not longer, and no point near the
  /// other body has moved relative to it by more than the skin.
  /// @param skin in tree B's unit. Cost: 50 ns.
  bool cover(const PairFrame& frame, double skin) const;
};

/// An upper bound of the motion, in the frame of B, of all points of A that are now at most `extentB` from
/// B's origin. @param extentA maximum distance of a point of A from A's origin.
double greatestMotion(const RelativePlacement& before, const RelativePlacement& now, double extentA,
                      double extentB);

}  // namespace talus
