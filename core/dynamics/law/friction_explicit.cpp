#include "dynamics/law/friction_explicit.h"

#include <algorithm>

namespace talus {

ExplicitFriction explicitFriction(const PairLaw& law, const ContactPoint& point, const NormalForce& normal,
                                  const RememberedSpring& was, const Vec3& sliding, double dampingTime,
                                  double elapsed) {
  ExplicitFriction friction;
  const double stiffness = friction.stiffness = tangentialStiffness(law, point);
  friction.damping = dampingTime * stiffness;
  const FrictionLimit limit{law.friction, point.hardening, stiffness};
  const auto stored = [stiffness](const Vec3& shift) { return 0.5 * stiffness * shift.squaredNorm(); };
  const double before = was.part * stored(was.shift), pushing = limit.pushingEnergy(normal);
  const double paid = before > pushing ? pushing / before : 1;  // approach does work against the push
  const Vec3 shift = was.stiffened(paid);
  friction.spring = limitedResistance(shift, sliding, stiffness, friction.damping, limit.of(normal));
  friction.energy = stored(friction.spring.shift);
  friction.force =
      friction.spring.force + point.hardening * std::min(friction.energy, pushing) * point.normal;
  friction.dashpot = friction.spring.force + stiffness * friction.spring.shift;
  if (friction.spring.slips)
    friction.slid = 0.5 * stiffness *
                    (shift - elapsed * sliding + friction.spring.shift).dot(shift - friction.spring.shift);
  if (point.hardening > 0)
    friction.changed = paid * (stored(was.shift) - before);
  else if (was.part > 1)
    friction.changed = -softened((was.part - 1) * stiffness, shift, elapsed * sliding);
  friction.stored = stored(shift);
  return friction;
}

}  // namespace talus
