#include "dynamics/contact_forces/held_friction.h"

namespace talus {

double addHeldFriction(std::span<const HeldSpring> springs, const ForceBodies& bodies, Loads& loads,
                       std::vector<LinearContact>& contacts) {
  double energy = 0;
  for (const HeldSpring& spring : springs) {
    const Pose &a = bodies.moving(spring.bodyA).pose, &b = bodies.moving(spring.bodyB).pose;
    const Vec3 shift = spring.shift(a, b);
    LinearContact& contact = contacts.emplace_back();
    contact.bodyA = spring.bodyA;
    contact.bodyB = spring.bodyB;
    contact.point = spring.ends.place(a, b);
    contact.normal = spring.normal;
    contact.tangentialStiffness = spring.secant(shift);
    if (contact.tangentialStiffness < spring.ends.stiffness) contact.slip = shift.normalized();
    contact.force = -contact.tangentialStiffness * shift;
    contact.friction = {spring.ends.stiffness, spring.limit};
    contact.shift = shift;
    loads.add(static_cast<std::size_t>(spring.bodyA), -contact.force, a.toWorld(spring.ends.onA), a.position);
    loads.add(static_cast<std::size_t>(spring.bodyB), contact.force, b.toWorld(spring.ends.onB), b.position);
    energy += spring.energy(shift);
  }
  return energy;
}

double addHeldRolling(std::span<const HeldRolling> springs, const ForceBodies& bodies, Loads& loads,
                      std::vector<LinearContact>& contacts) {
  double energy = 0;
  for (const HeldRolling& spring : springs) {
    const Vec3 angle = spring.angle(bodies.orientation(spring.bodyA), bodies.orientation(spring.bodyB));
    LinearContact& contact = contacts.emplace_back();
    contact.bodyA = spring.bodyA;
    contact.bodyB = spring.bodyB;
    contact.point = bodies.moving(spring.bodyA).pose.position;
    contact.normal = spring.normal;
    contact.rollingStiffness = spring.secant(angle);
    if (contact.rollingStiffness < spring.stiffness) contact.slip = angle.normalized();
    contact.friction = {spring.stiffness, spring.limit};
    contact.shift = angle;
    const Vec3 moment = -contact.rollingStiffness * angle;
    loads.torque[static_cast<std::size_t>(spring.bodyA)] -= moment;
    loads.torque[static_cast<std::size_t>(spring.bodyB)] += moment;
    energy += spring.energy(angle);
  }
  return energy;
}

}  // namespace talus
