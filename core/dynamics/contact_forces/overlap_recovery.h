#pragma once

#include "dynamics/body/moving_body.h"
#include "dynamics/law/contact_memory.h"
#include "dynamics/law/elastic_action.h"

namespace talus {

/// The limits for the separation of two bodies that overlap deeply.
struct RecoveryRule {
  double range = 0;     ///< ε of A + ε of B, m
  double withheld = 0;  ///< range − reach, m: subtracted from range − gap in the depth of points
  double speed = 0;     ///< maximum speed at which the bodies are driven apart, m/s
  double apart = 0;     ///< distance of the centres from which the bodies cannot overlap, m
};

/// The forces that separate two bodies, and their energy.
struct Recovery {
  PairLoads push;     ///< in addition to the points' forces
  double energy = 0;  ///< remaining energy of the push, J, ≥ 0
  DampingLoads lost;  ///< the opposite of what forces are reduced by
};

/// Separates bodies that overlap deeply: starts at an overlap of `range` and ends at a gap of half the
/// range.
///
/// * The force of each point decreases with its separation speed, to 0 at the maximum speed.
/// * Bodies that have been near each other since the start are interlocked if 100 accepted steps did not
///   reduce their overlap by 1 %. Then half of their elastic energy becomes that of a constant push along
///   the line of the centres, up to the distance from which they cannot overlap. The elastic forces are
///   halved then, and again after each further 100 such steps, until the bodies no longer touch.
///
/// So the total energy of bodies, contacts and pushes does not grow. Bodies that were pressed into each
/// other later are not pushed: a load may hold them there.
/// @pre not needNoRecovery(). @param action the elastic forces, which are reduced. @param memory of the last
/// accepted state; is updated, to be accepted with the state.
Recovery recoverFromOverlap(const RecoveryRule& rule, const MovingBody& a, const MovingBody& b,
                            ElasticAction& action, RecoveryMemory& memory);

/// Whether two bodies neither overlap deeply nor recover from it: then there is nothing to reduce. Clears the
/// memory of an overlap that is over.
/// @param range, withheld see RecoveryRule.
bool needNoRecovery(double range, double withheld, const ElasticAction& action, RecoveryMemory& memory);

/// The remaining energy of a push at the current distance of the bodies' centres, J.
double pushEnergy(const RecoveryMemory& memory, const MovingBody& a, const MovingBody& b);

}  // namespace talus
