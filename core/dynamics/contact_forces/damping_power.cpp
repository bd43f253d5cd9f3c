#include "dynamics/contact_forces/damping_power.h"

#include "dynamics/body/body_loop.h"

namespace talus {

namespace {

// The torque of a pair's dashpots on B about its own centre.
Vec3 torqueOnB(const PressedPair& pair, const ForceBodies& bodies) {
  const auto [a, b] = pair.bodies;
  const Vec3 between = bodies.moving(b).pose.position - bodies.moving(a).pose.position;
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
      add(pair.bodies.second, pair.damping.force, torqueOnB(pair, bodies));
    }
}

// What the dashpots of all pairs do to each body.
void addUp(std::span<const PairBlock> blocks, const ForceBodies& bodies, Loads& loads) {
  for (const PairBlock& block : blocks)
    for (const PressedPair& pair : block.pushed) {
      const auto a = static_cast<std::size_t>(pair.bodies.first),
                 b = static_cast<std::size_t>(pair.bodies.second);
      loads.force[a] -= pair.damping.force;
      loads.torque[a] -= pair.damping.torque;
      loads.force[b] += pair.damping.force;
      loads.torque[b] += torqueOnB(pair, bodies);
    }
}

}  // namespace

void DampingMeter::add(const Loads& change) {
  forEachBody(all_.size(), [&](std::size_t i) {
    all_.force[i] += change.force[i];
    all_.torque[i] += change.torque[i];
  });
}

void DampingMeter::measure(const BodyState& state, std::span<const PairBlock> blocks,
                           const ForceBodies& bodies, std::vector<DampingPower>& powers) {
  damping_.clear(all_.size());
  addUp(blocks, bodies, damping_);
  powers.assign(all_.size(), {});
  forEachBody(all_.size(), [&](std::size_t i) {
    if (bodies[i].wall || bodies[i].ghost) return;
    const MovingBody& body = bodies.moving()[i];
    const Vec3& force = damping_.force[i];
    const Vec3 turning = body.inverseInertia * damping_.torque[i];
    powers[i] = {-force.dot(state.velocity[i]) - turning.dot(state.angularMomentum[i]),
                 -body.inverseMass * force.dot(all_.force[i]) - turning.dot(all_.torque[i])};
  });
  if (bodies.wallsMove()) addWalls(state, blocks, bodies, powers);
}

}  // namespace talus
