#include "dynamics/implicit/energy_bound.h"

#include <cmath>

#include "dynamics/body/slowing.h"
#include "geometry/mesh/union_find.h"

namespace talus {

namespace {

void collect(std::vector<PressedPair>& pairs, const PotentialContacts& contacts) {
  pairs.clear();
  contacts.forEachPressed([&pairs](const PressedPair& pair) { pairs.push_back(pair); });
}

std::size_t row(Index body) {
  return static_cast<std::size_t>(body);
}

}  // namespace

void EnergyBound::Island::add(double energy) {
  growth += energy;
  size += std::abs(energy);
}

void EnergyBound::begin(const BodyState& state, const PotentialContacts& contacts) {
  start_ = state;
  last_ = state;
  works_.clear();
  collect(before_, contacts);
}

void EnergyBound::pass(const BodyState& state, const BodyInertia& inertia,
                       const PotentialContacts& contacts) {
  collect(after_, contacts);
  const auto workOn = [&](Index body, const Vec3& force, const Vec3& torque) {
    const std::size_t i = row(body);
    if (!inertia.isWall(i)) return 0.0;
    return force.dot(state.position[i] - last_.position[i]) +
           torque.dot(rotationBetween(last_.orientation[i], state.orientation[i]));
  };
  for (const PressedPair& pair : after_)
    works_.push_back({pair.bodies, -workOn(pair.bodies.first, -pair.loads.force, pair.loads.torqueA) -
                                       workOn(pair.bodies.second, pair.loads.force, pair.loads.torqueB)});
  last_ = state;
}

void EnergyBound::limit(BodyState& state, const BodyInertia& inertia, const Loads& loads,
                        const PotentialContacts& contacts) {
  constexpr double rounding = 1e-12;
  pass(state, inertia, contacts);
  findIslands(inertia);
  std::vector<Vec3> others = loads.force;
  addPairs(inertia, others);
  addBodies(state, inertia, others);
  for (const Island& island : islands_)
    if (island.growth > rounding * island.size) slow(island, state, inertia);
}

std::vector<double> EnergyBound::wallWorks() const {
  std::vector<double> works;
  for (const Work& done : works_)
    if (done.work != 0) works.push_back(done.work);
  return works;
}

void EnergyBound::findIslands(const BodyInertia& inertia) {
  UnionFind sets(inertia.size());
  const auto join = [&](const auto& pairs) {
    for (const auto& pair : pairs) {
      const auto [a, b] = pair.bodies;
      if (!inertia.isWall(row(a)) && !inertia.isWall(row(b))) sets.unite(a, b);
    }
  };
  join(before_);
  join(works_);
  islands_.clear();
  islandOf_.assign(inertia.size(), -1);
  for (std::size_t i = 0; i < inertia.size(); ++i) {
    if (inertia.isWall(i)) continue;
    const std::size_t root = row(sets.find(static_cast<Index>(i)));
    if (root == i) {
      islandOf_[i] = static_cast<Index>(islands_.size());
      islands_.emplace_back();
    }
    islandOf_[i] = islandOf_[root];
    islands_[row(islandOf_[i])].bodies.push_back(i);
  }
}

// Null for two walls.
EnergyBound::Island* EnergyBound::islandOf(const BodyPair& pair, const BodyInertia& inertia) {
  const bool first = inertia.isWall(row(pair.first)), second = inertia.isWall(row(pair.second));
  if (first && second) return nullptr;
  Island& island = islands_[row(islandOf_[row(first ? pair.second : pair.first)])];
  island.touchesWall = island.touchesWall || first || second;
  return &island;
}

// Stored energy, and the work of walls. @param others forces, which lose those of the pairs.
void EnergyBound::addPairs(const BodyInertia& inertia, std::vector<Vec3>& others) {
  const auto add = [&](const BodyPair& pair, double energy) {
    if (Island* island = islandOf(pair, inertia)) island->add(energy);
  };
  for (const PressedPair& pair : before_) add(pair.bodies, -pair.energyAhead);
  for (const PressedPair& pair : after_) {
    add(pair.bodies, pair.energy);
    others[row(pair.bodies.first)] += pair.loads.force;
    others[row(pair.bodies.second)] -= pair.loads.force;
  }
  for (const Work& done : works_) add(done.bodies, -done.work);
}

// Kinetic energy, and the work of forces other than contacts.
void EnergyBound::addBodies(const BodyState& state, const BodyInertia& inertia,
                            const std::vector<Vec3>& others) {
  for (Island& island : islands_)
    for (const std::size_t i : island.bodies) {
      island.add(kineticEnergyOf(i, state, inertia));
      island.add(-kineticEnergyOf(i, start_, inertia));
      island.add(-others[i].dot(state.position[i] - start_.position[i]));
    }
}

// Takes the growth out of the kinetic energy.
void EnergyBound::slow(const Island& island, BodyState& state, const BodyInertia& inertia) {
  const bool meets = island.touchesWall || island.bodies.size() == 1;  // others than these bodies
  talus::slow(island.bodies, meets ? Kept::Nothing : Kept::MeanVelocity, island.growth, state, inertia);
}

}  // namespace talus
