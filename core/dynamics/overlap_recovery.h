#pragma once

#include <span>

#include "dynamics/contact_law.h"
#include "dynamics/contact_memory.h"
#include "dynamics/moving_body.h"

namespace talus {

/// How two bodies that overlap deeply are parted.
struct RecoveryRule {
  double reach = 0;  ///< ε of A + ε of B, m
  double speed = 0;  ///< at which they are driven apart at most, m/s
  double push = 0;   ///< from centre to centre where nothing else helps, N
};

/// Whether the pair overlaps deeply, or did and is not apart yet.
///
/// From an overlap of `reach` until half a reach of room: the elastic force of each point fades out as it
/// leaves with the greatest speed, so that no energy of an overlap that never was reached by motion turns
/// into speed. If the overlap has not lessened by 1 % over 100 accepted steps, the bodies are pushed from
/// centre to centre, ever harder.
/// @param points whose forces are lessened. @param memory moves on; to be accepted with the state.
/// @return what is pushed in addition.
PairLoads recoverFromOverlap(const RecoveryRule& rule, const MovingBody& a, const MovingBody& b,
                             std::span<ContactPoint> points, PairMemory& memory);

}  // namespace talus
