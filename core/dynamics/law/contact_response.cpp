#include "dynamics/law/contact_response.h"

#include <algorithm>

#include "dynamics/law/contact_damping.h"
#include "dynamics/law/contact_spring.h"
#include "dynamics/law/friction_explicit.h"
#include "dynamics/law/friction_implicit.h"
#include "dynamics/law/normal_force.h"
#include "dynamics/law/rolling_explicit.h"
#include "dynamics/law/rolling_implicit.h"

namespace talus {

namespace {

void addNormal(const TouchingPair& pair, const ContactPoint& point, const NormalForce& normal,
               PairResponse& sum, LinearContact& contact) {
  const Vec3 force = normal.total * point.normal;
  sum.loads.add(force, point.point, *pair.a, *pair.b);
  sum.energy += point.energy;
  sum.normalForce += std::max(0.0, normal.pressing);
  contact.point = point.point;
  contact.normal = point.normal;
  contact.force = force;
  contact.along.stiffness = point.stiffness;
  contact.along.damping = normal.damping;
  contact.depth = point.depth + (pair.law.range - pair.law.reach);
  contact.area = point.area;
  contact.barrier = {point.weight, pair.law.reach, pair.law.range};
  contact.name = point.name;
}

// @return the force of the tangential dashpot.
Vec3 addExplicitFriction(const TouchingPair& pair, const ContactPoint& point,
                         const ExplicitFriction& friction, PairResponse& sum, LinearContact& contact,
                         std::vector<TangentialSpring>& springs) {
  sum.loads.add(friction.force, point.point, *pair.a, *pair.b);
  sum.energy += friction.energy;
  sum.slip += friction.slid;
  sum.slip += friction.changed;
  sum.slip -= friction.stored;
  contact.force += friction.force;
  contact.across.stiffness = friction.spring.part * friction.stiffness;
  contact.across.damping = friction.spring.part * friction.damping;
  springs.push_back(
      TangentialSpring::make(point, friction.spring.shift, friction.stiffness, pair.a->pose, pair.b->pose));
  return friction.dashpot;
}

void addImplicitFriction(const TouchingPair& pair, const ContactPoint& point,
                         const ImplicitFriction& friction, PairResponse& sum, LinearContact& contact,
                         std::vector<TangentialSpring>& springs) {
  const double stiffness = friction.spring.ends.stiffness;
  pair.held->next->push_back(friction.spring);
  sum.loads.add(friction.resistance.force, point.point, *pair.a, *pair.b);
  sum.energy += friction.stored;
  sum.springs += friction.stored;
  sum.slip -= friction.stored;
  sum.slip += friction.worked;
  contact.force += friction.resistance.force;
  contact.across.stiffness = friction.resistance.part * stiffness;
  springs.push_back(TangentialSpring::make(point, friction.kept, stiffness, pair.a->pose, pair.b->pose));
}

Vec3 slidingAt(const TouchingPair& pair, const ContactPoint& point) {
  const Vec3 velocity = pair.b->velocityAt(point.point) - pair.a->velocityAt(point.point);
  return velocity - velocity.dot(point.normal) * point.normal;
}

// Null: there is none of that name.
template <class Spring, class Name>
const Spring* named(std::uint64_t name, std::span<const Spring> springs, const Name& nameOf) {
  const auto spring = std::ranges::find(springs, name, nameOf);
  return spring == springs.end() ? nullptr : &*spring;
}

ImplicitFriction implicitFrictionOf(const TouchingPair& pair, const ContactPoint& point,
                                    const NormalForce& normal) {
  const HeldFriction& held = *pair.held;
  const double stiffness = tangentialStiffness(pair.law, point);
  const double limit = FrictionLimit{pair.law.friction, point.hardening, stiffness}.of(normal);
  return implicitFriction(
      point, stiffness, limit, named(point.name, pair.springs, &TangentialSpring::name),
      named(point.name, held.acted, [](const HeldSpring& spring) { return spring.ends.name; }),
      {pair.a->pose, pair.b->pose, *held.startA, *held.startB});
}

// The energy of the springs in the last accepted state.
double startEnergy(const TouchingPair& pair) {
  double energy = 0;
  for (const TangentialSpring& spring : pair.springs)
    energy += spring.energy(*pair.held->startA, *pair.held->startB);
  return energy;
}

}  // namespace

PairResponse respond(const TouchingPair& pair, std::vector<TangentialSpring>& springs,
                     std::vector<LinearContact>& contacts) {
  PairResponse sum;
  if (pair.points.empty()) return sum;
  const bool rubs = pair.law.friction > 0;
  const ContactMiddle middle = middleOf(pair);
  const ContactDamping damping = dampingOf(pair, middle);
  const ContactSpring spring(pair);
  sum.middle = middle;
  sum.dampingTime = damping.time;
  for (const ContactPoint& point : pair.points) {
    LinearContact& contact = contacts.emplace_back();
    const NormalForce normal = normalForce(pair.law, point, damping);
    Vec3 dashpots = normal.dashpot() * point.normal;
    addNormal(pair, point, normal, sum, contact);
    if (rubs && pair.held != nullptr)
      addImplicitFriction(pair, point, implicitFrictionOf(pair, point, normal), sum, contact, springs);
    else if (rubs)
      dashpots += addExplicitFriction(pair, point,
                                      explicitFriction(pair.law, point, normal, spring.at(point),
                                                       slidingAt(pair, point), damping.time, pair.elapsed),
                                      sum, contact, springs);
    sum.damping.add(dashpots, point.point, *pair.a);
  }
  if (pair.held != nullptr && rubs) sum.springsBefore = startEnergy(pair);
  if (rubs) sum.slip += pair.held != nullptr ? sum.springsBefore : spring.energy();
  return sum;
}

namespace {

void addExplicitRolling(const ExplicitRolling& rolling, PairResponse& response) {
  response.loads.addCouple(rolling.moment);
  response.energy += rolling.energy;
  response.slip += rolling.changed;
  response.slip += rolling.softened;
  response.slip += rolling.slid;
  if (rolling.slips) return;
  response.loads.addCouple(rolling.dashpot);
  response.damping.torque += rolling.dashpot;
}

void addImplicitRolling(const ImplicitRolling& rolling, PairResponse& response) {
  response.loads.addCouple(rolling.moment);
  response.springsBefore += rolling.before;
  response.slip += rolling.before;
  response.energy += rolling.stored;
  response.springs += rolling.stored;
  response.slip += rolling.worked - rolling.stored;
}

}  // namespace

void addRollingResistance(const TouchingPair& pair, RollingSpring& spring, PairResponse& response) {
  if (pair.points.empty()) return;
  const ContactMiddle& middle = response.middle;
  const RollingLimit limit = rollingLimit(pair.law, middle.stiffness, response.normalForce);
  if (pair.held == nullptr) {
    const ExplicitRolling rolling = explicitRolling(pair, middle, limit, spring);
    spring = rolling.spring;
    addExplicitRolling(rolling, response);
    return;
  }
  HeldRolling& held = *pair.held->rolling;
  held.normal = middle.normal;
  held.stiffness = limit.stiffness;
  held.limit = limit.limit;
  held.part = spring.stiffness < limit.stiffness ? spring.stiffness / limit.stiffness : 1;
  const ImplicitRolling rolling =
      implicitRolling(held, pair.held->actedRolling, spring.orientationA, spring.orientationB);
  spring.angle = rolling.kept;
  spring.stiffness = limit.stiffness;
  addImplicitRolling(rolling, response);
}

}  // namespace talus
