#include "dynamics/law/contact_damping.h"

#include <algorithm>
#include <cmath>

#include "dynamics/law/restitution.h"

namespace talus {

namespace {

// The relative curvature of rolling, 1/h + 1/h' with the heights h and h' of the centres of mass above the
// contact, 1/m. 0: the bodies do not roll.
double rollingCurvature(const TouchingPair& pair, const ContactMiddle& middle) {
  double curvature = 0;
  for (const MovingBody* body : {pair.a, pair.b}) {
    if (body->inverseMass == 0) continue;
    const double side = body == pair.a ? 1 : -1;
    curvature += 1 / (side * middle.normal.dot(middle.point - body->pose.position));
  }
  return std::isfinite(curvature) ? std::max(0.0, curvature) : 0;
}

// Since points share the damping in proportion to their forces, all of them release at the same time.
void dampBarrier(const TouchingPair& pair, const ContactMiddle& middle, double inverseMass,
                 ContactDamping& damping) {
  double energy = 0;
  for (const ContactPoint& p : pair.points) energy += p.energy + pair.law.cohesion * p.area * p.depth;
  if (!(energy > 0)) return;
  const double speed = barrierOnset * damping.motion.leaving(middle.point, middle.normal);
  const double stored = 2 * energy * inverseMass, square = stored + speed * speed;
  damping.ofForce = 2 * pair.law.damping.ofBarrier() / std::sqrt(square);
  damping.slope = stored / square;
}

}  // namespace

DampedMotion::DampedMotion(const TouchingPair& pair, const ContactMiddle& middle)
    : point_(middle.point),
      velocity_(pair.b->velocityAt(middle.point) - pair.a->velocityAt(middle.point)),
      turning_(pair.b->angularVelocity - pair.a->angularVelocity) {
  if (!pair.law.ownStiffness || pair.points.size() == 1) return;
  const double curvature = rollingCurvature(pair, middle);
  if (!(curvature > 0)) return;
  const Vec3 u = middle.normal.unitOrthogonal(), v = cross(middle.normal, u);
  double uu = 0, uv = 0, vv = 0;
  for (const ContactPoint& p : pair.points) {
    const Vec3 lever = cross(p.point - point_, p.normal);
    const double x = u.dot(lever), y = v.dot(lever);
    uu += p.stiffness * x * x;
    uv += p.stiffness * x * y;
    vv += p.stiffness * y * y;
  }
  const double freely = std::max(0.0, middle.force) / curvature;
  const double mean = 0.5 * (uu + vv), half = 0.5 * (uu - vv), spread = std::hypot(half, uv);
  const auto kept = [&](double k) {  // 0 up to 1.5 N/c, since facets make K vary
    return k > 1.5 * freely ? std::min(1.0, 2 * (k / freely - 1.5)) : 0.0;
  };
  const double major = kept(mean + spread), minor = kept(mean - spread);
  const double even = 0.5 * (major + minor), odd = spread > 0 ? 0.5 * (major - minor) / spread : 0.0;
  const double x = u.dot(turning_), y = v.dot(turning_);
  turning_ +=
      ((even - 1) * x + odd * (half * x + uv * y)) * u + ((even - 1) * y + odd * (uv * x - half * y)) * v;
}

ContactDamping dampingOf(const TouchingPair& pair, const ContactMiddle& middle) {
  ContactDamping damping{DampedMotion(pair, middle)};
  const double inverseMass =
      pair.a->inverseMassAt(middle.point, middle.normal) + pair.b->inverseMassAt(middle.point, middle.normal);
  const double rate = std::sqrt(middle.stiffness * inverseMass);
  if (!(rate > 0)) return damping;
  if (pair.law.barrier) dampBarrier(pair, middle, inverseMass, damping);
  damping.time = pair.law.barrier ? damping.ofForce * middle.force / middle.stiffness
                                  : 2 * pair.law.damping(middle.exponent) / rate;
  return damping;
}

}  // namespace talus
