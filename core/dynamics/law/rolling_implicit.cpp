#include "dynamics/law/rolling_implicit.h"

#include <algorithm>

namespace talus {

ImplicitRolling implicitRolling(const HeldRolling& rolling, const HeldRolling* acted, const Quaternion& a,
                                const Quaternion& b) {
  ImplicitRolling result;
  const Vec3 angle = rolling.angle(a, b);
  const double stiffness = rolling.secant(angle);
  result.moment = -stiffness * angle;
  result.before = 0.5 * rolling.spring.stiffness * rolling.spring.angle.squaredNorm();
  if (acted == nullptr) return result;
  const Vec3 had = acted->angle(a, b);
  const Vec3 began = acted->angle(acted->spring.orientationA, acted->spring.orientationB);
  const double moment = acted->secant(had) * had.norm();
  const double maximum = moment / std::max(rolling.stiffness, acted->stiffness);
  result.kept = stiffness / rolling.stiffness * angle;
  if (const double length = result.kept.norm(); length > maximum) result.kept *= maximum / length;
  result.stored = 0.5 * rolling.stiffness * result.kept.squaredNorm();
  result.worked = acted->secant(had) * had.dot(had - began);
  return result;
}

}  // namespace talus
