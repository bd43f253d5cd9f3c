#pragma once

#include "dynamics/law/held_rolling.h"

namespace talus {

/// A rolling spring in a long step, without a dashpot.
struct ImplicitRolling {
  Vec3 moment = Vec3::Zero();  ///< on B, N m
  Vec3 kept = Vec3::Zero();    ///< the angle that remains if the state is accepted, rad
  double before = 0;           ///< the energy in the last accepted state, J
  double stored = 0;           ///< that of the kept angle, J
  double worked = 0;           ///< what the spring that acted took from the bodies in the step, J
};

/// @param acted the spring whose moment led here; null: there was none. @param a, b current orientations.
ImplicitRolling implicitRolling(const HeldRolling& rolling, const HeldRolling* acted, const Quaternion& a,
                                const Quaternion& b);

}  // namespace talus
