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

/// The pairs of triangles of two bodies that were within a reach when the list was made. The list remains
/// valid for searches of a shorter reach while the bodies move little. Plain data.
struct NearPairs {
  std::vector<SlotPair> pairs;
  /// How far apart each pair was then, in tree B's unit, in float; empty: unknown.
  std::vector<float> distances;
  RelativePlacement seen;  ///< tree A in tree B when the list was made
  double reach = 0;        ///< in the world
  bool known = false;      ///< false: the bodies were never searched
  /// Whether the list was empty and neither body was inside the other. This still holds while the list is
  /// valid, as neither surface can have passed through the other.
  bool apart = false;

  /// How far points near the other body have moved relative to it since, at most, in tree B's unit; infinite:
  /// there is no list. Cost: 50 ns.
  double motionTo(const PairFrame& frame) const;
};

/// An upper bound of the motion, in the frame of B, of all points of A that are now at most `extentB` from
/// B's origin. @param extentA maximum distance of a point of A from A's origin.
double greatestMotion(const RelativePlacement& before, const RelativePlacement& now, double extentA,
                      double extentB);

}  // namespace talus
