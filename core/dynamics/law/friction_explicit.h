#pragma once

#include "dynamics/law/contact_spring.h"
#include "dynamics/law/friction_limit.h"

namespace talus {

/// The tangential spring and dashpot of a contact point in a short step.
struct ExplicitFriction {
  LimitedResistance spring;
  double stiffness = 0;         ///< of the spring, N/m
  double damping = 0;           ///< of the dashpot, N s/m
  double energy = 0;            ///< stored after slip, J
  Vec3 force = Vec3::Zero();    ///< on B, with the push along the normal of a spring that hardens
  Vec3 dashpot = Vec3::Zero();  ///< its part of the force
  // What the step dissipates, J: slid + changed − stored.
  double slid = 0;     ///< by slip
  double changed = 0;  ///< by changes of the stiffness
  double stored = 0;   ///< before slip
};

/// @param was the spring of the last accepted state at the current poses. @param sliding the tangential
/// velocity of B's material relative to A's. @param dampingTime c/k, s. @param elapsed since the last
/// accepted state, s.
ExplicitFriction explicitFriction(const PairLaw& law, const ContactPoint& point, const NormalForce& normal,
                                  const RememberedSpring& was, const Vec3& sliding, double dampingTime,
                                  double elapsed);

}  // namespace talus
