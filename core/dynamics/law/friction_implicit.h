#pragma once

#include "dynamics/law/friction_limit.h"
#include "dynamics/law/held_spring.h"

namespace talus {

/// The poses of two bodies, now and in the last accepted state.
struct PairPoses {
  const Pose &a, &b;
  const Pose &startA, &startB;
};

/// The tangential spring of a contact point in a long step, without a dashpot.
struct ImplicitFriction {
  HeldSpring spring;  ///< for the evaluations that follow, without the bodies' numbers
  LimitedResistance resistance;
  Vec3 kept = Vec3::Zero();  ///< the shift that remains if the state is accepted
  double stored = 0;         ///< its energy, J
  double worked = 0;         ///< what the spring that acted took from the bodies in the step, J
};

/// Springs keep no more shift and force than those had that acted, since no other forces did work. A new
/// point slides from the last accepted state on; a spring that stiffens keeps its force.
/// @param stiffness tangential, N/m. @param limit of the force, N. @param last the spring of the last
/// accepted state; null: the point is new. @param acted the spring whose force led here; null: none did.
ImplicitFriction implicitFriction(const ContactPoint& point, double stiffness, double limit,
                                  const TangentialSpring* last, const HeldSpring* acted,
                                  const PairPoses& poses);

}  // namespace talus
