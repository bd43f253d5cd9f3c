#pragma once

#include <limits>
#include <memory>

#include "assembly/assembly_overlap.h"
#include "assembly/moving_part.h"
#include "base/context.h"

namespace talus {

/// The largest volume that two parts have in common at an instant of their motion.
struct SweptOverlap {
  double volume = 0;     ///< found, exact, at `time`
  double certified = 0;  ///< proven: no instant has more, but for overlaps thinner than the tolerance
  double time = std::numeric_limits<double>::quiet_NaN();
  /// The first instant found at which they overlap by more than a tolerance. NaN: none
  double begin = std::numeric_limits<double>::quiet_NaN();
  std::shared_ptr<const PairOverlap> overlap;  ///< at `time`; null if they have no volume in common, or if it
                                               ///< was not asked for
};

/// What is asked of it.
struct SweptOverlapWanted {
  double begin = 0, end = 1;
  double accuracy = 0.05;  ///< by which part of itself the largest volume may be too small
  double tolerance = 0;    ///< thinner overlaps are none; at least 1e-12 of the parts' sizes
  bool body = true;        ///< make `overlap`
  bool depth = true;       ///< of it: find how far the second part must move to be free
};

/// Searches the largest overlap of two closed parts between two times.
///
/// The volume in common changes no faster than the surface of one part that may lie in the other one moves:
/// its area times its speed; of parts that a plane divides, no more than what moves across it. So a volume at
/// an instant bounds those around it, and the intervals with the highest bound are halved first, until the
/// bound of all is within the accuracy of what was found, or 150 instants were examined: `certified` tells
/// what is proven then. Rows of the motions' tables are examined first. Cost: an exact arrangement an
/// instant, 1 µs a triangle.
SweptOverlap sweptOverlap(const MovingPart& a, const MovingPart& b, const SweptOverlapWanted& wanted,
                          Context& context);

}  // namespace talus
