#include "dynamics/run/frame_contents.h"

#include "dynamics/field/linear_contact.h"
#include "dynamics/run/world.h"

namespace talus {

std::vector<std::size_t> presentRows(const Simulation& simulation) {
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < simulation.state().size(); ++i)
    if (simulation.system().isPresent(i) && simulation.world().shows(i)) rows.push_back(i);
  return rows;
}

Bodies presentBodies(const Simulation& simulation) {
  Bodies moved = simulation.scene().bodies;
  simulation.system().inertia.store(simulation.state(), moved);
  Bodies present;
  for (const std::size_t i : presentRows(simulation)) present.add(moved[i]);
  return present;
}

double haloOf(const Simulation& simulation) {
  return simulation.system().halo();
}

Index numberOf(const Simulation& simulation, std::size_t row) {
  return simulation.world().numberOf(row);
}

std::vector<const LinearContact*> contactsHere(const Simulation& simulation) {
  std::vector<const LinearContact*> here;
  for (const LinearContact* const contact : simulation.contacts())
    if (simulation.world().shows(BodyPair{contact->bodyA, contact->bodyB})) here.push_back(contact);
  return here;
}

std::vector<std::int64_t> contactCounts(const Simulation& simulation) {
  std::vector<std::int64_t> counts(simulation.state().size(), 0);
  for (const LinearContact* const contact : simulation.contacts()) {
    ++counts[static_cast<std::size_t>(contact->bodyA)];
    ++counts[static_cast<std::size_t>(contact->bodyB)];
  }
  for (const TouchedWall& wall : simulation.world().touchedWalls())
    counts[static_cast<std::size_t>(simulation.world().rowOf(wall.number))] = wall.points;
  return counts;
}

// The contacts of a pair are consecutive.
std::vector<std::int64_t> coordinationNumbers(const Simulation& simulation) {
  std::vector<std::int64_t> numbers(simulation.state().size(), 0);
  const LinearContact* before = nullptr;
  for (const LinearContact* const contact : simulation.contacts()) {
    const bool samePair = before && before->bodyA == contact->bodyA && before->bodyB == contact->bodyB;
    before = contact;
    if (samePair) continue;
    ++numbers[static_cast<std::size_t>(contact->bodyA)];
    ++numbers[static_cast<std::size_t>(contact->bodyB)];
  }
  for (const TouchedWall& wall : simulation.world().touchedWalls())
    numbers[static_cast<std::size_t>(simulation.world().rowOf(wall.number))] = wall.bodies;
  return numbers;
}

}  // namespace talus
