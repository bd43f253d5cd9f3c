#pragma once

#include <limits>
#include <span>

#include "assembly/part_motion.h"
#include "assembly/prepared_part.h"
#include "assembly/swept_overlap.h"
#include "base/context.h"

namespace talus {

/// How near two parts come to each other while they move, proven for all instants, not only for some.
struct MotionClearance {
  double least = std::numeric_limits<double>::infinity();  ///< found, at `time`; 0 if they come into contact
  /// Proven: they are never closer. No less than the found one, less the accuracy; 0 if they come into
  /// contact
  double certified = 0;
  double time = 0;
  /// The first contact: until then none is certain. Of parts that touch at the begin: the first instant found
  /// at which they overlap. NaN: there is none.
  double contactTime = std::numeric_limits<double>::quiet_NaN();
  Vec3 pointA = Vec3::Zero(), pointB = Vec3::Zero();  ///< nearest points at `time`
  bool complete = true;  ///< false: `certified` is less than was asked for, as that would take too long
  bool touchesAtBegin = false;  ///< they have a point in common when the motion begins
  SweptOverlap swept;           ///< of parts that come into contact, or touch at the begin

  /// Whether parts that are apart at the begin come into contact, or others overlap.
  bool meets() const { return contactTime == contactTime; }
};

/// Finds the least clearance of parts whose motions are tables.
///
/// Between two instants the distance of two parts changes by no more than their points move: so a distance at
/// an instant proves a lower bound around it (conservative advancement; B. Mirtich, "Impulse-based dynamic
/// simulation of rigid body systems", 1996). Intervals whose bound is lowest are halved first, until the
/// bound of all is within the accuracy of what was found. First contact: instants advance by the time in
/// which the distance cannot vanish. A distance is a proven lower bound (GapFinder): parts closer than 1e-12
/// of their sizes count as in contact. From the first contact on, or from the begin if they touch there, the
/// largest overlap is searched (sweptOverlap). Cost: 20 µs a triangle to prepare a part once, then 5 µs to 1
/// ms an instant, and as many instants as way / (accuracy · clearance).
class MotionSearch {
 public:
  struct Wanted {
    double begin = 0, end = 1;
    double accuracy = 0.05;                                  ///< of the least clearance, > 0
    double limit = std::numeric_limits<double>::infinity();  ///< larger clearances need not be found exactly
    double tolerance = 0;  ///< thinner overlaps of parts that touch are none
    bool overlaps = true;  ///< search those of parts that come into contact
    bool depths = true;    ///< and the way that frees the second part
  };

  /// @param motions must outlive this; each part has at most one.
  MotionSearch(std::span<const PartMotion> motions, const Wanted& wanted)
      : motions_(motions), wanted_(wanted) {}

  /// Whether a part moves relative to another one.
  bool moves(Index a, Index b) const;
  /// Of two closed parts.
  MotionClearance find(Index a, const PreparedPart& first, Index b, const PreparedPart& second,
                       Context& context) const;

 private:
  const PartMotion* motionOf(Index part) const;

  std::span<const PartMotion> motions_;
  Wanted wanted_;
};

}  // namespace talus
