#include "dynamics/contact_forces/held_friction.h"

#include "base/parallel_items.h"

namespace talus {

namespace {

LinearContact contactOf(const HeldSpring& spring, const Pose& a, const Pose& b, const Vec3& shift) {
  LinearContact contact;
  contact.bodyA = spring.bodyA;
  contact.bodyB = spring.bodyB;
  contact.point = spring.ends.place(a, b);
  contact.normal = spring.normal;
  contact.across.stiffness = spring.secant(shift);
  if (contact.across.stiffness < spring.ends.stiffness) contact.slip = shift.normalized();
  contact.force = -contact.across.stiffness * shift;
  contact.friction = {spring.ends.stiffness, spring.limit};
  contact.shift = shift;
  return contact;
}

}  // namespace

double addHeldFriction(std::span<const HeldSpring> springs, const ForceBodies& bodies, Loads& loads,
                       std::vector<LinearContact>& contacts) {
  constexpr std::size_t springsPerChunk = 128;
  const auto poseOf = [&](Index body) -> const Pose& { return bodies.placed()[body].pose; };
  struct Effect {
    std::size_t a, b;
    Vec3 onB, torqueA, torqueB;
    double energy;
  };
  const std::size_t first = contacts.size();
  contacts.resize(first + springs.size());
  std::vector<Effect> effects(springs.size());
  parallelItems(springs.size(), springsPerChunk, [&](std::size_t n) {
    const HeldSpring& spring = springs[n];
    const Pose &a = poseOf(spring.bodyA), &b = poseOf(spring.bodyB);
    const Vec3 shift = spring.shift(a, b);
    contacts[first + n] = contactOf(spring, a, b, shift);
    const Vec3& force = contacts[first + n].force;
    effects[n] = {static_cast<std::size_t>(spring.bodyA),
                  static_cast<std::size_t>(spring.bodyB),
                  force,
                  (a.toWorld(spring.ends.onA) - a.position).cross(-force),
                  (b.toWorld(spring.ends.onB) - b.position).cross(force),
                  spring.energy(shift)};
  });
  double energy = 0;
  for (const Effect& effect : effects) {
    loads.force[effect.a] -= effect.onB;
    loads.force[effect.b] += effect.onB;
    loads.torque[effect.a] += effect.torqueA;
    loads.torque[effect.b] += effect.torqueB;
    energy += effect.energy;
  }
  return energy;
}

double addHeldRolling(std::span<const HeldRolling> springs, const ForceBodies& bodies, Loads& loads,
                      std::vector<LinearContact>& contacts) {
  double energy = 0;
  for (const HeldRolling& spring : springs) {
    const Vec3 angle =
        spring.angle(bodies.placed().orientation(spring.bodyA), bodies.placed().orientation(spring.bodyB));
    LinearContact& contact = contacts.emplace_back();
    contact.bodyA = spring.bodyA;
    contact.bodyB = spring.bodyB;
    contact.point = bodies.placed()[spring.bodyA].pose.position;
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
