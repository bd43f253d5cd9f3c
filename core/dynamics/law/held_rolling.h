#pragma once

#include "dynamics/field/limited_spring.h"
#include "dynamics/law/rolling_spring.h"

namespace talus {

/// A rolling spring with a fixed normal and a fixed limit of its moment, which is the derivative of a
/// potential of the angle, as HeldSpring's force is of the shift.
struct HeldRolling {
  Index bodyA = -1, bodyB = -1;
  RollingSpring spring;        ///< of the last accepted state
  Vec3 normal = Vec3::Zero();  ///< unit, in the world
  double stiffness = 0;        ///< N m
  double limit = 0;            ///< maximum moment, N m
  double part = 1;  ///< of the last accepted angle that is kept: a spring that stiffens keeps its moment

  /// The angle without twist, rad, in the world.
  Vec3 angle(const Quaternion& a, const Quaternion& b) const {
    const Vec3 all = spring.angleAt(a, b) - (1 - part) * spring.angle;
    return all - normal.dot(all) * normal;
  }
  /// Moment over angle, N m: the stiffness, or less beyond the limit.
  double secant(const Vec3& angle) const { return LimitedSpring{stiffness, limit}.secant(angle.norm()); }
  /// The potential, J.
  double energy(const Vec3& angle) const { return LimitedSpring{stiffness, limit}.energy(angle.norm()); }
};

}  // namespace talus
