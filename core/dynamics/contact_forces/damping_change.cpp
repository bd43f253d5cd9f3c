#include "dynamics/contact_forces/damping_change.h"

namespace talus {

namespace {

// Two bodies at an evaluation, and how their velocities have changed since.
struct ChangedPair {
  const MovingBody &a, &b;
  const VelocityChange &ofA, &ofB;

  double leavingFaster(const LinearContact& contact) const {
    const auto at = [&](const MovingBody& body, const VelocityChange& change) {
      return Vec3(change.velocity + cross(change.angular, contact.point - body.pose.position));
    };
    return contact.normal.dot(at(b, ofB) - at(a, ofA));
  }
};

}  // namespace

// The contacts of a pair are consecutive, in the order of the pairs.
void changeDamping(std::span<const MovingBody> bodies, std::span<const VelocityChange> changes,
                   PairBlock& block, Loads& change) {
  auto contact = block.contacts.begin();
  for (PressedPair& pressed : block.pushed) {
    const auto a = static_cast<std::size_t>(pressed.bodies.first),
               b = static_cast<std::size_t>(pressed.bodies.second);
    const ChangedPair pair{bodies[a], bodies[b], changes[a], changes[b]};
    PairLoads loads;
    for (; contact != block.contacts.end() && BodyPair{contact->bodyA, contact->bodyB} == pressed.bodies;
         ++contact) {
      if (contact->along.damping == 0) continue;
      const double faster = pair.leavingFaster(*contact), force = contact->along.damping * faster;
      const Vec3 onB = -force * contact->normal;
      contact->force += onB;
      loads.add(onB, contact->point, pair.a, pair.b);
    }
    pressed.loads.add(loads);
    pressed.damping.add({loads.force, -loads.torqueA});
    change.force[a] -= loads.force;
    change.force[b] += loads.force;
    change.torque[a] += loads.torqueA;
    change.torque[b] += loads.torqueB;
  }
}

}  // namespace talus
