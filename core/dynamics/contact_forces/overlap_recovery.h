#pragma once

#include "dynamics/body/moving_body.h"
#include "dynamics/law/contact_memory.h"
#include "dynamics/law/elastic_action.h"

namespace talus {

/// How two bodies that overlap deeply are parted.
struct RecoveryRule {
  double range = 0;     ///< ε of A + ε of B, m
  double withheld = 0;  ///< of it, m: a point's depth is that much less than range − gap
  double speed = 0;     ///< at which the bodies are driven apart at most, m/s
  double apart = 0;     ///< distance of the centres at which they are apart for certain, m
};

/// What parting two bodies takes and gives.
struct Recovery {
  PairLoads push;     ///< in addition to the points' forces
  double energy = 0;  ///< that the push has left, J, ≥ 0
  double power = 0;   ///< that forces lose as they fade, W, ≥ 0
};

/// Parts bodies that overlap deeply, or did and are not apart yet: from an overlap of `range` until half a
/// range of room.
///
/// * The force of each point fades out as it leaves with the greatest speed.
/// * Bodies that have overlapped so since the start, and by 1 % less than before not within 100 accepted
///   steps, hang on each other: half of their elastic energy becomes that of a constant push from centre to
///   centre, up to the distance at which they are apart for certain. The elastic forces are halved then, and
///   again after each further 100 such steps, until the bodies touch no more.
///
/// So the energy of bodies, contacts and pushes together does not grow. Bodies that were pressed into each
/// other later are not pushed: what presses them may hold them there.
/// @param action the elastic forces, which are lessened. @param memory of the last accepted state; moves on,
/// to be accepted with the state.
Recovery recoverFromOverlap(const RecoveryRule& rule, const MovingBody& a, const MovingBody& b,
                            ElasticAction& action, RecoveryMemory& memory);

/// What a push has left with the bodies' centres where they are, J.
double pushEnergy(const RecoveryMemory& memory, const MovingBody& a, const MovingBody& b);

}  // namespace talus
