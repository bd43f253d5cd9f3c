#include "dynamics/law/friction_implicit.h"

#include <algorithm>

namespace talus {

namespace {

HeldSpring springOverStep(const ContactPoint& point, double stiffness, double limit,
                          const TangentialSpring* last, const PairPoses& poses) {
  HeldSpring spring{-1, -1, {}, point.normal, limit};
  spring.ends = last != nullptr ? *last : TangentialSpring::make(point, Vec3::Zero(), 0, poses.a, poses.b);
  const double part = std::min(1.0, spring.ends.stiffness / stiffness);
  spring.rest = (1 - part) * spring.shift(poses.startA, poses.startB);
  spring.ends.stiffness = stiffness;
  return spring;
}

// The part of a shift that the acting spring had, too.
Vec3 keptOf(const HeldSpring& acted, const Vec3& shift, double stiffness, const PairPoses& poses) {
  const Vec3 had = acted.shift(poses.a, poses.b);
  const double force = acted.secant(had) * had.norm();
  const double maximum = force / std::max(stiffness, acted.ends.stiffness), length = shift.norm();
  return length > maximum ? Vec3(maximum / length * shift) : shift;
}

}  // namespace

ImplicitFriction implicitFriction(const ContactPoint& point, double stiffness, double limit,
                                  const TangentialSpring* last, const HeldSpring* acted,
                                  const PairPoses& poses) {
  ImplicitFriction friction;
  friction.spring = springOverStep(point, stiffness, limit, last, poses);
  friction.resistance =
      limitedResistance(friction.spring.shift(poses.a, poses.b), Vec3::Zero(), stiffness, 0, limit);
  if (acted == nullptr) return friction;
  friction.kept = keptOf(*acted, friction.resistance.shift, stiffness, poses);
  friction.stored = 0.5 * stiffness * friction.kept.squaredNorm();
  const Vec3 had = acted->shift(poses.a, poses.b);
  friction.worked = acted->secant(had) * had.dot(had - acted->shift(poses.startA, poses.startB));
  return friction;
}

}  // namespace talus
