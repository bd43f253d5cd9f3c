#include "dynamics/contact_dynamics/given_impulses.h"

namespace talus {

namespace {

void turn(const ImpulsePair& pair, const BodyInertia& inertia, BodyState& target) {
  const auto a = static_cast<std::size_t>(pair.bodies.first),
             b = static_cast<std::size_t>(pair.bodies.second);
  if (!inertia.isWall(a)) target.angularMomentum[a] -= pair.moment;
  if (!inertia.isWall(b)) target.angularMomentum[b] += pair.moment;
}

}  // namespace

void GivenImpulses::give(const ImpulseProblem& problem, const BodyInertia& inertia, BodyState& target) {
  acts_.assign(target.size(), 0);
  for (const ImpulsePair& pair : problem.pairs) {
    for (std::size_t k = pair.begin; k < pair.end; ++k)
      add(pair.bodies, problem.points[k], problem.points[k].impulse, Vec3::Zero(), inertia, target);
    turn(pair, inertia, target);
  }
}

void GivenImpulses::giveFurther(const ImpulseProblem& problem, std::span<const Vec3> impulses,
                                std::span<const Vec3> shifts, const BodyInertia& inertia, BodyState& target) {
  for (const ImpulsePair& pair : problem.pairs)
    for (std::size_t k = pair.begin; k < pair.end; ++k)
      add(pair.bodies, problem.points[k], impulses[k], shifts[k], inertia, target);
}

void GivenImpulses::add(const BodyPair& bodies, const ImpulsePoint& point, const Vec3& impulse,
                        const Vec3& shift, const BodyInertia& inertia, BodyState& target) {
  if (impulse.isZero(0)) return;
  const auto addTo = [&](Index body, const Vec3& lever, double sign) {
    const auto i = static_cast<std::size_t>(body);
    acts_[i] = 1;
    if (inertia.isWall(i)) return;
    target.velocity[i] += sign * inertia.inverseMass(i) * impulse;
    target.angularMomentum[i] += sign * lever.cross(impulse);
  };
  addTo(bodies.first, point.leverA + shift, -1);
  addTo(bodies.second, point.leverB - shift, 1);
}

}  // namespace talus
