#include "dynamics/law/rolling_explicit.h"

#include <algorithm>
#include <cmath>

#include "dynamics/law/friction_limit.h"

namespace talus {

namespace {

// The effective moment of inertia for rolling about a point: those of both bodies about an axis through it,
// in series.
double rollingInertia(const TouchingPair& pair, const Vec3& point, const Vec3& axis) {
  double inverse = 0;
  for (const MovingBody* body : {pair.a, pair.b}) {
    if (body->inverseMass == 0) continue;
    const double lever = (point - body->pose.position).cross(axis).squaredNorm();
    inverse += 1 / (1 / axis.dot(body->inverseInertia * axis) + lever / body->inverseMass);
  }
  return inverse > 0 ? 1 / inverse : 0;
}

// The damping coefficient of a rolling spring, N m s. @param maximumMoment that the dashpot may exert.
double rollingDashpot(const TouchingPair& pair, const Vec3& point, const Vec3& velocity, double stiffness,
                      double maximumMoment) {
  constexpr double ratio = 0.5;  // of critical damping: bodies come to rest after one oscillation
  const double speed = velocity.norm();
  if (!(speed > 0)) return 0;
  const double inertia = rollingInertia(pair, point, velocity / speed);
  return std::min(2 * ratio * std::sqrt(stiffness * inertia), maximumMoment / speed);
}

}  // namespace

RollingLimit rollingLimit(const PairLaw& law, double stiffness, double normalForce) {
  const double lever = law.rollingResistance;
  return {2.25 * stiffness * lever * lever, lever * normalForce};
}

ExplicitRolling explicitRolling(const TouchingPair& pair, const ContactMiddle& middle,
                                const RollingLimit& limit, const RollingSpring& was) {
  const auto across = [&middle](const Vec3& v) { return Vec3(v - middle.normal.dot(v) * middle.normal); };
  const double stiffness = limit.stiffness;
  const double kept = was.stiffness < stiffness ? was.stiffness / stiffness : 1;
  const Vec3 angle = kept * across(was.angle);
  const Vec3 velocity = across(pair.b->angularVelocity - pair.a->angularVelocity);
  const LimitedResistance moment = limitedResistance(angle, Vec3::Zero(), stiffness, 0, limit.limit);
  ExplicitRolling rolling;
  rolling.spring = was;
  rolling.spring.angle = moment.shift;
  rolling.spring.stiffness = stiffness;
  rolling.moment = moment.force;
  rolling.slips = moment.slips;
  rolling.energy = 0.5 * stiffness * moment.shift.squaredNorm();
  rolling.changed = 0.5 * (was.stiffness * across(was.angle).squaredNorm() - stiffness * angle.squaredNorm());
  if (was.stiffness > stiffness)
    rolling.softened = -softened(was.stiffness - stiffness, angle, pair.elapsed * velocity);
  if (moment.slips) {
    rolling.slid =
        0.5 * stiffness * (angle - pair.elapsed * velocity + moment.shift).dot(angle - moment.shift);
    return rolling;
  }
  const double rest = limit.limit - moment.force.norm();
  rolling.dashpot = -rollingDashpot(pair, middle.point, velocity, stiffness, rest) * velocity;
  return rolling;
}

}  // namespace talus
