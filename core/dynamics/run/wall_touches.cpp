#include "dynamics/run/wall_touches.h"

#include <algorithm>
#include <utility>

#include "distributed/packed.h"

namespace talus {

namespace {

/// What a body does to a wall: its load, or contact points.
struct WallTouch {
  Index wall = -1, body = -1;  // numbers
  Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
  std::int64_t points = 0;
};

// Of all ranks, by walls and bodies: for each wall in the order of its pairs on one rank.
std::vector<WallTouch> touchesOf(const SimulatedSystem& system, const World& world, Communicator& ranks) {
  std::vector<WallTouch> here, all;
  const ContactForces& contacts = system.fields.contacts;
  const auto add = [&](const BodyPair& pair, const PairLoads& loads, std::int64_t points) {
    if (!contacts.bodies().counts(pair)) return;
    const auto a = static_cast<std::size_t>(pair.first), b = static_cast<std::size_t>(pair.second);
    const Index first = world.numberOf(a), second = world.numberOf(b);
    if (system.inertia.isWall(a)) here.push_back({first, second, -loads.force, loads.torqueA, points});
    if (system.inertia.isWall(b)) here.push_back({second, first, loads.force, loads.torqueB, points});
  };
  contacts.forEachPressed([&](const PressedPair& pair) { add(pair.bodies, pair.loads, 0); });
  for (const LinearContact* const contact : system.fields.sum.linearised())
    add({contact->bodyA, contact->bodyB}, {}, 1);
  for (const std::vector<WallTouch>& some : gatherValues(here, ranks))
    all.insert(all.end(), some.begin(), some.end());
  std::ranges::stable_sort(all, {}, [](const WallTouch& touch) { return std::pair(touch.wall, touch.body); });
  return all;
}

}  // namespace

void WallTouches::complete(SimulatedSystem& system, const World& ghosts, Communicator& ranks) {
  touched_.clear();
  Loads& loads = system.loads;
  for (std::size_t i = 0; i < system.state.size(); ++i)
    if (system.inertia.isWall(i)) loads.force[i] = loads.torque[i] = Vec3::Zero();
  std::pair<Index, Index> counted{-1, -1};
  for (const auto& [wall, body, force, torque, points] : touchesOf(system, ghosts, ranks)) {
    const auto row = static_cast<std::size_t>(ghosts.rowOf(wall));
    loads.force[row] += force;
    loads.torque[row] += torque;
    if (points == 0) continue;
    if (touched_.empty() || touched_.back().number != wall) touched_.push_back({wall});
    touched_.back().points += points;
    if (counted != std::pair(wall, body)) ++touched_.back().bodies;
    counted = {wall, body};
  }
}

}  // namespace talus
