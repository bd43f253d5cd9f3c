#pragma once

#include "broadphase/body_pairs.h"
#include "dynamics/certificate/certified_gap.h"
#include "dynamics/certificate/step_motion.h"

namespace talus {

/// Two bodies that may come nearer to each other in a step.
///
/// Each goes a part of its way. By how much their distance falls then is bounded along the normal where a
/// plane divides them, and by all of their motion where none does.
struct ClosingPair {
  BodyPair bodies;
  CertifiedGap gap;     ///< at the begin of the step
  double rounding = 0;  ///< roundingOf() them
  bool held = false;    ///< parts have been taken of their ways, and need not be taken again

  /// By how much they may come nearer, m, ≥ 0: less than the gap, so that what is left can be proven again.
  double allowed(const StepMotion& a, const StepMotion& b) const;

  /// By how much they come nearer at most, m. Below 0: they part.
  double closing(const StepMotion& a, const StepMotion& b, double partA, double partB) const;
  /// What each body adds to that at most, whatever the other does, m, ≥ 0.
  double closingOfA(const StepMotion& a) const { return closingOf(a, gap.normal); }
  double closingOfB(const StepMotion& b) const { return closingOf(b, -gap.normal); }

 private:
  double closingOf(const StepMotion& motion, const Vec3& towardsOther) const;
};

}  // namespace talus
