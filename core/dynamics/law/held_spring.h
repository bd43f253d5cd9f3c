#pragma once

#include <span>
#include <vector>

#include "dynamics/field/limited_spring.h"
#include "dynamics/law/held_rolling.h"
#include "dynamics/law/tangential_spring.h"

namespace talus {

/// A tangential spring with a fixed plane and a fixed limit of its force, which is the derivative of
///
///   D = ½ k |u|² where k |u| ≤ f, otherwise f |u| − f²/(2 k)
///
/// with stiffness k, limit f, and the shift u of B's end relative to A's in the plane. D is convex in u. With
/// limits of an earlier state implicit steps have lagged friction, as in M. Li et al., "Incremental potential
/// contact", ACM Transactions on Graphics 39(4) (2020) 49, section 5; deviation: springs remember their shift
/// from step to step, so that bodies at rest do not creep.
struct HeldSpring {
  Index bodyA = -1, bodyB = -1;
  TangentialSpring ends;
  Vec3 normal = Vec3::Zero();  ///< unit, in the world
  double limit = 0;            ///< f, N
  Vec3 rest = Vec3::Zero();    ///< the shift without force, in the world

  /// u in the world, m.
  Vec3 shift(const Pose& a, const Pose& b) const {
    const Vec3 between = b.toWorld(ends.onB) - a.toWorld(ends.onA);
    return between - normal.dot(between) * normal - rest;
  }
  /// D at a shift, J.
  double energy(const Vec3& shift) const { return LimitedSpring{ends.stiffness, limit}.energy(shift.norm()); }
  /// Force over shift, N/m: the stiffness, or less if the spring slips.
  double secant(const Vec3& shift) const { return LimitedSpring{ends.stiffness, limit}.secant(shift.norm()); }
};

/// Friction and rolling resistance of a pair in a step that is long compared with a collision.
struct HeldFriction {
  std::vector<HeldSpring>* next = nullptr;    ///< gets a spring for each point, without the bodies' numbers
  std::span<const HeldSpring> acted;          ///< those whose forces led to the current state
  HeldRolling* rolling = nullptr;             ///< null, or is completed by addRollingResistance()
  const HeldRolling* actedRolling = nullptr;  ///< null: there was none
  const Pose *startA = nullptr, *startB = nullptr;  ///< of the last accepted state
};

}  // namespace talus
