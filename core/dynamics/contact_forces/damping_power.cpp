#include "dynamics/contact_forces/damping_power.h"

#include "dynamics/body/body_loop.h"

namespace talus {

namespace {

// The torque of a pair's dashpots on B about its own centre.
Vec3 torqueOnB(const PressedPair& pair, std::span<const Vec3> places) {
  const Vec3 between = places[static_cast<std::size_t>(pair.bodies.second)] -
                       places[static_cast<std::size_t>(pair.bodies.first)];
  return pair.damping.torque - cross(between, pair.damping.force);
}

// Walls get the sums of all ranks: they are added up pair by pair.
void addWalls(const BodyState& state, std::span<const PairBlock> blocks, const ForceBodies& bodies,
              std::vector<DampingPower>& powers) {
  const auto add = [&](Index i, const Vec3& force, const Vec3& torque) {
    const auto n = static_cast<std::size_t>(i);
    if (bodies[i].wall)
      powers.push_back({-force.dot(state.velocity[n]) - torque.dot(state.angularMomentum[n]), 0});
  };
  for (const PairBlock& block : blocks)
    for (const PressedPair& pair : block.pushed) {
      add(pair.bodies.first, -pair.damping.force, -pair.damping.torque);
      add(pair.bodies.second, pair.damping.force, torqueOnB(pair, state.position));
    }
}

}  // namespace

void DampingMeter::begin(std::size_t bodies) {
  for (const Action& action : actions_) places_[action.body] = 0;
  actions_.clear();
  places_.resize(bodies, 0);
}

DampingMeter::Action& DampingMeter::at(Index body) {
  std::uint32_t& place = places_[static_cast<std::size_t>(body)];
  if (place == 0) {
    actions_.emplace_back().body = static_cast<std::size_t>(body);
    place = static_cast<std::uint32_t>(actions_.size());
  }
  return actions_[place - 1];
}

void DampingMeter::add(const PressedPair& pair, std::span<const Vec3> places) {
  Action& a = at(pair.bodies.first);
  a.dampingForce -= pair.damping.force;
  a.dampingTorque -= pair.damping.torque;
  Action& b = at(pair.bodies.second);
  b.dampingForce += pair.damping.force;
  b.dampingTorque += torqueOnB(pair, places);
}

void DampingMeter::take(const Loads& all) {
  forEachBody(actions_.size(), [&](std::size_t n) {
    actions_[n].force = all.force[actions_[n].body];
    actions_[n].torque = all.torque[actions_[n].body];
  });
}

void DampingMeter::change(const Loads& by, std::span<const PairBlock> blocks, std::span<const Vec3> places) {
  forEachBody(actions_.size(), [&](std::size_t n) {
    Action& action = actions_[n];
    action.force += by.force[action.body];
    action.torque += by.torque[action.body];
    action.dampingForce = action.dampingTorque = Vec3::Zero();
  });
  for (const PairBlock& block : blocks)
    for (const PressedPair& pair : block.pushed) add(pair, places);
}

void DampingMeter::measure(const BodyState& state, std::span<const PairBlock> blocks,
                           const ForceBodies& bodies, std::vector<DampingPower>& powers) {
  powers.assign(actions_.size(), {});
  forEachBody(actions_.size(), [&](std::size_t n) {
    const Action& action = actions_[n];
    const std::size_t i = action.body;
    if (bodies[i].wall || bodies[i].ghost) return;
    const MovingBody& body = bodies.placed().all()[i];
    const Vec3 turning = body.inverseInertia * action.dampingTorque;
    powers[n] = {-action.dampingForce.dot(state.velocity[i]) - turning.dot(state.angularMomentum[i]),
                 -body.inverseMass * action.dampingForce.dot(action.force) - turning.dot(action.torque)};
  });
  if (bodies.placed().wallsMove()) addWalls(state, blocks, bodies, powers);
}

}  // namespace talus
