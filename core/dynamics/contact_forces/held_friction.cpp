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
    loads.add(static_cast<std::size_t>(spring.bodyA), -contact.force, a.toWorld(spring.ends.onA), a.position);
    loads.add(static_cast<std::size_t>(spring.bodyB), contact.force, b.toWorld(spring.ends.onB), b.position);
    energy += spring.energy(shift);
  }
  return energy;
}

}  // namespace talus
