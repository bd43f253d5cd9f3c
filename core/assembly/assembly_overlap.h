#pragma once

#include "arrangement/result/arrangement_body.h"

namespace talus {

/// What two parts have in common.
struct PairOverlap {
  bool computed = false;  ///< whether the body, volume, centroid and box are
  ArrangementBody body;
  Box box;  ///< of the body
  /// The second part is free if it moves by this length along the direction; 0: not asked for.
  double depth = 0;
  Vec3 direction = Vec3::Zero();  ///< unit
  bool depthIsLeast = false;      ///< no shorter way frees it
  /// The greatest distance of a point of one surface that lies in the other part from that part's surface, to
  /// a thousandth, and that point; 0: not asked for, or their surfaces coincide.
  double penetration = 0;
  Vec3 deepest = Vec3::Zero();

  /// A place in it: the centroid of the body. @pre computed, not empty
  Vec3 middle() const;
};

}  // namespace talus
