#include "dynamics/law/friction_limit.h"

#include <algorithm>
#include <cmath>

namespace talus {

LimitedResistance limitedResistance(const Vec3& shift, const Vec3& velocity, double stiffness, double damping,
                                    double limit) {
  const Vec3 wanted = -stiffness * shift - damping * velocity;
  const double size = wanted.norm();
  if (size <= limit) return {wanted, shift, false};
  const double stretched = stiffness * shift.norm();
  return {wanted * (limit / size), stretched > limit ? Vec3(shift * (limit / stretched)) : shift, true,
          limit / size};
}

double FrictionLimit::at(double normal) const {
  if (!(hardening > 0) || !(stiffness > 0)) return friction * normal;
  const double part = 0.5 * hardening * friction * friction / stiffness;
  return friction * normal * 2 / (1 + std::sqrt(std::max(0.0, 1 - 4 * part * normal)));
}

double FrictionLimit::of(const NormalForce& normal) const {
  const double elastic = std::max(0.0, normal.elastic), pressing = std::max(0.0, normal.pressing);
  if (pressing <= elastic) return at(pressing);
  return at(elastic) + friction * (pressing - elastic);
}

double FrictionLimit::pushingEnergy(const NormalForce& normal) const {
  if (!(hardening > 0) || !(stiffness > 0)) return 0;
  const double borne = at(std::max(0.0, normal.elastic));
  return 0.5 * borne * borne / stiffness;
}

}  // namespace talus
