#include "dynamics/implicit/long_stage.h"

#include <cmath>

#include "dynamics/body/body_loop.h"

namespace talus {

double gyration(const BodyInertia& inertia, std::size_t i) {
  return std::sqrt(inertia.moments(i).maxCoeff() * inertia.inverseMass(i));
}

void LongStage::begin(ForceField& field, double time, double end) {
  walls.begin(now, field, time, end);
  restart();
}

void LongStage::restart() {
  now = from = walls.start();
  walls.restart();
}

void LongStage::findResidual(const BodyInertia& bodies) {
  residual.clear(now.size());
  forEachBody(now.size(), [&](std::size_t i) {
    if (bodies.isWall(i)) return;
    residual.force[i] = loads.force[i] - inertia.force(i, now);
    residual.torque[i] = loads.torque[i] - inertia.torque(i, now);
  });
}

void LongStage::findPull(LinearContacts contacts, const BodyInertia& bodies) {
  pull.assign(now.size(), 0.0);
  for (const LinearContact* const contact : contacts) {
    const double force = contact->force.norm();
    pull[static_cast<std::size_t>(contact->bodyA)] += force;
    pull[static_cast<std::size_t>(contact->bodyB)] += force;
  }
  for (std::size_t i = 0; i < now.size(); ++i)
    if (!bodies.isWall(i)) pull[i] += loads.force[i].norm() + inertia.force(i, now).norm();
}

void LongStage::moveBody(std::size_t i, double part) {
  now.position[i] = from.position[i] + part * motion.shift[i];
  now.orientation[i] = from.orientation[i];
  if (motion.turn[i].isZero(0)) return;  // not even by rounding: see LaggedContacts::isKept()
  now.orientation[i] = (rotationBy(part * motion.turn[i]) * from.orientation[i]).normalised();
}

double LongStage::reachOf(std::size_t i, const BodyInertia& bodies) const {
  return motion.shift[i].norm() + motion.turn[i].norm() * gyration(bodies, i);
}

}  // namespace talus
