#pragma once

#include <algorithm>
#include <limits>

#include "broadphase/body_pairs.h"
#include "dynamics/certificate/certified_gap.h"
#include "dynamics/certificate/step_motion.h"

namespace talus {

/// Two bodies that may approach each other in a step.
///
/// Each body carries out a fraction of its motion. The decrease of their distance is bounded by the motion
/// along the normal if a plane separates them, otherwise by the whole motion.
struct ClosingPair {
  BodyPair bodies;
  CertifiedGap gap;     ///< at the start of the step
  double rounding = 0;  ///< roundingOf() of the two bodies
  bool held = false;    ///< their motions have been reduced, which is done only once

  double kept = std::numeric_limits<double>::infinity();  ///< all but this may be used up, too, m

  static constexpr double share = 0.8;  ///< of the gap, that motions may use up at least
  /// The part of a gap that motions may use up, m.
  double usable(double length) const { return std::max(share * length, length - kept); }

  /// The allowed approach, m, ≥ 0: less than the gap, so that the remaining gap can be proven again.
  double allowed(const StepMotion& a, const StepMotion& b) const;

  /// An upper bound of the approach, m; negative: they separate. @param partA, partB of their motions.
  double closing(const StepMotion& a, const StepMotion& b, double partA, double partB) const;
  /// Parts of their surfaces that are farther apart than this stay apart in the whole motion of both, m.
  double motionReach(const StepMotion& a, const StepMotion& b) const;
  /// Whether these parts of their motions are more than is allowed.
  bool closes(const StepMotion& a, const StepMotion& b, double partA, double partB) const {
    return closing(a, b, partA, partB) > allowed(a, b);
  }
  /// Whether any parts of their motions are allowed, even for the normal of another place.
  bool staysApart(const StepMotion& a, const StepMotion& b) const {
    return closingOfA(a) + closingOfB(b) <= usable(gap.length) - 4 * rounding;
  }
  /// The way that both bodies together may move in whatever directions: while they do, no part of a motion is
  /// more than is allowed, m.
  double freeWay() const { return usable(gap.length) - 8 * rounding; }
  /// Upper bounds of what each body adds to the approach, whatever the other one does, m, ≥ 0.
  double closingOfA(const StepMotion& a) const { return closingOf(a, gap.normal); }
  double closingOfB(const StepMotion& b) const { return closingOf(b, -gap.normal); }

 private:
  double closingOf(const StepMotion& motion, const Vec3& towardsOther) const;
};

}  // namespace talus
