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

/// The triangles of two bodies that may come near each other, listed once and good for as long as the bodies
/// have moved little: all pairs that were within the reach and a skin when the list was made. Plain data.
struct NearPairs {
  std::vector<SlotPair> pairs;
  RelativePlacement seen;  ///< tree A in tree B then
  bool known = false;      ///< false: the bodies were never searched
  /// Whether nothing was near and neither body lay within the other: nor does it now, while the list is good,
  /// as no surface can have passed through the other on the way.
  bool apart = false;

  /// Whether every pair within the frame's reach is in the list: no point that matters has moved, relative to
  /// the other body, by more than the skin.
  /// @param skin in tree B's unit. Cost: 50 ns.
  bool cover(const PairFrame& frame, double skin) const;
};

/// A bound on how far a point of A has moved in the frame of B, among those that are in the frame `now` no
/// farther than `extentB` from B's origin. @param extentA no point of A is farther from A's origin.
double greatestMotion(const RelativePlacement& before, const RelativePlacement& now, double extentA,
                      double extentB);

}  // namespace talus
