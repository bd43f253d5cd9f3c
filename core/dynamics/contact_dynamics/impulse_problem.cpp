#include "dynamics/contact_dynamics/impulse_problem.h"

namespace talus {

Vec3 velocityAt(const std::vector<ImpulseBody>& bodies, const BodyPair& pair, const ImpulsePoint& point) {
  return velocityAt(bodies[static_cast<std::size_t>(pair.first)],
                    bodies[static_cast<std::size_t>(pair.second)], point);
}

Vec3 ImpulseProblem::velocityAt(const ImpulsePair& pair, const ImpulsePoint& point) const {
  return talus::velocityAt(bodies, pair.bodies, point);
}

bool ImpulseProblem::presses(const ImpulsePair& pair) const {
  for (std::size_t k = pair.begin; k < pair.end; ++k)
    if (!points[k].impulse.isZero(0)) return true;
  return false;
}

void ImpulseProblem::addPart(const ImpulsePair& pair, std::size_t begin) {
  if (points.size() == begin) return;
  ImpulsePair& part = pairs.emplace_back(pair);
  part.begin = begin;
  part.end = points.size();
  part.rolling = 0;
  part.moment = Vec3::Zero();
}

void ImpulseProblem::apply() {
  for (const ImpulsePair& pair : pairs) {
    ImpulseBody &a = body(pair.bodies.first), &b = body(pair.bodies.second);
    for (std::size_t k = pair.begin; k < pair.end; ++k) {
      push(a, points[k].leverA, -points[k].impulse);
      push(b, points[k].leverB, points[k].impulse);
    }
    a.angularVelocity -= a.inverseInertia * pair.moment;
    b.angularVelocity += b.inverseInertia * pair.moment;
  }
}

}  // namespace talus
